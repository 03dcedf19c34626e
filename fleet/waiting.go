package fleet

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// watchWorkers says when nobody takes the run's work: after a while, and every
// now and then as long as it is so.
func (c *Coordinator) watchWorkers(ctx context.Context) {
	since, silent := time.Now(), c.job.times.alone
	for pause(ctx, c.job.times.alone/5) {
		if c.out() == 0 {
			since, silent = time.Now(), c.job.times.alone
			continue
		}
		workers, err := c.conn.present(ctx, c.people)
		if err != nil {
			continue // the lost connection is told of by itself
		}
		if slices.ContainsFunc(workers, func(w WorkerStatus) bool { return slices.Contains(w.Runs, c.run) }) {
			since, silent = time.Now(), c.job.times.alone
			continue
		}
		if time.Since(since) >= silent {
			c.conn.warn(nobody(c.run, workers))
			since, silent = time.Now(), c.job.times.again
		}
	}
}

// out is how many tasks wait for their results.
func (c *Coordinator) out() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiters)
}

// nobody says why no worker takes part in a run.
func nobody(run string, workers []WorkerStatus) string {
	if len(workers) == 0 {
		return fmt.Sprintf("run %s waits: no worker is there", run)
	}
	var each []string
	for _, w := range workers {
		switch {
		case w.Draining:
			each = append(each, w.Name+" is leaving")
		case len(w.Lacks[run]) > 0:
			each = append(each, w.Name+" lacks "+strings.Join(w.Lacks[run], ", "))
		default:
			each = append(each, w.Name+" has not taken it up yet")
		}
	}
	return fmt.Sprintf("run %s waits: no worker takes it: %s", run, strings.Join(each, "; "))
}
