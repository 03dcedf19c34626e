package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// watchWorkers says when nobody takes the run's work: after a while, and every
// now and then as long as it is so. A run that is to end does not wait for what
// nobody will bring.
func (c *Coordinator) watchWorkers(ctx context.Context) {
	since, said := time.Now(), time.Time{} // when it began, and when it was said last
	for pause(ctx, c.job.times.alone/5) {
		why, now := c.unattended(ctx), time.Now()
		switch {
		case why == "":
			since, said = now, time.Time{}
			c.noteIdle("")
		case now.Sub(since) < c.job.times.alone:
		case c.abandon():
		case c.job.WorkerWait > 0 && now.Sub(since) >= c.job.WorkerWait:
			c.fail(fmt.Errorf("%w for %s: %s", ErrNoWorker, c.job.WorkerWait, why))
			return
		case now.Sub(said) >= c.job.times.again:
			c.conn.warn(why)
			said = now
			c.noteIdle(why)
		}
	}
}

// Idle says why nobody takes the run's work, or took it when the run let no
// further question start; "" where somebody does.
func (c *Coordinator) Idle() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.idle
}

func (c *Coordinator) noteIdle(why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.withdrawn {
		c.idle = why
	}
}

// abandon ends the wait for what was begun, where nothing is handed out any
// more; false where that is not so.
func (c *Coordinator) abandon() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.waiters {
		if c.withdrawn {
			w.release()
		}
	}
	return c.withdrawn
}

// ErrNoWorker is in the error of a run that nobody took for as long as it waits.
var ErrNoWorker = errors.New("no worker took part")

// fail ends every Measure with an error.
func (c *Coordinator) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed, c.withdrawn = err, true
	for _, w := range c.waiters {
		w.release()
	}
}

// failure is why no Measure comes to anything any more.
func (c *Coordinator) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

// unattended says why nobody takes work that is out, "" where somebody does or
// there is none. A connection that is lost is told of by itself.
func (c *Coordinator) unattended(ctx context.Context) string {
	if c.out() == 0 || c.heardLately() {
		return ""
	}
	workers, err := c.conn.present(ctx, c.people)
	if err != nil || slices.ContainsFunc(workers, func(w WorkerStatus) bool { return w.takes(c.run) }) {
		return ""
	}
	return nobody(c.run, workers)
}

// heardLately reports whether a worker has begun something or brought it to its
// end a moment ago.
func (c *Coordinator) heardLately() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Since(c.last) < c.job.times.alone
}

// out is how many tasks wait for their results.
func (c *Coordinator) out() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.waiters)
}

// What a person reads of workers in one line: as many of them, and as much of
// what each lacks.
const (
	mostNamed = 20
	maxLine   = 2000
)

// nobody says why no worker takes part in a run.
func nobody(run string, workers []WorkerStatus) string {
	if len(workers) == 0 {
		return fmt.Sprintf("run %s waits: no worker is there", run)
	}
	var each []string
	for i, w := range workers {
		if i == mostNamed {
			each = append(each, fmt.Sprintf("and %d others", len(workers)-i))
			break
		}
		switch {
		case w.Draining:
			each = append(each, w.Name+" is leaving")
		case len(w.lacks(run)) > 0:
			each = append(each, w.Name+" lacks "+cut(strings.Join(w.lacks(run), ", "), maxLine))
		default:
			each = append(each, w.Name+" has not taken it up yet")
		}
	}
	return fmt.Sprintf("run %s waits: no worker takes it: %s", run, strings.Join(each, "; "))
}

// takes reports whether a worker takes part in a run.
func (w WorkerStatus) takes(run string) bool { return slices.Contains(w.Runs, run) }

// lacks is why a worker takes no part in a run, which it knows by its key
// alone where it cannot read more of it.
func (w WorkerStatus) lacks(run string) []string {
	if lacks, ok := w.Lacks[run]; ok {
		return lacks
	}
	return w.Lacks[token(run)]
}
