package fleet

import (
	"cmp"
	"context"
	"errors"
	"time"
)

// slot is what a task in flight holds of its worker's places: one of them,
// all where it is measured alone, none while it waits for that.
type slot struct {
	crew *crew
	held int64
}

// occupy takes a place, which was acquired, for a task.
func (c *crew) occupy() *slot {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inFlight++
	return &slot{crew: c, held: 1}
}

func (s *slot) free() {
	s.crew.mu.Lock()
	s.crew.inFlight--
	s.crew.mu.Unlock()
	s.release()
}

func (s *slot) release() {
	s.crew.places.Release(s.held)
	s.held = 0
}

// Why a task that was to be measured alone is given back.
var (
	errCrowded = errors.New("what is in flight beside it did not end in time")
	errLeaving = errors.New("this worker takes no more work")
)

// takeAll has a task in flight alone. It hands in its place and waits for all
// of them: what becomes free is kept for who waits longest, so that it has its
// turn however much work there is, and two that are to be alone go one after
// the other. What does not end in time, as another run's limits hold it, keeps
// the others from the free places no longer than that.
func (s *slot) takeAll(ctx context.Context, most time.Duration) error {
	c := s.crew
	if s.held == c.all() {
		return nil
	}
	within, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	defer context.AfterFunc(c.staying, cancel)()
	s.release()
	if err := c.places.Acquire(within, c.all()); err != nil {
		if c.staying.Err() != nil {
			return errLeaving
		}
		return cmp.Or(ctx.Err(), errCrowded)
	}
	s.held = c.all()
	return nil
}

// all is how many places there are.
func (c *crew) all() int64 { return int64(c.Concurrency) }
