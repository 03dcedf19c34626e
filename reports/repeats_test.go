package reports

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// tries is a question whose tries had the verdicts and tone scores given.
func tries(verdicts []results.Verdict, scores ...float64) results.Entry {
	e := results.Entry{Question: results.Question{ID: "q", Category: results.Positive}}
	for i, v := range verdicts {
		r := results.Record{ID: "q", Category: results.Positive, Repeat: i, Verdict: v, Final: true,
			Cells: map[results.Series]results.Cell{}}
		if i < len(scores) {
			r.Cells["positive/tone"] = results.Cell{Status: results.CellScored, Score: new(scores[i]), Reasoning: "so"}
		}
		e.Records = append(e.Records, r)
	}
	return e
}

func toneRun(repeats int) results.RunInfo {
	return results.RunInfo{Repeats: repeats,
		Dimensions: map[results.Category][]results.Dimension{results.Positive: {results.Tone}}}
}

func TestAQuestionShowsItsSpreadAndThatItIsFlaky(t *testing.T) {
	const pass, fail, broken = results.Pass, results.Fail, results.Error
	for _, c := range []struct {
		rule     string
		verdicts []results.Verdict
		scores   []float64
		flaky    bool
		spread   float64 // below 0: none
	}{
		{"both ways", []results.Verdict{pass, fail}, []float64{5, 3}, true, math.Sqrt2},
		{"a pass and an error", []results.Verdict{pass, broken}, []float64{5}, false, -1},
		{"equal scores do not spread, and say so", []results.Verdict{pass, pass}, []float64{4, 4}, false, 0},
		{"one try has no spread", []results.Verdict{pass}, []float64{4}, false, -1},
		{"no try at all", nil, nil, false, -1},
	} {
		t.Run(c.rule, func(t *testing.T) {
			q := QuestionOf(toneRun(2), tries(c.verdicts, c.scores...))
			got, ok := q.Spread[results.Tone]
			if q.Flaky != c.flaky || ok != (c.spread >= 0) || ok && math.Abs(got-c.spread) > 1e-12 {
				t.Errorf("flaky %v, spread %v (%v)", q.Flaky, got, ok)
			}
		})
	}
}

func TestAMeanOfJudgementsSaysWhatItIsMadeOf(t *testing.T) {
	many := make([]float64, maxReasons+5)
	for i := range many {
		many[i] = float64(1 + i%5)
	}
	for _, c := range []struct {
		scores []float64
		want   string
	}{
		{nil, ""}, {[]float64{4}, ""}, {[]float64{4, 4, 4}, ""}, {[]float64{4, 5, 3.5}, " (mean of 4, 5, 3.5)"},
	} {
		if got := judgedWords(results.Cell{Scores: c.scores}); got != c.want {
			t.Errorf("%v: %q, want %q", c.scores, got, c.want)
		}
	}
	if got := judgedWords(results.Cell{Scores: many}); !strings.HasSuffix(got, ", 5 more)") {
		t.Errorf("%d judgements: %q", len(many), got)
	}
}

func TestFlakyQuestionsAreNamedAsFarAsThereIsRoom(t *testing.T) {
	r := &results.RepeatSummary{Answers: 2, Flaky: 150, PassEveryTime: results.Rate{Reason: "none"}}
	for i := range results.MaxFlaky {
		r.FlakyQuestions = append(r.FlakyQuestions, results.FlakyQuestion{ID: fmt.Sprint("q", i), Pass: 1, Fail: 1})
	}
	if got := flakyWords(r, 2); got != "150 questions both passed and failed: q0 (1 pass, 1 fail), q1 (1 pass, 1 fail) and 148 more" {
		t.Errorf("%q", got)
	}
	if got := flakyWords(&results.RepeatSummary{}, 2); got != "0 questions both passed and failed" {
		t.Errorf("%q", got)
	}
	text := string(render(t, Markdown, viewOf(results.ReportDoc{Repeats: r}, nil)))
	if !strings.Contains(text, "50 flaky questions more not shown here") || strings.Count(text, "| `q") != results.MaxFlaky {
		t.Errorf("report.md names %d:\n%s", strings.Count(text, "| `q"), text[:min(len(text), 2000)])
	}
}

// An unknown price is words on every surface and null in JSON.
func TestAnUnknownPriceIsNeverASum(t *testing.T) {
	doc := results.ReportDoc{
		Run:    results.RunInfo{Judge: results.JudgeRef{Kind: results.JudgeModel, Model: "judge-1"}, Target: results.TargetRef{Type: "openai"}},
		Judge:  results.JudgeSummary{Fresh: 2, Calls: 2, PromptTokens: 10, CostReason: "unknown price for judge-1"},
		Target: &results.TargetSummary{Asked: 2, Calls: 2, PromptTokens: 10, CostReason: "unknown price for bot-1"},
	}
	for ending, write := range writers {
		text := string(render(t, write, viewOf(doc, nil)))
		for _, want := range []string{"unknown price for judge-1", "unknown price for bot-1"} {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
				t.Errorf("%s does not say %q", ending, want)
			}
		}
		if strings.Contains(text, "$") {
			t.Errorf("%s names a sum:\n%s", ending, text)
		}
	}
	var report struct {
		Judge, Target map[string]any
	}
	if err := json.Unmarshal(render(t, JSON, viewOf(doc, nil)), &report); err != nil {
		t.Fatal(err)
	}
	for _, work := range []map[string]any{report.Judge, report.Target} {
		if cost, has := work["cost"]; !has || cost != nil {
			t.Errorf("cost is %v in %v", cost, work)
		}
	}
}

func TestATargetWithoutACountOfTokensHasNoCost(t *testing.T) {
	got := strings.Join(targetWork(&results.TargetSummary{
		Asked: 3, Calls: 4, Retries: 1, Unmetered: 2, Cost: new(0.0), Errors: map[string]int{"target_network": 1},
	}), "; ")
	if got != "2 fresh answers in 4 requests (1 to retry); no count of tokens came with the answers" {
		t.Errorf("%q", got)
	}
}
