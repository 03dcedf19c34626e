package fleet

import (
	"context"
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
	wait   time.Duration      // AckWait
	giveUp context.CancelFunc // ends what the task is measured with

	mu    sync.Mutex
	msg   jetstream.Msg // how the task was delivered last
	until time.Time     // before which no other worker has it
	lost  bool
}

// newClaim is the claim on a task that was asked for at a time: the server
// began to wait after it.
func newClaim(msg jetstream.Msg, asked time.Time, wait time.Duration, giveUp context.CancelFunc) *claim {
	return &claim{wait: wait, giveUp: giveUp, msg: msg, until: asked.Add(wait)}
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
// in time counts from when it was sent, as it may have come any time after.
func (c *claim) renew(ctx context.Context, conn *Conn) error {
	sent := time.Now()
	within, cancel := context.WithTimeout(ctx, c.wait/3)
	defer cancel()
	if _, err := conn.nc.RequestWithContext(within, c.delivered().Reply(), inProgress); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Now().Before(c.until) {
		c.until = sent.Add(c.wait)
	}
	return nil
}

// delivered is the delivery to which all that is said of the task belongs.
func (c *claim) delivered() jetstream.Msg {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.msg
}

// again takes another delivery of the same task, with which it is this
// worker's again; not where it has given it up.
func (c *claim) again(msg jetstream.Msg, asked time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.lost {
		c.msg, c.until = msg, asked.Add(c.wait)
	}
	return !c.lost
}

// holds reports whether a call may be made for the task. Where it may not the
// task is given up: who has it now, or gets it next, begins with what is kept.
func (c *claim) holds() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.lost && !time.Now().Before(c.until) {
		c.lost = true
		c.giveUp()
	}
	return !c.lost
}

// isLost reports whether the task was given up.
func (c *claim) isLost() bool {
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
