package fleet

import (
	"context"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// waiter is a task that is out.
type waiter struct {
	key      taskKey
	results  chan jetstream.Msg
	released chan struct{} // closed when it was taken back

	// Of the coordinator's lock.
	begun bool // a worker is at it
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
		return nil, nil
	}
	if c.waiters[key] != nil {
		return nil, fmt.Errorf("task %v is out already", key)
	}
	w := &waiter{key: key, results: make(chan jetstream.Msg, spareResults), released: make(chan struct{})}
	c.waiters[key] = w
	return w, nil
}

func (c *Coordinator) forget(w *waiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiters, w.key)
}

func (w *waiter) release() {
	if !w.free {
		w.free = true
		close(w.released)
	}
}

// heard takes one message about a task that is out.
func (c *Coordinator) heard(msg jetstream.Msg) {
	key, err := parseKey(msg.Subject())
	if err != nil {
		c.conn.warn(fmt.Sprintf("%s is refused: %v", msg.Subject(), err))
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
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
		c.conn.warn(fmt.Sprintf("%s is refused: %v", msg.Subject(), err))
		return
	}
	w.begun = n.Event == noteBegan
	if c.withdrawn && !w.begun {
		w.release()
	}
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
