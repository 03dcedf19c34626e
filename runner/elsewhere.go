package runner

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/targets"
)

// Task is one repeat of one question, to be measured in this process or in
// another one.
type Task struct {
	Question   results.Question
	Repeat     int
	Generation int
	Kept       *results.KeptAnswer // the answer that the run has already; nil where there is none
	TakenOver  bool                // Kept is new: who asked for it was lost before it was judged
	Given      *answers.Answer     // the answer of a recorded target; nil asks the target
}

// Measured is what became of a task. Without a Record it was not measured: the
// stop cut it short, and it counts as skipped.
type Measured struct {
	Record *results.Record
	Stop   *results.Stop // what no further question could survive
	// Kept is the new answer of a live target that was cut short before it was
	// judged. That of a Record stands there.
	Kept *results.KeptAnswer
	Told *Told // nil where there is nothing to tell
}

// Told is what a target and a judge have said of themselves beside their
// replies: run.json has it of the whole run.
type Told struct {
	Target targets.Told `json:"target,omitzero"`
	// OwnTemperature: a judge refused a temperature and judges at its own.
	OwnTemperature bool `json:"ownTemperature,omitempty"`
}

// Elsewhere measures tasks in other processes, several at once.
type Elsewhere interface {
	// Measure returns when the task is measured, or cut short by the end of ctx
	// or by Withdraw. Its error breaks the run.
	Measure(ctx context.Context, t Task) (Measured, error)
	// Withdraw is called when the run asks no further question, and perhaps
	// again: tasks that nobody has begun end unmeasured, the others go on.
	Withdraw()
	// Halt is called when no new call may start, and perhaps again: calls that
	// are under way may end, and tasks that need another one end unmeasured.
	Halt()
}

// DefaultWindow is how many tasks are out at once: enough for more than a
// hundred workers, and for a link that is slow.
const DefaultWindow = 1024

// handOut has the questions measured elsewhere. Who measures them bounds the
// calls at once; the window bounds what waits there.
func (r *run) handOut(ctx context.Context) error {
	tasks := make(chan Task)
	var out errgroup.Group
	for range r.window() {
		out.Go(func() error { return work(tasks, func(t Task) error { return r.send(ctx, t) }) })
	}
	fed := r.feed(ctx, tasks)
	close(tasks)
	return errors.Join(fed, out.Wait())
}

func (r *run) window() int {
	window := r.Window
	if window == 0 {
		window = DefaultWindow
	}
	return min(window, max(r.info.Planned, 1))
}

// send takes one task to its record.
func (r *run) send(ctx context.Context, t Task) error {
	return r.guard(t.Question.ID, func() error {
		if !r.going(ctx) {
			return nil
		}
		missing, err := r.give(ctx, &t)
		if err != nil {
			return err
		}
		if missing != nil {
			return r.record(*missing)
		}
		m, err := r.Elsewhere.Measure(ctx, t)
		if m.Record == nil && ctx.Err() != nil {
			return errUnmeasured
		}
		if err != nil {
			return err
		}
		return r.take(t, m)
	})
}

// give puts the answer of a recorded target into its task: the file is here. A
// question without one has its record already.
func (r *run) give(ctx context.Context, t *Task) (missing *results.Record, err error) {
	if r.Live || t.Question.Frozen != nil {
		return nil, nil
	}
	s, err := r.measurer.begin(*t)
	if err != nil {
		return nil, err
	}
	a, err := r.measurer.ask(ctx, s)
	r.heed(s.stop)
	if err != nil {
		return nil, err
	}
	if s.rec.Error != nil {
		rec := s.decide(r.info, r.Now())
		return &rec, nil
	}
	t.Given = &a
	return nil, nil
}

// take writes down what was measured elsewhere. An answer that the run does
// not have yet is kept as one that was asked for here.
func (r *run) take(t Task, m Measured) error {
	r.heed(m.Stop)
	kept := m.Kept
	if m.Record != nil {
		own := m.Record.KeptAnswer()
		kept = &own
	}
	if kept == nil {
		return errUnmeasured
	}
	if kept.Seq != t.Question.Seq || kept.ID != t.Question.ID || kept.Repeat != t.Repeat || kept.Generation != t.Generation {
		return fmt.Errorf("what came back is of question %q, place %d, repeat %d, generation %d", kept.ID, kept.Seq, kept.Repeat, kept.Generation)
	}
	asked := m.Record == nil || m.Record.Target != nil
	if asked && kept.Answer != nil && t.Kept == nil {
		if err := r.keep(*kept); err != nil {
			return err
		}
	}
	if m.Record == nil {
		return errUnmeasured
	}
	return r.record(*m.Record)
}
