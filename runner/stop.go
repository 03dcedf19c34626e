package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// diskStops stops the run when its folder cannot be written: asking on would
// pay for what is lost.
func (r *run) diskStops(err error) bool {
	var write *runstore.WriteError
	if !errors.As(err, &write) {
		return false
	}
	r.halt(&results.Stop{Kind: results.StopDisk, Message: err.Error()})
	return true
}

// going reports whether a new question may be asked. After an interrupt none
// is, though what waits for that beside the run has not had its turn yet.
func (r *run) going(ctx context.Context) bool {
	select {
	case <-r.Interrupt:
		r.wane(&results.Stop{Kind: results.StopInterrupt})
	default:
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.halted && ctx.Err() == nil
}

// calling reports whether what is answered may still be judged.
func (r *run) calling(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.closed && ctx.Err() == nil
}

// heed halts the run for what a question met, if it met something.
func (r *run) heed(stop *results.Stop) {
	if stop != nil {
		r.halt(stop)
	}
}

// halt lets no new call start: the next one would meet what stopped the run.
// The first stop is the cause of those that follow and the one that is told.
func (r *run) halt(stop *results.Stop) {
	if r.Elsewhere != nil {
		defer r.Elsewhere.Halt()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.halted, r.closed = true, true
	if r.stop == nil {
		r.stop = stop
	}
}

// wane lets no new question start and has those in flight finish.
func (r *run) wane(stop *results.Stop) {
	if r.Elsewhere != nil {
		defer r.Elsewhere.Withdraw()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.halted = true
	if stop.Kind == results.StopInterrupt {
		r.interrupted = true
		return
	}
	if r.stop == nil {
		r.stop = stop
	}
}

// ended tells how the run ended. What would only have left questions out is no
// stop when none is missing: it came after the last question. An interrupt
// goes before a stop that came earlier, as it does among the exit codes, and
// names that stop.
func (r *run) ended() Outcome {
	out := r.outcome()
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case out.Skipped == 0 && out.Stop != nil && passing(out.Stop.Kind):
		out.Stop = nil
	case out.Skipped > 0 && r.interrupted:
		stop := results.Stop{Kind: results.StopInterrupt, Message: "interrupted"}
		if out.Stop != nil {
			stop.Message += fmt.Sprintf("; before that it stopped (%s): %s", out.Stop.Kind, out.Stop.Message)
		}
		out.Stop = &stop
	}
	return out
}

func passing(kind results.StopKind) bool {
	return kind == results.StopBudget || kind == results.StopBreaker
}
