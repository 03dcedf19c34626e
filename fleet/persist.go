package fleet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/evalrun/evalrun/llm"
)

// Waits between two tries of the same request.
const (
	firstPause = 50 * time.Millisecond
	lastPause  = time.Second
)

// persist makes a request until it is answered: a server that is away comes
// back. Requests are such that one that was answered and made again changes
// nothing. Errors that another try would meet too are returned, ctx's own as
// it is.
func (c *Conn) persist(ctx context.Context, do func(context.Context) error) error {
	return c.persistFor(ctx, c.delays.request, do)
}

// persistFor is persist for requests of which each may take a given time.
func (c *Conn) persistFor(ctx context.Context, each time.Duration, do func(context.Context) error) (err error) {
	var l lasting
	defer func() { l.end(c, err) }()
	for wait := firstPause; ; wait = min(2*wait, lastPause) {
		err = c.try(ctx, each, do)
		if err == nil || ctx.Err() != nil || !transient(err) {
			return err
		}
		l.met(c, err)
		if !pause(ctx, wait) {
			return ctx.Err()
		}
	}
}

// try makes a request once, as soon as there is a connection.
func (c *Conn) try(ctx context.Context, within time.Duration, do func(context.Context) error) error {
	for !c.nc.IsConnected() {
		if c.nc.IsClosed() {
			return nats.ErrConnectionClosed
		}
		if !pause(ctx, firstPause) {
			return ctx.Err()
		}
	}
	began := time.Now()
	attempt, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	// What was sent over a connection that broke is lost, or its answer is.
	defer context.AfterFunc(c.untilBack(), cancel)()
	err := do(attempt)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.Canceled):
		return nats.ErrDisconnected
	}
	return c.because(err, began)
}

// pause waits; false means that ctx ended.
func pause(ctx context.Context, d time.Duration) bool {
	return llm.Sleep(ctx, d) == nil
}

// transient reports whether the same request may be answered later: the server
// was away, or in a cluster nobody led.
func transient(err error) bool {
	for _, away := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrReconnectBufExceeded,
		nats.ErrConnectionReconnecting, jetstream.ErrNoStreamResponse, jetstream.ErrNoHeartbeat, jetstream.ErrJetStreamNotEnabled,
	} {
		if errors.Is(err, away) {
			return !errors.Is(err, ErrDenied)
		}
	}
	var write *net.OpError // over a connection that is not known yet to be lost
	if errors.As(err, &write) {
		return true
	}
	var answer *jetstream.APIError
	return errors.As(err, &answer) && answer.Code == http.StatusServiceUnavailable && !full(err) && !taken(err)
}

// because names what a person can mend: no room, and the permission that was
// denied, which the request itself met as silence.
func (c *Conn) because(err error, began time.Time) error {
	if full(err) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.denial == nil || c.denied.Before(began) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDenied, c.denial)
}
