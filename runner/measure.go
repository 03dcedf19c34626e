package runner

import (
	"context"
	"slices"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// sitting is one question between its answer and its verdict.
type sitting struct {
	q       suites.Question
	rec     results.Record
	found   verdict.CellsInput
	request judgeprompt.Request // to the judge, where it is asked
	short   string              // what a panel lacks of its quorum
}

// anchor reports whether the answer is frozen: no target is asked for it, and
// the judge each time.
func (s *sitting) anchor() bool { return s.q.Frozen != nil }

// open gets the answer to a question and checks it.
func (r *run) open(ctx context.Context, t task) (*sitting, error) {
	q, err := suites.FromSnapshot(t.question)
	if err != nil {
		return nil, err
	}
	s := &sitting{
		q: q,
		rec: results.Record{
			Seq: q.Seq, ID: q.ID, Category: q.Category, Repeat: t.repeat, Generation: t.generation,
			ContentHash: q.ContentHash, Query: q.Query,
			Question: results.QuestionTraits{Group: q.Group, Tags: q.Tags, Critical: q.Critical},
			Final:    true, Times: results.Times{Started: r.Now().UTC()},
		},
		found: verdict.CellsInput{Category: q.Category, Dimensions: rubric.Dimensions(q.Category), Floors: r.info.PassAt},
	}
	a, err := r.answer(ctx, s, t.kept)
	if err != nil {
		return nil, err
	}
	if s.rec.Error != nil {
		s.found.NotAsked, s.found.ErrCode = verdict.NoAnswer, s.rec.Error.Code
		return s, nil
	}
	s.request = judgeprompt.NewRequest(q, a, r.confidenceOptional())
	if r.Arrange != nil {
		s.request.Evidence = r.Arrange(q.ID, t.repeat, s.request.Evidence)
	}
	s.request.Facts = append(quoteFacts(s.rec.Quotes), groundFacts(q, s.rec.Grounding)...)
	s.found.Unassessable = s.request.Unassessable()
	s.found.NotAsked = r.notAsked(q, a, s.rec.Findings)
	return s, nil
}

// decide makes the record of what was found.
func (s *sitting) decide(info results.RunInfo, now time.Time) results.Record {
	rec := s.rec
	rec.Cells = verdict.Cells(s.found)
	decision := verdict.Decide(verdict.Input{
		Category: s.q.Category, Dimensions: s.found.Dimensions, Findings: rec.Findings,
		Cells: rec.Cells, Floors: info.PassAt, Err: rec.Error,
	})
	rec.Verdict, rec.Reasons = decision.Verdict, decision.Reasons
	if s.short != "" && rec.Verdict == results.Inconclusive {
		rec.Reasons = append([]string{s.short}, rec.Reasons...)
	}
	rec.Times.Ended = now.UTC()
	return rec
}

// notAsked says why the judge is not asked about an answer. A declined
// positive holds nothing to score; with judge.when undecided a failed check
// leaves nothing to decide, but for an anchor, which is there to be scored.
func (r *run) notAsked(q suites.Question, a answers.Answer, findings []results.Finding) verdict.NotAsked {
	failed := func(f results.Finding) bool { return f.Status == results.FindingFail }
	switch {
	case r.Judge == nil:
		return verdict.NoJudge
	case q.Category == results.Positive && a.Declines():
		return verdict.Declined
	case q.Frozen == nil && r.info.Judge.When == suites.WhenUndecided && slices.ContainsFunc(findings, failed):
		return verdict.Decided
	}
	return verdict.Asked
}

func (r *run) confidenceOptional() bool { return r.info.Confidence == suites.ConfidenceOptional }
