package runner

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
)

const oneOfEach = `version: 1
questions:
- id: positive
  query: How long do customers have to ask for a refund?
  rubric: {shouldAnswer: true, mustMention: ["30 days"], maxLatencyMs: 100}
- id: negative
  query: Who founded the moon?
  rubric: {shouldAnswer: false}
`

func TestJudgeIsAskedOnlyWhatNeedsJudgement(t *testing.T) {
	good := answers.Answer{Text: "You have 30 days.", Confidence: answers.High, LatencyMs: new(50.0)}
	missing := answers.Answer{Text: "No idea how long.", Confidence: answers.High, LatencyMs: new(50.0)}
	for name, c := range map[string]struct {
		answer answers.Answer
		when   string
		want   map[string]bool // asked, by id
	}{
		"an answer is judged": {good, suites.WhenAlways, map[string]bool{"positive": true, "negative": true}},
		"a failed check decides and is judged all the same": {
			missing, suites.WhenAlways, map[string]bool{"positive": true, "negative": true}},
		"a failed check spares the judge when only the undecided is asked": {
			missing, suites.WhenUndecided, map[string]bool{"positive": false, "negative": false}},
		"a declined positive has nothing to score": {
			answers.Answer{Declined: true}, suites.WhenAlways, map[string]bool{"positive": false, "negative": true}},
		"a blank positive is declined": {
			answers.Answer{Text: " \u200b"}, suites.WhenAlways, map[string]bool{"positive": false, "negative": true}},
	} {
		target := func(context.Context, suites.Question) (answers.Answer, error) { return c.answer, nil }
		plan := planFor(t, suiteFrom(t, oneOfEach), target, judging(fives), func(i *results.RunInfo) {
			i.Judge.When, i.Confidence = c.when, suites.ConfidenceRequired
		})
		mustRun(t, t.Context(), plan)
		_, got := entries(t, plan)
		for id, want := range c.want {
			if asked := got[id].Judge != nil; asked != want {
				t.Errorf("%s: %s was judged: %v", name, id, asked)
			}
		}
	}
}

func TestJudgeErrorNeverHidesAFailedCheck(t *testing.T) {
	target := func(context.Context, suites.Question) (answers.Answer, error) {
		return answers.Answer{Text: "No idea.", LatencyMs: new(50.0)}, nil
	}
	plan := planFor(t, suiteFrom(t, oneOfEach), target, judging(failing), nil)
	mustRun(t, t.Context(), plan)
	_, got := entries(t, plan)
	if rec := got["positive"]; rec.Verdict != results.Fail || rec.Error == nil {
		t.Errorf("verdict %s, error %v; want fail beside the error", rec.Verdict, rec.Error)
	}
}

func TestWithoutAJudgeEveryCellSaysSo(t *testing.T) {
	plan := planFor(t, suiteOf(t, 2), sourced, nil, nil)
	mustRun(t, t.Context(), plan)
	_, got := entries(t, plan)
	for id, rec := range got {
		if len(rec.Cells) != len(rubric.Dimensions(rec.Category)) {
			t.Errorf("%s: %d cells", id, len(rec.Cells))
		}
		for series, cell := range rec.Cells {
			if cell.Status != results.CellInconclusive || cell.Code != "no_judge" {
				t.Errorf("%s %s: %+v", id, series, cell)
			}
		}
	}
}

func TestUnassessableIsSaidWhetherOrNotAJudgeIsAsked(t *testing.T) {
	target := func(context.Context, suites.Question) (answers.Answer, error) {
		return answers.Answer{Text: "I know.", LatencyMs: new(50.0)}, nil
	}
	for name, c := range map[string]struct {
		judge Judge
		when  string
	}{
		"no judge":          {nil, suites.WhenAlways},
		"a check decided":   {judging(fives), suites.WhenUndecided},
		"the judge is down": {judging(failing), suites.WhenAlways},
	} {
		plan := planFor(t, suiteFrom(t, oneOfEach), target, c.judge, func(i *results.RunInfo) { i.Judge.When = c.when })
		mustRun(t, t.Context(), plan)
		_, got := entries(t, plan)
		cells := got["positive"].Cells
		for series, code := range map[results.Series]string{
			"positive/grounding": "no_evidence", "positive/citations": "no_evidence", "positive/calibration": "no_confidence",
		} {
			if cell := cells[series]; cell.Status != results.CellUnassessable || cell.Code != code {
				t.Errorf("%s: %s is %+v, want unassessable with the code %s", name, series, cell, code)
			}
		}
		if cell := cells["positive/tone"]; cell.Status == results.CellUnassessable {
			t.Errorf("%s: tone is %+v", name, cell)
		}
	}
}

func TestScoresOnACutPassageAreNoted(t *testing.T) {
	target := func(context.Context, suites.Question) (answers.Answer, error) {
		return answers.Answer{Text: "You have 30 days.", Confidence: answers.High, LatencyMs: new(50.0),
			Retrieved: []answers.Passage{{ID: "P1", Text: strings.Repeat("Refunds take 30 days. ", 200)}}}, nil
	}
	for excerpt, want := range map[int]string{0: "truncated", 10000: ""} {
		plan := planFor(t, suiteFrom(t, oneOfEach), target, judging(fives), func(i *results.RunInfo) { i.Judge.Excerpt = excerpt })
		mustRun(t, t.Context(), plan)
		_, got := entries(t, plan)
		cells := got["positive"].Cells
		if cells["positive/grounding"].Note != want || cells["positive/citations"].Note != want || cells["positive/tone"].Note != "" {
			t.Errorf("with %d characters shown: %+v", excerpt, cells)
		}
	}
}

func TestUnassessableDimensionsAreNamed(t *testing.T) {
	target := func(context.Context, suites.Question) (answers.Answer, error) {
		return answers.Answer{Text: "You have 30 days.", Confidence: answers.High, LatencyMs: new(50.0)}, nil
	}
	plan := planFor(t, suiteFrom(t, oneOfEach), target, judging(fives), nil)
	mustRun(t, t.Context(), plan)
	_, got := entries(t, plan)
	want := map[results.Series]results.CellStatus{
		"positive/grounding": results.CellUnassessable, "positive/citations": results.CellUnassessable,
		"positive/relevance": results.CellScored, "positive/calibration": results.CellScored, "positive/tone": results.CellScored,
	}
	statuses := map[results.Series]results.CellStatus{}
	for series, cell := range got["positive"].Cells {
		statuses[series] = cell.Status
	}
	if diff := cmp.Diff(want, statuses); diff != "" {
		t.Error(diff)
	}
}

func TestLatencyIsTheAnswersOwnElseMeasuredOnALiveTarget(t *testing.T) {
	for name, c := range map[string]struct {
		reported *float64
		live     bool
		want     results.FindingStatus
	}{
		"reported and slow":     {new(101.0), false, results.FindingFail},
		"reported wins on live": {new(50.0), true, results.FindingPass},
		"measured on live":      {nil, true, results.FindingFail},
		"recorded without one":  {nil, false, results.FindingInconclusive},
	} {
		target := func(context.Context, suites.Question) (answers.Answer, error) {
			return answers.Answer{Text: "You have 30 days.", LatencyMs: c.reported}, nil
		}
		plan := planFor(t, suiteFrom(t, oneOfEach), target, nil, func(i *results.RunInfo) { i.Settings.Concurrency = 1 })
		plan.Live = c.live
		clock := testTime
		plan.Now = func() time.Time { clock = clock.Add(time.Second); return clock }
		mustRun(t, t.Context(), plan)
		_, got := entries(t, plan)
		var status results.FindingStatus
		for _, f := range got["positive"].Findings {
			if f.Check == rubric.CheckMaxLatencyMs {
				status = f.Status
			}
		}
		if status != c.want {
			t.Errorf("%s: %q, want %q", name, status, c.want)
		}
		if ms := got["positive"].Times.AnswerMs; (ms > 0) != c.live {
			t.Errorf("%s: answerMs %v", name, ms)
		}
	}
}

func TestLiveAnswerIsOnDiskBeforeItIsJudged(t *testing.T) {
	var plan Plan
	j := judging(nil)
	j.score = func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
		data, err := os.ReadFile(filepath.Join(plan.Store.Path(), runstore.AnswersFile))
		if err != nil || !strings.Contains(string(data), `"id":"`+p.Spec.QuestionID+`"`) {
			t.Errorf("%s is judged and not kept: %v", p.Spec.QuestionID, err)
		}
		return fives(ctx, p)
	}
	plan = planFor(t, suiteOf(t, 6), sourced, j, nil)
	plan.Live = true
	mustRun(t, t.Context(), plan)
}

func TestRecordedAnswersAreNotCopied(t *testing.T) {
	plan := planFor(t, suiteOf(t, 2), sourced, nil, nil)
	mustRun(t, t.Context(), plan)
	if _, err := os.Stat(filepath.Join(plan.Store.Path(), runstore.AnswersFile)); !os.IsNotExist(err) {
		t.Errorf("answers.jsonl: %v", err)
	}
}

func failing(context.Context, judgeprompt.Prompt) judge.Outcome { return judgeFails("judge_not_json") }
