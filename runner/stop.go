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
	r.mu.Lock()
	defer r.mu.Unlock()
	r.full = true
	return true
}

func (r *run) canStore() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.full
}

func (r *run) going(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.halted && ctx.Err() == nil
}

// halt lets no new question start. The first stop is the cause of those that
// follow and the one that is told.
func (r *run) halt(stop *results.Stop) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.halted = true
	if r.stop == nil {
		r.stop = stop
	}
}

// noteInterrupt tells of an interrupt only when a record is missing: one that
// came after the last question changed nothing. It goes before a stop that
// came earlier, as it does among the exit codes, and names that stop.
func (r *run) noteInterrupt(ctx context.Context) {
	if ctx.Err() == nil || r.outcome().Skipped == 0 {
		return
	}
	stop := results.Stop{Kind: results.StopInterrupt, Message: "interrupted"}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		stop = results.Stop{Kind: results.StopBudget, Message: "the time limit of the run is reached"}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop != nil {
		stop.Message += fmt.Sprintf("; before that it stopped (%s): %s", r.stop.Kind, r.stop.Message)
	}
	r.stop = &stop
}
