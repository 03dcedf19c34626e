package runner

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// errInterrupted is a question that the end of the context cut short. It was
// not measured, which is no error of its target or judge.
var errInterrupted = errors.New("interrupted")

// measure does one question: answer, checks, judge, verdict.
func (r *run) measure(ctx context.Context, snapshot results.Question, repeat int) (results.Record, error) {
	q, err := suites.FromSnapshot(snapshot)
	if err != nil {
		return results.Record{}, err
	}
	rec := results.Record{
		Seq: q.Seq, ID: q.ID, Category: q.Category, Repeat: repeat, ContentHash: q.ContentHash, Query: q.Query,
		Question: results.QuestionTraits{Group: q.Group, Tags: q.Tags, Critical: q.Critical},
		Final:    true, Times: results.Times{Started: r.Now().UTC()},
	}
	found, err := r.gather(ctx, q, &rec)
	if err != nil {
		return rec, err
	}
	rec.Cells = verdict.Cells(found)
	decision := verdict.Decide(verdict.Input{
		Category: q.Category, Dimensions: found.Dimensions, Findings: rec.Findings,
		Cells: rec.Cells, Floors: r.info.PassAt, Err: rec.Error,
	})
	rec.Verdict, rec.Reasons = decision.Verdict, decision.Reasons
	rec.Times.Ended = r.Now().UTC()
	return rec, nil
}

// gather puts answer, findings and the judge's call on the record and returns
// what the cells are made of.
func (r *run) gather(ctx context.Context, q suites.Question, rec *results.Record) (verdict.CellsInput, error) {
	found := verdict.CellsInput{Category: q.Category, Dimensions: rubric.Dimensions(q.Category)}
	a, err := r.answer(ctx, q, rec)
	if err != nil {
		return found, err
	}
	if rec.Error != nil {
		found.NotAsked, found.ErrCode = verdict.NoAnswer, rec.Error.Code
		return found, nil
	}
	found.NotAsked = r.notAsked(q, a, rec.Findings)
	if found.NotAsked == verdict.Asked {
		err = r.judge(ctx, q, a, rec, &found)
	}
	return found, err
}

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
	return a, nil
}

func (r *run) unanswered(ctx context.Context, err error, rec *results.Record) error {
	if ctx.Err() != nil {
		return errInterrupted
	}
	var failed *targets.Error
	if !errors.As(err, &failed) {
		return err
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

// notAsked says why the judge is not asked about an answer. A declined
// positive holds nothing to score; with judge.when undecided a failed check
// leaves nothing to decide.
func (r *run) notAsked(q suites.Question, a answers.Answer, findings []results.Finding) verdict.NotAsked {
	failed := func(f results.Finding) bool { return f.Status == results.FindingFail }
	switch {
	case r.Judge == nil:
		return verdict.NoJudge
	case q.Category == results.Positive && a.Declines():
		return verdict.Declined
	case r.info.Judge.When == suites.WhenUndecided && slices.ContainsFunc(findings, failed):
		return verdict.Decided
	}
	return verdict.Asked
}

func (r *run) judge(ctx context.Context, q suites.Question, a answers.Answer, rec *results.Record, found *verdict.CellsInput) error {
	request := judgeprompt.NewRequest(q, a, r.confidenceOptional())
	request.Excerpt = r.info.Judge.Excerpt
	prompt := judgeprompt.Build(request)
	start := r.Now()
	scored := r.Judge.Score(ctx, prompt)
	rec.Times.JudgeMs = milliseconds(r.Now().Sub(start))
	if scored.Cancelled {
		return errInterrupted
	}
	rec.Judge, rec.Error = &scored.Call, scored.Err
	found.Unassessable, found.Judgement = prompt.Spec.Unassessable, scored.Judgement
	if scored.Err != nil {
		found.ErrCode = scored.Err.Code
	}
	if scored.Fatal {
		r.halt(&results.Stop{Kind: results.StopFatal, Message: scored.FatalMessage})
	}
	return nil
}

func (r *run) confidenceOptional() bool { return r.info.Confidence == suites.ConfidenceOptional }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
