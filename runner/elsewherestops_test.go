package runner

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// stubborn measures nothing before it is let, and withdraws what nobody began.
type stubborn struct {
	*besides
	begun     chan string   // ids
	finish    chan struct{} // lets those begun end
	withdraw  sync.Once
	withdrawn chan struct{}
	places    chan struct{}
}

func (s *stubborn) Measure(ctx context.Context, t Task) (Measured, error) {
	select {
	case s.places <- struct{}{}:
	case <-s.withdrawn:
		return Measured{}, nil
	}
	s.begun <- t.Question.ID
	<-s.finish
	return s.besides.Measure(ctx, t)
}

func (s *stubborn) Withdraw() { s.withdraw.Do(func() { close(s.withdrawn) }) }

// TestAnInterruptTakesBackWhatNobodyHasBegun: of ten tasks two are begun; their
// records are waited for, nothing else is.
func TestAnInterruptTakesBackWhatNobodyHasBegun(t *testing.T) {
	interrupt := make(chan struct{})
	plan := planFor(t, suiteOf(t, 50), sourced, judging(fives), nil)
	plan.Live, plan.Interrupt = true, interrupt
	plan, inner := sentElsewhere(plan)
	s := &stubborn{
		besides: inner, begun: make(chan string, 2), finish: make(chan struct{}),
		withdrawn: make(chan struct{}), places: make(chan struct{}, 2),
	}
	plan.Elsewhere, plan.Window = s, 10
	go func() {
		<-s.begun
		<-s.begun
		close(interrupt)
		<-s.withdrawn
		close(s.finish)
	}()
	out := mustRun(t, t.Context(), plan)
	want := Outcome{Planned: 50, Recorded: 2, Skipped: 48, Stop: &results.Stop{Kind: results.StopInterrupt, Message: "interrupted"}}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
}

// elsewhere answers with a function.
type elsewhere func(t Task) (Measured, error)

func (f elsewhere) Measure(_ context.Context, t Task) (Measured, error) { return f(t) }
func (f elsewhere) Withdraw()                                           {}
func (f elsewhere) Halt()                                               {}

// stopping counts what it is called for at a stop.
type stopping struct {
	elsewhere
	withdrawn, halted atomic.Int32
	told              chan struct{} // has a word for each
}

func (s *stopping) Withdraw() { s.withdrawn.Add(1); s.told <- struct{}{} }
func (s *stopping) Halt()     { s.halted.Add(1); s.told <- struct{}{} }

// TestAStopIsToldElsewhere: after a reply that no call survives none may start,
// after an interrupt what is begun ends.
func TestAStopIsToldElsewhere(t *testing.T) {
	interrupt := make(chan struct{})
	s := &stopping{told: make(chan struct{}, 9)}
	for _, c := range []struct {
		rule              string
		measure           elsewhere
		withdrawn, halted int32
	}{
		{"an interrupt withdraws", func(Task) (Measured, error) {
			close(interrupt)
			<-s.told
			return Measured{}, nil
		}, 1, 0},
		{"a stop halts", func(Task) (Measured, error) {
			return Measured{Stop: &results.Stop{Kind: results.StopFatal, Message: "no such key"}}, nil
		}, 1, 1},
	} {
		s.elsewhere = c.measure
		plan := planFor(t, suiteOf(t, 1), nil, nil, nil)
		plan.Live, plan.Elsewhere, plan.Interrupt = true, s, interrupt
		mustRun(t, t.Context(), plan)
		interrupt = nil
		if s.withdrawn.Load() != c.withdrawn || s.halted.Load() != c.halted {
			t.Errorf("%s: withdrawn %d times, halted %d times", c.rule, s.withdrawn.Load(), s.halted.Load())
		}
	}
}

// TestWhatComesBackWrongBreaksTheRun and is not written down.
func TestWhatComesBackWrongBreaksTheRun(t *testing.T) {
	info := results.RunInfo{PassAt: results.DefaultFloors()}
	other := func(t Task, change func(*results.Record)) (Measured, error) {
		rec, err := Unreachable(info, t, "fleet_poison", "lost", testTime)
		change(&rec)
		return Measured{Record: &rec}, err
	}
	for says, back := range map[string]elsewhere{
		"no way there": func(Task) (Measured, error) { return Measured{}, errors.New("no way there") },
		`is of question "q9"`: func(t Task) (Measured, error) {
			return other(t, func(r *results.Record) { r.ID = "q9" })
		},
		"repeat 3": func(t Task) (Measured, error) { return other(t, func(r *results.Record) { r.Repeat = 3 }) },
		"generation 1": func(t Task) (Measured, error) {
			return other(t, func(r *results.Record) { r.Generation = 1 })
		},
		"do not add up": func(Task) (Measured, error) { return Measured{}, nil },
	} {
		plan := planFor(t, suiteOf(t, 2), nil, nil, nil)
		plan.Live, plan.Elsewhere = true, back
		out, err := Run(t.Context(), plan)
		if err == nil || !strings.Contains(err.Error(), says) || out.Recorded != 0 {
			t.Errorf("got %v and %d records, want %q", err, out.Recorded, says)
		}
	}
}

// TestALostQuestionIsAnErrorOfNobody: it is recorded as one, and neither opens
// the breaker nor counts as a reply.
func TestALostQuestionIsAnErrorOfNobody(t *testing.T) {
	plan := planFor(t, suiteOf(t, 30), nil, judging(fives), nil)
	info := plan.Store.Info()
	plan.Live = true
	plan.Elsewhere = elsewhere(func(task Task) (Measured, error) {
		rec, err := Unreachable(info, task, "fleet_poison", "three workers were lost", testTime)
		return Measured{Record: &rec}, err
	})
	if out := mustRun(t, t.Context(), plan); out.Recorded != 30 || out.Stop != nil {
		t.Errorf("outcome %+v", out)
	}
	_, got := entries(t, plan)
	rec := got["q0"]
	want := &results.ErrorInfo{Code: "fleet_poison", Message: "three workers were lost"}
	if diff := cmp.Diff(want, rec.Error); diff != "" || rec.Verdict != results.Error || rec.Answer != nil || !rec.Final {
		t.Errorf("%s %+v", diff, rec)
	}
	for series, cell := range rec.Cells {
		if cell.Status != results.CellErrored || cell.Code != "fleet_poison" {
			t.Errorf("%s is %+v", series, cell)
		}
	}
	b := breaker{limit: 2}
	network := results.Record{Error: &results.ErrorInfo{Code: "target_network"}}
	if b.add(network) != nil || b.add(rec) != nil || b.add(network) == nil {
		t.Error("a lost question counts as a reply of the target")
	}
}

// TestAnAnswerThatCannotBeKeptIsNotJudged: it would be paid for twice.
func TestAnAnswerThatCannotBeKeptIsNotJudged(t *testing.T) {
	plan := planFor(t, suiteOf(t, 1), sourced, nil, nil)
	j := judging(fives)
	m := NewMeasurer(MeasurePlan{
		Info: plan.Store.Info(), Target: plan.Target, Live: true, Judge: j, Now: plan.Now,
		Keep: func(results.KeptAnswer) error { return errors.New("no room") },
	})
	for q, err := range plan.Store.Questions() {
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Measure(t.Context(), Task{Question: q})
		if err == nil || !strings.Contains(err.Error(), `question "q0": no room`) || got.Record != nil || j.calls.Load() > 0 {
			t.Errorf("measured %+v, error %v, %d judgements", got, err, j.calls.Load())
		}
	}
}

// TestAnAnswerThatWasTakenOverCountsAsAskedFor: it was, in this run, by who was
// lost with it. One that the run had before it was resumed does not.
func TestAnAnswerThatWasTakenOverCountsAsAskedFor(t *testing.T) {
	plan := planFor(t, suiteOf(t, 1), sourced, nil, nil)
	m := NewMeasurer(MeasurePlan{
		Info: plan.Store.Info(), Live: true, Now: plan.Now,
		Keep: func(results.KeptAnswer) error { return errors.New("it is kept already") },
	})
	for q, err := range plan.Store.Questions() {
		if err != nil {
			t.Fatal(err)
		}
		kept := results.KeptAnswer{Seq: q.Seq, ID: q.ID, ContentHash: q.ContentHash, AnswerMs: 12, Answer: &answers.Answer{Text: "Thirty days."}}
		for _, over := range []bool{false, true} {
			got, err := m.Measure(t.Context(), Task{Question: q, Kept: &kept, TakenOver: over})
			if err != nil || got.Record == nil {
				t.Fatal(got, err)
			}
			if call := got.Record.Target; call == nil || call.Reused == over || got.Record.Times.AnswerMs != 12 {
				t.Errorf("taken over %v: the call is %+v and took %v ms", over, call, got.Record.Times.AnswerMs)
			}
		}
	}
}
