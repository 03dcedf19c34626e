package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/evalrun/evalrun/results"
)

// Run asks every question of the plan that has no result yet and returns when
// none is in flight any more. The end of ctx is a hard interrupt: what it cuts
// short leaves no record, what ended before it does.
//
// The error is a broken run: the questions cannot be read, a check panicked,
// or the records do not add up. Records written so far stay.
func Run(ctx context.Context, plan Plan) (Outcome, error) {
	calls, cut := context.WithCancel(ctx)
	defer cut()
	r := newRun(plan)
	unwatch := r.watch(cut)
	err := r.pass(calls)
	unwatch()
	if ctx.Err() != nil {
		r.wane(&results.Stop{Kind: results.StopInterrupt})
	}
	if err != nil {
		return r.outcome(), fmt.Errorf("run %s: %w", r.info.ID, err)
	}
	out := r.ended()
	return out, out.addsUp()
}

// run is a plan under way.
type run struct {
	Plan
	info     results.RunInfo
	measurer *Measurer
	breaker  breaker

	mu          sync.Mutex
	recorded    int
	halted      bool // no new question
	closed      bool // no new call at all, for what is answered either
	interrupted bool
	stop        *results.Stop
}

func newRun(plan Plan) *run {
	r := &run{Plan: plan, info: plan.Store.Info(), recorded: plan.Resume.kept()}
	r.measurer = NewMeasurer(MeasurePlan{
		Info: r.info, Target: plan.Target, Live: plan.Live, Checkouts: plan.Checkouts,
		Judge: plan.Judge, Arrange: plan.Arrange, Now: plan.Now, Keep: r.keep,
	})
	r.breaker.limit = breakerLimit(plan.Breaker, r.info.Planned)
	if r.Grace == 0 {
		r.Grace = DefaultGrace
	}
	return r
}

// record appends what is decided. It counts towards the breaker, which stops
// the run when the way to the target or to the judge seems gone.
func (r *run) record(rec results.Record) error {
	err := r.Store.Append(rec)
	if r.diskStops(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if stop := r.written(rec); stop != nil {
		r.halt(stop)
	}
	return nil
}

// keep appends an answer that is not judged yet.
func (r *run) keep(a results.KeptAnswer) error {
	if err := r.Store.AppendAnswer(a); !r.diskStops(err) {
		return err
	}
	return nil
}

func (r *run) written(rec results.Record) *results.Stop {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.recorded++
	if r.Progress != nil {
		r.Progress(Event{Done: r.recorded, Planned: r.info.Planned, ID: rec.ID, Verdict: rec.Verdict, Record: &rec})
	}
	return r.breaker.add(rec)
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

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// errUnmeasured is a question that a stop of the run cut short. It leaves no
// record, for that would blame its target or judge.
var errUnmeasured = errors.New("not measured")
