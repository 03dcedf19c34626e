package runner

import (
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
	stop    *results.Stop       // what no further question could survive
}

// anchor reports whether the answer is frozen: no target is asked for it, and
// the judge each time.
func (s *sitting) anchor() bool { return s.q.Frozen != nil }

// halts notes what no further question could survive. The first is the cause
// of those that follow.
func (s *sitting) halts(kind results.StopKind, message string) {
	if s.stop == nil {
		s.stop = &results.Stop{Kind: kind, Message: message}
	}
}

// unanswered puts the error in the place of the answer.
func (s *sitting) unanswered(e *results.ErrorInfo) {
	s.rec.Error = e
	s.found.NotAsked, s.found.ErrCode = verdict.NoAnswer, e.Code
}

// toJudge reports whether the judge is to be asked about the answer.
func (s *sitting) toJudge() bool { return s.found.NotAsked == "" }

// begin opens a record for a task.
func (m *Measurer) begin(t Task) (*sitting, error) {
	q, err := suites.FromSnapshot(t.Question)
	if err != nil {
		return nil, err
	}
	return &sitting{
		q: q,
		rec: results.Record{
			Seq: q.Seq, ID: q.ID, Category: q.Category, Repeat: t.Repeat, Generation: t.Generation,
			ContentHash: q.ContentHash, Query: q.Query,
			Question: results.QuestionTraits{Group: q.Group, Tags: q.Tags, Critical: q.Critical},
			Final:    true, Times: results.Times{Started: m.Now().UTC()},
		},
		found: verdict.CellsInput{Category: q.Category, Dimensions: rubric.Dimensions(q.Category), Floors: m.Info.PassAt},
	}, nil
}

// prepare writes down what the judge is to be asked about the answer, and
// whether it is.
func (m *Measurer) prepare(s *sitting, a answers.Answer) {
	s.request = judgeprompt.NewRequest(s.q, a, m.confidenceOptional())
	if m.Arrange != nil {
		s.request.Evidence = m.Arrange(s.q.ID, s.rec.Repeat, s.request.Evidence)
	}
	s.request.Facts = append(quoteFacts(s.rec.Quotes), groundFacts(s.q, s.rec.Grounding)...)
	s.found.Unassessable = s.request.Unassessable()
	s.found.NotAsked = m.notAsked(s.q, a, s.rec.Findings)
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
func (m *Measurer) notAsked(q suites.Question, a answers.Answer, findings []results.Finding) verdict.NotAsked {
	failed := func(f results.Finding) bool { return f.Status == results.FindingFail }
	switch {
	case m.Judge == nil:
		return verdict.NoJudge
	case q.Category == results.Positive && a.Declines():
		return verdict.Declined
	case q.Frozen == nil && m.Info.Judge.When == suites.WhenUndecided && slices.ContainsFunc(findings, failed):
		return verdict.Decided
	}
	return verdict.Asked
}

func (m *Measurer) confidenceOptional() bool {
	return m.Info.Confidence == suites.ConfidenceOptional
}
