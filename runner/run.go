package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/evalrun/evalrun/results"
)

// Run asks every question of the plan and returns when none is in flight any
// more. The end of ctx is an interrupt, its deadline the budget of time: what
// it cuts short leaves no record, what ended before it does.
//
// The error is a broken run: the questions cannot be read, a check panicked,
// or the records do not add up. Records written so far stay.
func Run(ctx context.Context, plan Plan) (Outcome, error) {
	r := &run{Plan: plan, info: plan.Store.Info()}
	fed := r.feed(ctx)
	ran := r.group.Wait()
	if err := errors.Join(fed, ran); err != nil {
		return r.outcome(), fmt.Errorf("run %s: %w", r.info.ID, err)
	}
	r.noteInterrupt(ctx)
	out := r.outcome()
	return out, out.addsUp()
}

func concurrency(info results.RunInfo) int {
	if info.Settings.Concurrency > 0 {
		return info.Settings.Concurrency
	}
	return DefaultConcurrency
}

// run is a plan under way.
type run struct {
	Plan
	info  results.RunInfo
	group errgroup.Group

	mu       sync.Mutex
	recorded int
	halted   bool
	full     bool // the run's folder cannot be written
	stop     *results.Stop
}

// feed hands the questions to the workers in suite order. A question waits
// until a worker is free, so that only as many are in memory as are in flight.
func (r *run) feed(ctx context.Context) error {
	questions := make(chan func() error)
	defer close(questions)
	for range concurrency(r.info) {
		r.group.Go(func() error { return work(questions) })
	}
	for q, err := range r.Store.Questions() {
		if err != nil {
			return err
		}
		for repeat := range max(r.info.Repeats, 1) {
			if !r.going(ctx) {
				return nil
			}
			questions <- func() error { return r.ask(ctx, q, repeat) }
		}
	}
	return nil
}

// work asks until there is nothing left; after an error nothing is going any
// more and a question ends at once. A worker keeps its stack, which grows with
// every call of a new goroutine.
func work(questions <-chan func() error) (first error) {
	for ask := range questions {
		first = cmp.Or(first, ask())
	}
	return first
}

// ask takes one question to its record. An error breaks the run. A panic is
// one: it is a defect in a check, and a made-up verdict would hide it.
func (r *run) ask(ctx context.Context, q results.Question, repeat int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("question %q: panic: %v\n%s", q.ID, p, debug.Stack())
		}
		if err != nil {
			r.halt(nil)
		}
	}()
	// The reply that stops a run is often the one whose end made room here.
	if !r.going(ctx) {
		return nil
	}
	rec, err := r.measure(ctx, q, repeat)
	if errors.Is(err, errUnmeasured) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("question %q: %w", q.ID, err)
	}
	return r.record(rec)
}

func (r *run) record(rec results.Record) error {
	err := r.Store.Append(rec)
	if r.diskStops(err) {
		return nil
	}
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.recorded++
	if r.Progress != nil {
		r.Progress(Event{Done: r.recorded, Planned: r.info.Planned, ID: rec.ID, Verdict: rec.Verdict})
	}
	return nil
}

func (r *run) outcome() Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Outcome{
		Planned: r.info.Planned, Recorded: r.recorded,
		Skipped: max(r.info.Planned-r.recorded, 0), Stop: r.stop,
	}
}

// addsUp holds a run to its plan: only a stop may leave questions out, and
// nothing may be recorded beyond them.
func (o Outcome) addsUp() error {
	if o.Recorded+o.Skipped != o.Planned || o.Skipped > 0 && o.Stop == nil {
		return fmt.Errorf("records do not add up: %d planned, %d recorded, %d skipped", o.Planned, o.Recorded, o.Skipped)
	}
	return nil
}
