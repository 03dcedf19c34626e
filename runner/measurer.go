package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding/repository"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/targets"
)

// MeasurePlan is what questions are measured with. Its fields are those of
// Plan of the same name.
type MeasurePlan struct {
	Info      results.RunInfo // confidence, floors, judge.when, excerpt and judge repeats are taken from it
	Target    targets.Target  // nil where every task has its answer
	Live      bool
	Checkouts map[string]*repository.Index
	Judge     Judge
	Arrange   func(id string, repeat int, evidence []answers.Passage) []answers.Passage
	Now       func() time.Time
	// Keep stores each new answer of a live target before it is judged. Its
	// error breaks the measurement.
	Keep func(results.KeptAnswer) error
}

// Measurer measures one question at a time, for several goroutines at once. It
// is what a run does with a question, without the run's folder.
type Measurer struct{ MeasurePlan }

// NewMeasurer returns a Measurer that measures as the plan says.
func NewMeasurer(plan MeasurePlan) *Measurer { return &Measurer{plan} }

// Measure takes one task to its record. It returns none when ctx cuts it short
// or a budget is spent. The error is a question that cannot be read, or an
// answer that cannot be kept.
func (m *Measurer) Measure(ctx context.Context, t Task) (Measured, error) {
	s, err := m.begin(t)
	if err != nil {
		return Measured{}, fmt.Errorf("question %q: %w", t.Question.ID, err)
	}
	if err = m.answer(ctx, s, t); err == nil && s.toJudge() {
		err = m.judge(ctx, s)
	}
	if errors.Is(err, errUnmeasured) {
		return s.unmeasured(), nil
	}
	if err != nil {
		return Measured{}, fmt.Errorf("question %q: %w", t.Question.ID, err)
	}
	rec := s.decide(m.Info, m.Now())
	return Measured{Record: &rec, Stop: s.stop}, nil
}

// unmeasured is what is left of a task that was cut short.
func (s *sitting) unmeasured() Measured {
	m := Measured{Stop: s.stop}
	if s.rec.Answer != nil && s.rec.Target != nil && !s.rec.Target.Reused {
		kept := s.rec.KeptAnswer()
		m.Kept = &kept
	}
	return m
}

// Unreachable is the record of a task that nobody brought to its end. The code
// and the message say who tried, and how it ended.
func Unreachable(info results.RunInfo, t Task, code, message string, now time.Time) (results.Record, error) {
	m := Measurer{MeasurePlan{Info: info, Now: func() time.Time { return now }}}
	s, err := m.begin(t)
	if err != nil {
		return results.Record{}, fmt.Errorf("question %q: %w", t.Question.ID, err)
	}
	s.unanswered(&results.ErrorInfo{Code: code, Message: message})
	return s.decide(info, now), nil
}
