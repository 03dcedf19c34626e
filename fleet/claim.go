package fleet

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// claim is how surely a task is still the one of the worker that is at it. The
// server gives a task to another worker when it has heard nothing of it for
// AckWait, and it tells nobody: who was cut off for as long may be one of two
// and makes no new call. What is under way may end, as its result can still be
// the first.
type claim struct {
	wait   time.Duration // AckWait
	now    func() moment
	giveUp context.CancelFunc // ends what the task is measured with

	mu    sync.Mutex
	msg   jetstream.Msg // how the task was delivered last
	asked moment        // since when the server waits, at the earliest
	lost  error         // why the task was given up
}

// errOverdue gives up a task that may be another worker's.
var errOverdue = errors.New("the server may have given it to another worker")

// newClaim is the claim on a task that was asked for at a moment: the server
// began to wait after it.
func newClaim(msg jetstream.Msg, asked moment, wait time.Duration, now func() moment, giveUp context.CancelFunc) *claim {
	return &claim{wait: wait, now: now, giveUp: giveUp, msg: msg, asked: asked}
}

// inProgress is what jetstream's Msg.InProgress says, which cannot be answered.
var inProgress = []byte("+WPI")

// keep renews the claim until ctx ends.
func (c *claim) keep(ctx context.Context, conn *Conn) {
	for wait := c.wait / 3; pause(ctx, wait); {
		wait = c.wait / 3
		if c.renew(ctx, conn) != nil {
			wait = c.wait / 10
		}
	}
}

// renew asks the server to wait anew and returns when it has. What it heard
// in time counts from when it was sent, as it may have come any time after. A
// task that may be another worker's is not renewed: the delivery that is one
// may have been lost on the way, and would not be made again.
func (c *claim) renew(ctx context.Context, conn *Conn) error {
	if !c.timely() {
		return errOverdue
	}
	sent := c.now()
	within, cancel := context.WithTimeout(ctx, c.wait/3)
	defer cancel()
	if _, err := conn.nc.RequestWithContext(within, c.delivered().Reply(), inProgress); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inTime() && sent.since(c.asked) > 0 { // it may have been delivered again meanwhile
		c.asked = sent
	}
	return nil
}

func (c *claim) timely() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.inTime()
}

// inTime reports whether no other worker can have the task yet. It is called
// with the lock held.
func (c *claim) inTime() bool { return c.now().since(c.asked) < c.wait }

// delivered is the delivery to which all that is said of the task belongs.
func (c *claim) delivered() jetstream.Msg {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.msg
}

// again takes another delivery of the same task, with which it is this
// worker's again; not where it has given it up.
func (c *claim) again(msg jetstream.Msg, asked moment) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lost == nil {
		c.msg, c.asked = msg, asked
	}
	return c.lost == nil
}

// holds reports whether a call may be made for the task. Where it may not the
// task is given up: who has it now, or gets it next, begins with what is kept.
func (c *claim) holds() bool {
	if !c.timely() {
		c.abandon(errOverdue)
	}
	return c.givenUp() == nil
}

// abandon gives the task up for the first reason there is: what it is measured
// with ends and makes no record.
func (c *claim) abandon(why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lost == nil {
		c.lost = why
		c.giveUp()
	}
}

// givenUp is why the task was given up, nil where it is held.
func (c *claim) givenUp() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lost
}

type claimKey struct{}

// claiming is a context of what a task is measured with.
func claiming(ctx context.Context, c *claim) context.Context {
	return context.WithValue(ctx, claimKey{}, c)
}

// mayCall is the error of a context whose task is, by now, given up.
func mayCall(ctx context.Context) error {
	if c, ok := ctx.Value(claimKey{}).(*claim); ok && !c.holds() {
		return context.Canceled
	}
	return ctx.Err()
}

// abandon gives up the task that ctx is of: ctx ends, so that Measure makes no
// record, and the task is given back for why.
func abandon(ctx context.Context, why error) {
	if c, ok := ctx.Value(claimKey{}).(*claim); ok {
		c.abandon(why)
	}
}
