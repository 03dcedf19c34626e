package fleet

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// waiter is a task that is out.
type waiter struct {
	key      taskKey
	results  chan jetstream.Msg
	released chan struct{} // closed when it was taken back

	// Of the coordinator's lock.
	begun bool // a worker is at it
	noted bool // one was
	free  bool // released is closed
}

// spareResults is more results of one task than can come before one is taken:
// a second one is stored only after the first was removed.
const spareResults = 4

// expect takes the results of a task from now on; nil where nothing is handed
// out any more.
func (c *Coordinator) expect(key taskKey) (*waiter, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.withdrawn {
		return nil, c.failed
	}
	if c.waiters[key] != nil {
		return nil, fmt.Errorf("task %v is out already", key)
	}
	w := &waiter{key: key, results: make(chan jetstream.Msg, spareResults), released: make(chan struct{})}
	c.waiters[key] = w
	return w, nil
}

// Taken is how many results the server had from a coordinator before this one.
func (c *Coordinator) Taken() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.taken
}

func (c *Coordinator) tookOld() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.taken++
}

func (c *Coordinator) forget(w *waiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiters, w.key)
}

// wasBegun reports whether a worker has been at a task, or is.
func (c *Coordinator) wasBegun(w *waiter) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return w.noted
}

func (w *waiter) release() {
	if !w.free {
		w.free = true
		close(w.released)
	}
}

// leftQueued notes a task that could not be taken back. There may be as many as
// are out, and all for the same reason.
func (c *Coordinator) leftQueued(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.untaken, c.why = c.untaken+1, err
}

func (c *Coordinator) sayQueued() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.untaken > 0 {
		c.conn.warn(fmt.Sprintf("questions that stay in the queue of run %s: %d: %v", c.run, c.untaken, c.why))
	}
}

// heard takes one message about a task that is out.
func (c *Coordinator) heard(msg jetstream.Msg) {
	key, err := parseKey(msg.Subject())
	if err != nil {
		c.refuse(msg, err)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = time.Now()
	w := c.waiters[key]
	if w == nil {
		return // of a task that is not asked for again
	}
	if strings.HasPrefix(msg.Subject(), subject(c.run, "result")+".") {
		select {
		case w.results <- msg:
		default:
		}
		return
	}
	n, err := decodeNote(msg.Data(), c.run)
	if err != nil {
		c.refuse(msg, err)
		return
	}
	w.begun, w.noted = n.Event == noteBegan, true
	if c.withdrawn && !w.begun {
		w.release()
	}
}

func (c *Coordinator) refuse(msg jetstream.Msg, why error) {
	c.conn.refusals.tell(c.conn.warn, fmt.Sprintf("%s is refused: %s", cut(msg.Subject(), maxShown), cut(why.Error(), maxShown)))
}

// hint tells workers that wait that there is something to do.
func (c *Coordinator) hint(ctx context.Context) {
	for pause(ctx, c.job.times.hint) {
		c.mu.Lock()
		handed := c.handed
		c.handed = false
		c.mu.Unlock()
		if handed {
			_ = c.conn.nc.Publish(moreSubject, []byte(token(c.run))) // who misses it looks all the same
		}
	}
}
