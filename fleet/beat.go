package fleet

import (
	"context"
	"slices"
	"time"

	"github.com/nats-io/nuid"
)

// beat tells what there is to tell of this worker until ctx ends, and then
// that it is gone.
func (c *crew) beat(ctx context.Context) {
	key := nuid.Next() // two workers of one name are two
	ticker := time.NewTicker(c.times.heartbeat)
	defer ticker.Stop()
	for {
		c.put(ctx, key)
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveBackTime)
			defer cancel()
			_ = c.Conn.persist(last, func(ctx context.Context) error { return c.people.Purge(ctx, key) })
			return
		case <-c.news:
		case <-ticker.C:
		}
	}
}

func (c *crew) put(ctx context.Context, key string) {
	data, err := encode(heartbeat{Schema: heartbeatSchema, WorkerStatus: c.status()})
	if err != nil {
		return
	}
	_ = c.Conn.try(ctx, c.times.heartbeat, func(ctx context.Context) error {
		_, err := c.people.Put(ctx, key, data)
		return err
	})
}

func (c *crew) status() WorkerStatus {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := WorkerStatus{
		Name: c.Name, Tool: c.Tool, Tags: c.Tags, Places: c.Concurrency, InFlight: c.inFlight, Done: c.done,
		PerMinute: c.pace.perMinute(c.Now()), Started: c.started, Draining: c.draining,
	}
	for _, seat := range c.seats {
		if seat.member == nil && len(seat.lacks) > 0 {
			if s.Lacks == nil {
				s.Lacks = map[string][]string{}
			}
			s.Lacks[seat.entry.Run] = seat.lacks
		} else if seat.member != nil {
			s.Runs = append(s.Runs, seat.entry.Run)
		}
	}
	slices.Sort(s.Runs)
	return s
}
