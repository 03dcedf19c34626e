package fleet

import (
	"context"
	"time"
)

// takeWork fills free places until ctx ends.
func (c *crew) takeWork(ctx context.Context) {
	for turn := 0; ; turn++ {
		free := c.freePlaces(ctx)
		if free == 0 {
			return
		}
		got := pullInTurn(c.members(), turn, free)
		c.places.Release(int64(free - got))
		if got == 0 && !c.idle(ctx) {
			return
		}
	}
}

// pullInTurn shares free places among runs, so that a long one does not keep a
// short one waiting. Where there are fewer places than runs it is the turn of
// another one each time; what a run has no tasks for goes to those that have
// more. It returns how many tasks were taken.
func pullInTurn(runs []*member, turn, free int) (got int) {
	for pass := range 2 {
		for i := range runs {
			share := free - got
			if left := len(runs) - i; pass == 0 {
				share = (share + left - 1) / left
			}
			if share > 0 {
				got += runs[(turn+i)%len(runs)].pull(share)
			}
		}
	}
	return got
}

// freePlaces waits for a place and takes every other one that is free; none
// when ctx ends.
func (c *crew) freePlaces(ctx context.Context) (n int) {
	if ctx.Err() != nil || c.places.Acquire(ctx, 1) != nil {
		return 0
	}
	for n = 1; c.places.TryAcquire(1); n++ {
	}
	return n
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

// ended counts a task that has its result.
func (c *crew) ended() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	c.pace.add(c.Now())
}
