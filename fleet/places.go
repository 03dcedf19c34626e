package fleet

import (
	"context"
	"time"
)

// takeWork fills free places until ctx ends.
func (c *crew) takeWork(ctx context.Context) {
	for {
		free := c.freePlaces(ctx)
		if ctx.Err() != nil {
			c.backPlaces(free)
			return
		}
		got := 0
		for _, m := range c.members() {
			if got += m.pull(free - got); got == free {
				break
			}
		}
		c.backPlaces(free - got)
		if got == 0 && !c.idle(ctx) {
			return
		}
	}
}

func (c *crew) backPlaces(n int) {
	for range n {
		c.places <- struct{}{}
	}
}

// freePlaces takes every place that is free and waits for the first one, or
// for ctx's end.
func (c *crew) freePlaces(ctx context.Context) int {
	select {
	case <-ctx.Done():
		return 0
	case <-c.places:
	}
	for n := 1; ; n++ {
		select {
		case <-c.places:
		default:
			return n
		}
	}
}

// idle waits until there may be work; false means that ctx ended.
func (c *crew) idle(ctx context.Context) bool {
	timer := time.NewTimer(c.times.look)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-c.wake:
	case <-timer.C:
	}
	return true
}
