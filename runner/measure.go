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
	"github.com/evalrun/evalrun/verdict"
)

// errUnmeasured is a question that a stop of the run cut short. It leaves no
// record, for that would blame its target or judge.
var errUnmeasured = errors.New("not measured")

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
	request := judgeprompt.NewRequest(q, a, r.confidenceOptional())
	request.Facts = append(quoteFacts(rec.Quotes), groundFacts(q, rec.Grounding)...)
	found.Unassessable = request.Unassessable()
	found.NotAsked = r.notAsked(q, a, rec.Findings)
	if found.NotAsked == verdict.Asked {
		err = r.judge(ctx, request, rec, &found)
	}
	return found, err
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

func (r *run) judge(ctx context.Context, request judgeprompt.Request, rec *results.Record, found *verdict.CellsInput) error {
	// A judgement that cannot be stored would be paid for and lost.
	if !r.canStore() {
		return errUnmeasured
	}
	request.Excerpt = r.info.Judge.Excerpt
	prompt := judgeprompt.Build(request)
	start := r.Now()
	scored := r.Judge.Score(ctx, prompt)
	rec.Times.JudgeMs = milliseconds(r.Now().Sub(start))
	if scored.Cancelled {
		return errUnmeasured
	}
	rec.Judge, rec.Error = &scored.Call, scored.Err
	found.Judgement, found.Truncated = scored.Judgement, len(prompt.Truncated) > 0
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
