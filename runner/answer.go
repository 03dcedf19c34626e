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

// answer puts the answer on the record and checks it. An answer that could not
// be had is put there as its error.
func (r *run) answer(ctx context.Context, s *sitting, kept *results.KeptAnswer) (a answers.Answer, err error) {
	switch {
	case s.anchor():
		a = *s.q.Frozen
	case kept != nil:
		a = *kept.Answer
		s.rec.Times.AnswerMs = kept.AnswerMs
		s.rec.Target = &results.TargetCall{Reused: true}
	default:
		if a, err = r.askTarget(ctx, s); err != nil || s.rec.Error != nil {
			return a, err
		}
	}
	s.rec.Answer = &a
	if s.rec.Target != nil && !s.rec.Target.Reused {
		if err := r.Store.AppendAnswer(s.rec); err != nil && !r.diskStops(err) {
			return a, err
		}
	}
	s.rec.Findings = rubric.Check(s.q.Rubric, a, rubric.Options{
		ConfidenceRequired: !r.confidenceOptional(), LatencyMs: latency(a, s.rec),
	})
	verifyQuotes(s.q, a, &s.rec)
	return a, r.trace(s.q, a, &s.rec)
}

func (r *run) askTarget(ctx context.Context, s *sitting) (answers.Answer, error) {
	start := r.Now()
	a, err := r.fromTarget(ctx, s.q, s.rec.Repeat)
	if r.Live {
		s.rec.Times.AnswerMs = milliseconds(r.Now().Sub(start))
		s.rec.Target = &results.TargetCall{}
	}
	if err != nil {
		return a, r.unanswered(ctx, err, &s.rec)
	}
	return a, nil
}

// unanswered puts the error of one question on its record. Any other error is
// one of the target itself, which the next question would meet too.
func (r *run) unanswered(ctx context.Context, err error, rec *results.Record) error {
	if ctx.Err() != nil {
		return errUnmeasured
	}
	if errors.Is(err, llm.ErrBudget) {
		r.halt(&results.Stop{Kind: results.StopBudget, Message: err.Error()})
		return errUnmeasured
	}
	var failed *targets.Error
	if !errors.As(err, &failed) {
		r.halt(&results.Stop{Kind: results.StopFatal, Message: fmt.Sprintf("the target is broken: question %q: %v", rec.ID, err)})
		return errUnmeasured
	}
	rec.Error = &results.ErrorInfo{Code: failed.Code, Message: failed.Message, Attempts: failed.Attempts, Reused: failed.Reused}
	if rec.Target != nil {
		rec.Target.Attempts = failed.Attempts
	}
	if failed.Fatal() {
		r.halt(&results.Stop{Kind: results.StopFatal, Message: failed.Message})
	}
	return nil
}

// latency prefers what the answer says of itself: a target knows its own
// time without the way there. A recorded answer that says nothing has none.
func latency(a answers.Answer, rec results.Record) *float64 {
	if a.LatencyMs != nil || rec.Target == nil {
		return a.LatencyMs
	}
	return &rec.Times.AnswerMs
}
