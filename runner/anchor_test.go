package runner

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

const anchored = `questions:
- id: q0
  query: How long is the notice?
  rubric: {shouldAnswer: true}
- id: anchor
  query: How long may I return it?
  rubric: {shouldAnswer: true, mustMention: ["nowhere to be found"]}
  anchors: true
  frozen: {answer: "Within 30 days [P1].", confidence: high, retrieved: [{id: P1, text: "Returns within 30 days."}]}
`

// askedFor notes which questions were judged, and how.
type askedFor struct {
	mu    sync.Mutex
	fresh map[string]bool
}

func (a *askedFor) ScoreRepeat(_ context.Context, p judgeprompt.Prompt, r judge.Repeat) judge.Outcome {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.fresh == nil {
		a.fresh = map[string]bool{}
	}
	a.fresh[p.Spec.QuestionID] = r.Fresh
	return scoring(p, 5, "fits")
}

// TestAnAnchorTakesItsFrozenAnswer: no target is asked, the judge is, from no
// store, and nothing of it is kept as a target's answer.
func TestAnAnchorTakesItsFrozenAnswer(t *testing.T) {
	s := suiteFrom(t, anchored)
	c, j := counting(), &askedFor{}
	plan := c.liveRun(t, s, func(i *results.RunInfo) { i.Repeats, i.Planned = 2, 4 })
	plan.Judge = j
	mustRun(t, t.Context(), plan)
	ordered, _ := entries(t, plan)
	if c.answers["anchor"] != 0 || c.answers["q0"] != 2 {
		t.Errorf("target asked: %v", c.answers)
	}
	if fresh, judged := j.fresh["anchor"]; !judged || !fresh || j.fresh["q0"] {
		t.Errorf("judged afresh: %v", j.fresh)
	}
	for _, rec := range ordered[1].Records {
		if rec.Answer == nil || rec.Answer.Text != "Within 30 days [P1]." || rec.Target != nil || rec.Times.AnswerMs != 0 {
			t.Errorf("record %+v, target %+v", rec.Answer, rec.Target)
		}
		if rec.Cells["positive/grounding"].Status != results.CellScored {
			t.Errorf("grounding %+v, though the frozen answer has its passage", rec.Cells["positive/grounding"])
		}
	}
	if q := ordered[1].Question; !q.Anchor || q.Frozen == nil || len(ordered[1].Records) != 2 {
		t.Errorf("snapshot %+v with %d records", q, len(ordered[1].Records))
	}
	if _, found, err := plan.Store.Kept(1, 0); found || err != nil {
		t.Errorf("the frozen answer is kept as a target's: %t, %v", found, err)
	}
}

// TestAnAnchorIsJudgedWhateverItsChecksSay: it is there to be scored.
func TestAnAnchorIsJudgedWhateverItsChecksSay(t *testing.T) {
	j := &askedFor{}
	plan := planFor(t, suiteFrom(t, anchored), sourced, j, func(i *results.RunInfo) { i.Judge.When = suites.WhenUndecided })
	mustRun(t, t.Context(), plan)
	if _, judged := j.fresh["anchor"]; !judged {
		t.Error("not judged after its check failed")
	}
}

// TestAResumedRunKeepsItsAnchors: the frozen answer is part of the snapshot.
func TestAResumedRunKeepsItsAnchors(t *testing.T) {
	s := suiteFrom(t, anchored)
	c := counting()
	plan := c.liveRun(t, s, nil)
	plan.Judge = never("judge_timeout")
	mustRun(t, t.Context(), plan)
	resumed, resume := mustResume(t, plan, s, ResumeOptions{})
	if resume.Retried != 2 || resume.Reused != 1 {
		t.Errorf("to do %+v", resume)
	}
	c.forget()
	j := &askedFor{}
	resumed.Judge = j
	mustRun(t, t.Context(), resumed)
	if len(c.answers) != 0 || !slices.Equal([]bool{j.fresh["anchor"], j.fresh["q0"]}, []bool{true, false}) {
		t.Errorf("target asked %v, judged afresh %v", c.answers, j.fresh)
	}
}
