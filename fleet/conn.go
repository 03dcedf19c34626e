package fleet

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
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
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" {
			shown = append(shown, "(not a URL)")
			continue
		}
		shown = append(shown, u.Scheme+"://"+u.Host)
	}
	return strings.Join(shown, ",")
}

// Conn is a connection that is kept up: once it stood, it is made again for as
// long as it takes. It may be used by several goroutines at once.
type Conn struct {
	nc   *nats.Conn
	js   jetstream.JetStream
	warn func(string)
	at   string

	mu     sync.Mutex
	denial error         // the permission that the server denied last
	denied time.Time     // when
	back   chan struct{} // closed when the connection is made again
}

// requestTimeout is how long a server may take to answer. A request to a
// server that has just gone is lost and made again after it.
const requestTimeout = 5 * time.Second

// reconnectEvery is between two tries; a second of jitter at most spreads the
// workers of a server that comes back.
const reconnectEvery = 250 * time.Millisecond

// Pings find a link that was cut without a word within pingEvery × (maxPings+1).
const (
	pingEvery = 5 * time.Second
	maxPings  = 2
)

// room is how many bytes of a message are ours; the rest is for its headers.
func (c *Conn) room() int { return max(int(c.nc.MaxPayload())-headerRoom, minRoom) }

// The headers of a message count as a part of it. A server that takes less
// than minRoom refuses what is sent to it.
const (
	headerRoom = 1 << 10
	minRoom    = 1 << 10
)

// Close ends the connection at once.
func (c *Conn) Close() { c.nc.Close() }

func (c *Conn) options(a Address, name string) ([]nats.Option, error) {
	if strings.Contains(a.String(), "(not a URL)") {
		return nil, errors.New("the fleet's address is not a URL such as nats://host:4222")
	}
	out := []nats.Option{
		nats.Name(name), nats.Timeout(requestTimeout), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(maxPings),
		nats.MaxReconnects(-1), nats.IgnoreAuthErrorAbort(), nats.ReconnectWait(reconnectEvery), nats.ReconnectJitter(reconnectEvery, time.Second),
		nats.ReconnectBufSize(-1), // what could not be sent is sent anew, and not twice
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.warn(fmt.Sprintf("the connection to %s is lost: %v", c.at, err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { c.reconnected() }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.heard(err) }),
	}
	if a.Creds != "" {
		out = append(out, nats.UserCredentials(a.Creds))
	}
	if a.TLSCA != "" {
		out = append(out, nats.RootCAs(a.TLSCA))
	}
	return out, nil
}

func (c *Conn) reconnected() {
	c.warn("connected to " + c.at + " again")
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.back)
	c.back = make(chan struct{})
}

// nextBack is closed when the connection is made again the next time.
func (c *Conn) nextBack() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.back
}

// heard takes what the server says without having been asked: mostly that the
// user lacks a permission, which the request itself only meets as silence.
func (c *Conn) heard(err error) {
	if errors.Is(err, nats.ErrPermissionViolation) {
		c.mu.Lock()
		c.denial, c.denied = err, time.Now()
		c.mu.Unlock()
	}
	c.warn(fmt.Sprintf("%s: %v", c.at, err))
}
