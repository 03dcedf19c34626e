package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
)

// answer gets the answer and checks it. An answer that could not be had is
// put on the record as its error.
func (r *run) answer(ctx context.Context, q suites.Question, rec *results.Record) (answers.Answer, error) {
	start := r.Now()
	a, err := r.Target.Answer(ctx, q)
	took := milliseconds(r.Now().Sub(start))
	if r.Live {
		rec.Times.AnswerMs = took
	}
	if err != nil {
		return a, r.unanswered(ctx, err, rec)
	}
	rec.Answer = &a
	if r.Live {
		if err := r.Store.AppendAnswer(*rec); err != nil && !r.diskStops(err) {
			return a, err
		}
	}
	rec.Findings = rubric.Check(q.Rubric, a, rubric.Options{
		ConfidenceRequired: !r.confidenceOptional(), LatencyMs: r.latency(a, took),
	})
	verifyQuotes(q, a, rec)
	return a, r.trace(q, a, rec)
}

// unanswered puts the error of one question on its record. Any other error is
// one of the target itself, which the next question would meet too.
func (r *run) unanswered(ctx context.Context, err error, rec *results.Record) error {
	if ctx.Err() != nil {
		return errUnmeasured
	}
	var failed *targets.Error
	if !errors.As(err, &failed) {
		r.halt(&results.Stop{Kind: results.StopFatal, Message: fmt.Sprintf("the target is broken: question %q: %v", rec.ID, err)})
		return errUnmeasured
	}
	rec.Error = &results.ErrorInfo{Code: failed.Code, Message: failed.Message, Attempts: failed.Attempts}
	if failed.Fatal() {
		r.halt(&results.Stop{Kind: results.StopFatal, Message: failed.Message})
	}
	return nil
}

// latency prefers what the answer says of itself: a target knows its own
// time without the way there. A recorded answer that says nothing has none.
func (r *run) latency(a answers.Answer, took float64) *float64 {
	if a.LatencyMs != nil || !r.Live {
		return a.LatencyMs
	}
	return &took
}
