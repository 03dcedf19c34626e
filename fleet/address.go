package fleet

import (
	"errors"
	"net/url"
	"slices"
	"strings"
)

// Address is a NATS server with JetStream, or a cluster of them. Neither the
// password in a URL nor what a file holds is ever part of a message.
type Address struct {
	URL   string // nats://, tls:// or ws://, several separated by commas; may hold user and password
	Creds string // file with the user's credentials; "" for none
	TLSCA string // file with the certificates to trust, in PEM; "" trusts the system's
}

// String is the address without user and password.
func (a Address) String() string {
	var shown []string
	for one := range strings.SplitSeq(a.URL, ",") {
		u, err := serverURL(one)
		if err != nil {
			shown = append(shown, "(not a URL)")
			continue
		}
		shown = append(shown, u.Scheme+"://"+u.Host)
	}
	return strings.Join(shown, ",")
}

// Errors of Check.
var (
	ErrNotURL = errors.New("not a URL such as nats://host:4222 or tls://host:4222")
	// ErrBeyondHost is mostly of a password with one of these characters in it,
	// of which a part would be taken for the host.
	ErrBeyondHost = errors.New("not a URL that ends with the host and its port; in a user or password / is written %2F, ? %3F, # %23, @ %40 and a comma %2C")
)

// Check refuses what is no URL of a server: ErrNotURL or ErrBeyondHost, which
// do not repeat the text.
func (a Address) Check() error {
	for one := range strings.SplitSeq(a.URL, ",") {
		if _, err := serverURL(one); err != nil {
			return err
		}
	}
	return nil
}

func serverURL(text string) (*url.URL, error) {
	text = strings.TrimSpace(text)
	_, rest, _ := strings.Cut(text, "://")
	rest = strings.TrimSuffix(rest, "/")
	if strings.ContainsAny(rest, "/?#") || strings.Count(rest, "@") > 1 {
		return nil, ErrBeyondHost
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
		return nil, ErrNotURL
	}
	return u, nil
}
