package fleet

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Conn is a connection that is kept up: once it stood, it is made again for as
// long as it takes. It may be used by several goroutines at once.
type Conn struct {
	nc   *nats.Conn
	js   jetstream.JetStream
	warn func(string)
	at   string

	ended context.Context // ends when the connection is not made again any more
	end   context.CancelFunc

	delays   delays
	refusals refusals

	mu      sync.Mutex
	denial  error           // the permission that the server denied last
	denied  time.Time       // when
	lasting context.Context // ends when the connection is made again
	renew   context.CancelFunc
	refused map[string]string // what was said of broken heartbeats, by key; see refuse
	stuck   bool              // it was told that requests go on for long; see lasting
}

// requestTimeout is how long a server may take to answer. A request to a
// server that has just gone is lost and made again after it.
const requestTimeout = 5 * time.Second

// reconnectEvery is between two tries; a second of jitter at most spreads the
// workers of a server that comes back.
const reconnectEvery = 250 * time.Millisecond

// Pings find a link that was cut without a word within cutOff. What is sent
// over it keeps them, and everybody else, waiting no longer than that.
const (
	pingEvery = 5 * time.Second
	maxPings  = 2
	cutOff    = pingEvery * (maxPings + 1)
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

// why is why the connection has ended: a server can say that it takes nothing
// more from here.
func (c *Conn) why() error {
	if err := c.nc.LastError(); err != nil {
		return fmt.Errorf("the connection to %s has ended: %w: %w", c.at, nats.ErrConnectionClosed, err)
	}
	return fmt.Errorf("the connection to %s has ended: %w", c.at, nats.ErrConnectionClosed)
}

func (c *Conn) options(a Address, name string) ([]nats.Option, error) {
	if err := a.Check(); err != nil {
		return nil, fmt.Errorf("the fleet's address is %w", err)
	}
	out := []nats.Option{
		nats.Name(name), nats.Timeout(requestTimeout), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(maxPings), nats.FlusherTimeout(cutOff),
		nats.MaxReconnects(-1), nats.IgnoreAuthErrorAbort(), nats.ReconnectWait(reconnectEvery), nats.ReconnectJitter(reconnectEvery, time.Second),
		nats.ReconnectBufSize(-1), // what could not be sent is sent anew, and not twice
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.warn(fmt.Sprintf("the connection to %s is lost: %v", c.at, err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { c.reconnected() }),
		nats.ClosedHandler(func(*nats.Conn) { c.end() }),
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
	c.renew()
	c.lasting, c.renew = context.WithCancel(context.Background())
}

// untilBack ends when the connection is made again the next time.
func (c *Conn) untilBack() context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lasting
}

// nextBack is closed when the connection is made again the next time.
func (c *Conn) nextBack() <-chan struct{} { return c.untilBack().Done() }

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
