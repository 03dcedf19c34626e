package runner

import (
	"context"
	"time"

	"github.com/evalrun/evalrun/results"
)

// watch waits beside the run for an interrupt and for its time to be over, and
// cuts the run when the grace after the first of them is. The function that it
// returns ends it.
func (r *run) watch(cut context.CancelFunc) (end func()) {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		r.await(over, cut)
	}()
	return func() {
		close(over)
		<-ended
	}
}

func (r *run) await(over <-chan struct{}, cut context.CancelFunc) {
	interrupt, deadline := r.Interrupt, r.untilDeadline()
	var grace <-chan time.Time
	for {
		select {
		case <-over:
			return
		case <-grace:
			cut()
			return
		case <-interrupt:
			interrupt = nil
			r.wane(&results.Stop{Kind: results.StopInterrupt})
		case <-deadline:
			deadline = nil
			r.wane(&results.Stop{Kind: results.StopBudget, Message: "the time limit of the run is reached"})
		}
		if grace == nil {
			grace = time.After(r.Grace)
		}
	}
}

func (r *run) untilDeadline() <-chan time.Time {
	if r.Deadline.IsZero() {
		return nil
	}
	return time.After(r.Deadline.Sub(r.Now()))
}
