package fleet

import (
	"context"
	"fmt"
	"time"
)

// crowdLook is between two looks whether a run has more workers than it makes
// use of: those that are there from the start are worth a word.
const crowdLook = 2 * time.Second

// watchCrowd says when workers have more places than the run makes use of: who
// started them expects them all to work.
func (c *Coordinator) watchCrowd(ctx context.Context) {
	if c.job.AtOnce == 0 {
		return
	}
	for range c.job.times.alone / crowdLook {
		if !pause(ctx, crowdLook) {
			return
		}
		if workers, places := c.crew(ctx); places > c.job.AtOnce {
			c.conn.warn(fmt.Sprintf("run %s makes %d calls at once; its workers (%d) have %d places", c.run, c.job.AtOnce, workers, places))
			return
		}
	}
}

// crew is how many workers take part, and their places for questions.
func (c *Coordinator) crew(ctx context.Context) (workers, places int) {
	all, err := c.conn.present(ctx, c.people)
	if err != nil {
		return 0, 0
	}
	for _, w := range all {
		if w.takes(c.run) {
			workers, places = workers+1, places+w.Places
		}
	}
	return workers, places
}
