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
		why := c.unattended(ctx)
		if why == "" {
			since, silent = time.Now(), c.job.times.alone
		} else if time.Since(since) >= silent {
			c.conn.warn(why)
			since, silent = time.Now(), c.job.times.again
		}
	}
}

// unattended says why nobody takes work that is out, "" where somebody does or
// there is none. A connection that is lost is told of by itself.
func (c *Coordinator) unattended(ctx context.Context) string {
	if c.out() == 0 {
		return ""
	}
	workers, err := c.conn.present(ctx, c.people)
	if err != nil || slices.ContainsFunc(workers, func(w WorkerStatus) bool { return slices.Contains(w.Runs, c.run) }) {
		return ""
	}
	return nobody(c.run, workers)
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
		case len(w.lacks(run)) > 0:
			each = append(each, w.Name+" lacks "+strings.Join(w.lacks(run), ", "))
		default:
			each = append(each, w.Name+" has not taken it up yet")
		}
	}
	return fmt.Sprintf("run %s waits: no worker takes it: %s", run, strings.Join(each, "; "))
}

// lacks is why a worker takes no part in a run, which it knows by its key
// alone where it cannot read more of it.
func (w WorkerStatus) lacks(run string) []string {
	if lacks, ok := w.Lacks[run]; ok {
		return lacks
	}
	return w.Lacks[token(run)]
}
