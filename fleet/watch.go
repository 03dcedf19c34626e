package fleet

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// watchRuns keeps the seats as the bucket of runs says until ctx ends.
func (c *crew) watchRuns(ctx context.Context) {
	for ctx.Err() == nil {
		c.watchOnce(ctx)
		pause(ctx, c.times.look)
	}
}

// watchOnce watches until the connection is made again, as a server that was
// started anew does not know who watched, or the bucket is another one.
func (c *crew) watchOnce(ctx context.Context) {
	back := c.Conn.nextBack()
	made, err := c.bucketMade(ctx)
	if err != nil {
		return
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	unanswered := time.AfterFunc(c.Conn.delays.request, stop) // it may be lost with a connection
	watch, err := c.runs.WatchAll(ctx)
	if err != nil {
		return
	}
	unanswered.Stop()
	defer release(watch)
	retry := time.NewTicker(c.times.reopen)
	defer retry.Stop()
	seen := map[string]bool{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-back:
			return
		case <-retry.C:
			if now, err := c.bucketMade(ctx); err != nil || !now.Equal(made) {
				return
			}
			c.tryAgain()
		case e, open := <-watch.Updates():
			switch {
			case !open:
				return
			case e == nil: // all that stood there when the watch began was told
				c.leaveUnless(seen)
			case e.Operation() == jetstream.KeyValuePut:
				seen[e.Key()] = true
				c.told(e.Key(), e.Value())
			default:
				c.leave(e.Key())
			}
		}
	}
}

// bucketMade is when the bucket of runs was made. A watch of one that was
// deleted hears nothing of the next one.
func (c *crew) bucketMade(ctx context.Context) (at time.Time, err error) {
	err = c.Conn.try(ctx, c.Conn.delays.request, func(ctx context.Context) error {
		info, err := bucketInfo(ctx, c.runs)
		if err == nil {
			at = info.Created
		}
		return err
	})
	return at, err
}

func (c *crew) leaveUnless(seen map[string]bool) {
	c.mu.Lock()
	gone := slices.DeleteFunc(slices.Collect(maps.Keys(c.seats)), func(key string) bool { return seen[key] })
	c.mu.Unlock()
	for _, key := range gone {
		c.leave(key)
	}
}
