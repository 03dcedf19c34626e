package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/targets"
)

// answer puts the answer on the record, checks it and makes it ready to be
// judged. An answer that could not be had is put there as its error.
func (m *Measurer) answer(ctx context.Context, s *sitting, t Task) (err error) {
	var a answers.Answer
	switch {
	case s.anchor():
		a = *s.q.Frozen
	case t.Kept != nil:
		a = *t.Kept.Answer
		s.rec.Times.AnswerMs = t.Kept.AnswerMs
		s.rec.Target = &results.TargetCall{Reused: !t.TakenOver}
	case t.Given != nil:
		a = *t.Given
	default:
		if a, err = m.ask(ctx, s); err != nil || s.rec.Error != nil {
			return err
		}
	}
	s.rec.Answer = &a
	if s.rec.Target != nil && t.Kept == nil {
		if err := m.Keep(s.rec.KeptAnswer()); err != nil {
			return cutShort(ctx, err)
		}
	}
	if err := m.check(s, a); err != nil {
		return err
	}
	m.prepare(s, a)
	return nil
}

func (m *Measurer) check(s *sitting, a answers.Answer) error {
	s.rec.Findings = rubric.Check(s.q.Rubric, a, rubric.Options{
		ConfidenceRequired: !m.confidenceOptional(), LatencyMs: latency(a, s.rec),
	})
	verifyQuotes(s.q, a, &s.rec)
	return m.trace(s.q, a, &s.rec)
}

// ask puts the question to the target.
func (m *Measurer) ask(ctx context.Context, s *sitting) (answers.Answer, error) {
	start := m.Now()
	a, err := m.fromTarget(ctx, s.q, s.rec.Repeat)
	if m.Live {
		s.rec.Times.AnswerMs = milliseconds(m.Now().Sub(start))
		s.rec.Target = &results.TargetCall{}
	}
	if err != nil {
		return a, s.noAnswer(ctx, err)
	}
	return a, nil
}

// noAnswer puts the error of one question on its record. Any other error is
// one of the target itself, which the next question would meet too.
func (s *sitting) noAnswer(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errUnmeasured
	}
	if errors.Is(err, llm.ErrBudget) {
		s.halts(results.StopBudget, err.Error())
		return errUnmeasured
	}
	var failed *targets.Error
	if !errors.As(err, &failed) {
		s.halts(results.StopFatal, fmt.Sprintf("the target is broken: question %q: %v", s.rec.ID, err))
		return errUnmeasured
	}
	s.unanswered(&results.ErrorInfo{Code: failed.Code, Message: failed.Message, Attempts: failed.Attempts, Reused: failed.Reused})
	if s.rec.Target != nil {
		s.rec.Target.Attempts = failed.Attempts
	}
	if failed.Fatal() {
		s.halts(results.StopFatal, failed.Message)
	}
	return nil
}

// cutShort blames nobody for what failed after the end of ctx.
func cutShort(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errUnmeasured
	}
	return err
}

// latency prefers what the answer says of itself: a target knows its own
// time without the way there. A recorded answer that says nothing has none.
func latency(a answers.Answer, rec results.Record) *float64 {
	if a.LatencyMs != nil || rec.Target == nil {
		return a.LatencyMs
	}
	return &rec.Times.AnswerMs
}
