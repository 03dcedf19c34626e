package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/errgroup"

	"github.com/evalrun/evalrun/results"
)

// pass takes the questions through the run, here or elsewhere.
func (r *run) pass(ctx context.Context) error {
	if r.Elsewhere != nil {
		return r.handOut(ctx)
	}
	return r.measureHere(ctx)
}

// measureHere takes the questions in suite order: some workers get answers,
// others have them judged, so that a slow judge and a slow target do not wait
// for each other. Between the two at most as many answers wait as judges are
// at work, so that memory does not grow with the run.
func (r *run) measureHere(ctx context.Context) error {
	asking, judging := concurrency(r.info), judgeConcurrency(r.info)
	// Reading ahead by a question for each worker spares it the wait.
	tasks := make(chan Task, asking)
	answered := make(chan *sitting, judging)
	var askers, judges errgroup.Group
	for range asking {
		askers.Go(func() error { return work(tasks, func(t Task) error { return r.ask(ctx, t, answered) }) })
	}
	if r.Judge != nil {
		for range judging {
			judges.Go(func() error { return work(answered, func(s *sitting) error { return r.try(ctx, s) }) })
		}
	}
	fed := r.feed(ctx, tasks)
	close(tasks)
	asked := askers.Wait()
	close(answered)
	return errors.Join(fed, asked, judges.Wait())
}

func concurrency(info results.RunInfo) int {
	if info.Settings.Concurrency > 0 {
		return info.Settings.Concurrency
	}
	return DefaultConcurrency
}

func judgeConcurrency(info results.RunInfo) int {
	if info.Settings.JudgeConcurrency > 0 {
		return info.Settings.JudgeConcurrency
	}
	return concurrency(info)
}

// work does what comes until there is nothing left; after an error nothing is
// going any more and the rest ends at once. A worker keeps its stack, which
// grows with every call of a new goroutine.
func work[T any](line <-chan T, do func(T) error) (first error) {
	for next := range line {
		first = cmp.Or(first, do(next))
	}
	return first
}

// feed hands out the questions that have no result yet. It waits for the
// workers, so that only some of the questions are in memory.
func (r *run) feed(ctx context.Context, tasks chan<- Task) error {
	unit := 0 // counts questions and repeats
	for q, err := range r.Store.Questions() {
		if err != nil {
			return err
		}
		for repeat := range max(r.info.Repeats, 1) {
			if !r.going(ctx) {
				return nil
			}
			next, err := r.Resume.task(r.Store, unit, q, repeat)
			if err != nil {
				return err
			}
			if unit++; next != nil {
				tasks <- *next
			}
		}
	}
	return nil
}

// ask takes one question to its record, or to the line before the judge.
func (r *run) ask(ctx context.Context, t Task, answered chan<- *sitting) error {
	return r.guard(t.Question.ID, func() error {
		// The reply that stops a run is often the one whose end made room here.
		if !r.going(ctx) {
			return nil
		}
		s, err := r.measurer.begin(t)
		if err != nil {
			return err
		}
		err = r.measurer.answer(ctx, s, t)
		r.heed(s.stop)
		if err != nil {
			return err
		}
		if s.toJudge() {
			answered <- s
			return nil
		}
		return r.record(s.decide(r.info, r.Now()))
	})
}

// try has one answer judged and takes it to its record.
func (r *run) try(ctx context.Context, s *sitting) error {
	return r.guard(s.q.ID, func() error {
		if !r.calling(ctx) {
			return nil
		}
		// A live answer is in flight since it was asked for, a recorded one
		// from here on.
		if !r.Live && !r.going(ctx) {
			return nil
		}
		err := r.measurer.judge(ctx, s)
		r.heed(s.stop)
		if err != nil {
			return err
		}
		return r.record(s.decide(r.info, r.Now()))
	})
}

// guard does one step of a question. An error breaks the run. A panic is one:
// it is a defect in a check, and a made-up verdict would hide it.
func (r *run) guard(id string, step func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("question %q: panic: %v\n%s", id, p, debug.Stack())
		}
		if err != nil {
			r.halt(nil)
		}
	}()
	err = step()
	if errors.Is(err, errUnmeasured) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("question %q: %w", id, err)
	}
	return nil
}
