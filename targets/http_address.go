package targets

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// address is a URL as it is called and as it may be told.
type address struct{ full, shown string }

// expander puts environment variables in their places and keeps their values
// as secrets.
type expander struct {
	getenv  func(string) string
	secrets []llm.Secret
}

// value returns a variable's value. An empty one is a mistake: an empty key
// would be found out by the server at best.
func (e *expander) value(name, place string) (string, error) {
	v := strings.TrimSpace(e.getenv(name))
	if v == "" {
		return "", fmt.Errorf("environment variable %s is unset or empty; %s names it", name, place)
	}
	return v, nil
}

func (e *expander) keep(values ...string) {
	for _, v := range values {
		e.secrets = append(e.secrets, llm.NewSecret(v))
	}
}

const urlPlace = "target.url"

// address expands a URL. Scheme and host may be told whatever they come from;
// of a variable that stands further on, or goes on further, nothing is.
func (e *expander) address(text string) (address, error) {
	pieces, err := suites.Variables(text)
	if err != nil {
		return address{}, fmt.Errorf("%s: %w", urlPlace, err)
	}
	var full, told strings.Builder
	for _, p := range pieces {
		if p.Variable == "" {
			if strings.HasSuffix(full.String(), "/") {
				p.Text = strings.TrimPrefix(p.Text, "/")
			}
			full.WriteString(p.Text)
			told.WriteString(p.Text)
			continue
		}
		value, err := e.value(p.Variable, urlPlace)
		if err != nil {
			return address{}, err
		}
		written, shown := e.inAddress(value, p.Variable, full.String())
		full.WriteString(written)
		told.WriteString(shown)
	}
	a := address{full: full.String()}
	a.shown, _, _ = strings.Cut(told.String(), "?")
	return a, checkAddress(a.full)
}

// inAddress is a variable's value as it is written behind the part of an
// address that is there already, and what is told of it.
func (e *expander) inAddress(value, name, before string) (written, shown string) {
	switch {
	case strings.Contains(before, "?"):
		written = url.QueryEscape(value)
		e.keep(value, written)
		return written, ""
	case !hostEnds(before):
		host, rest := splitHost(before, value)
		if rest == "" || rest == "/" {
			return value, value
		}
		e.keep(rest, strings.TrimPrefix(rest, "/"))
		return value, host + "/${" + name + "}"
	}
	segments := strings.Split(value, "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	written = strings.Join(segments, "/")
	e.keep(value, written)
	return written, "${" + name + "}"
}

// hostEnds reports whether an address has got past its host.
func hostEnds(address string) bool {
	_, behind, ok := strings.Cut(address, "://")
	return ok && strings.ContainsAny(behind, "/?#")
}

// splitHost cuts a value where the host ends in the address it goes on with.
func splitHost(before, value string) (host, rest string) {
	start := 0
	if !strings.Contains(before, "://") {
		if _, behind, ok := strings.Cut(value, "://"); ok {
			start = len(value) - len(behind)
		}
	}
	if end := strings.IndexAny(value[start:], "/?#"); end >= 0 {
		return value[:start+end], value[start+end:]
	}
	return value, ""
}

func checkAddress(full string) error {
	u, err := url.Parse(full)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return errors.New("target.url, with its variables in place, is not an http or https address")
	case u.User != nil || u.Fragment != "":
		return errors.New("target.url, with its variables in place, holds a user or a fragment; put credentials into a header")
	}
	return nil
}
