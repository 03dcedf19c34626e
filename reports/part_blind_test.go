package reports

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/internal/injections"
	"github.com/evalrun/evalrun/results"
)

// TestABlindPageDoesNotDependOnTheJudge: whatever the judge gave, the page has
// the same bytes. So nothing on it can tell.
func TestABlindPageDoesNotDependOnTheJudge(t *testing.T) {
	for _, category := range results.Categories() {
		run := results.RunInfo{
			Repeats: 2, PassAt: results.Floors{results.Grounding: 4},
			Dimensions: map[results.Category][]results.Dimension{category: {results.Grounding, results.Tone}},
		}
		q := results.Question{ID: "q", Category: category, Context: []answers.Passage{{ID: "P1", Title: "Refunds", Text: "Within 30 days."}}}
		pages := map[string]string{}
		for name, judged := range judgements(category) {
			e := results.Entry{Question: q}
			for i, j := range judged {
				r := results.Record{
					ID: "q", Category: category, Repeat: i, Final: true, Answer: &answers.Answer{Text: fmt.Sprintf("Answer %d.", i+1), Confidence: answers.High},
					Findings: []results.Finding{{Check: "mustMention", Status: results.FindingPass, Phrase: "30 days"}},
				}
				j(&r)
				e.Records = append(e.Records, r)
			}
			pages[name] = questionPart(t, run, e, QuestionOptions{Blind: true, Opinions: adaSaid})
			if full := questionPart(t, run, e, QuestionOptions{}); full == pages[name] || strings.Contains(full, "ada") {
				t.Errorf("%s, %s: blind or not, the page is the same", category, name)
			}
		}
		for name, page := range pages {
			if diff := cmp.Diff(pages["passed"], page); diff != "" {
				t.Errorf("%s: the page tells that it %s:\n%s", category, name, diff)
			}
			refuse(t, page, "ada", "badge pass\">pass</span></h2>", "flaky")
			expect(t, page, "Answer 1.", "Answer 2.", "mustMention", "Within 30 days.", "2 tries planned")
		}
	}
}

// judgements are what may become of two answers, by name.
func judgements(category results.Category) map[string][]func(*results.Record) {
	gave := func(verdict results.Verdict, score float64) func(*results.Record) {
		return func(r *results.Record) {
			r.Verdict, r.Times.JudgeMs = verdict, 700
			r.Cells = map[results.Series]results.Cell{results.SeriesOf(category, results.Grounding): {
				Status: results.CellScored, Score: &score, Reasoning: "line", Note: "guessed", Scores: []float64{score, 5},
				Votes: []results.Vote{{Model: "m", Score: &score, Reasoning: "vote"}},
			}}
			r.Judge = &results.JudgeCall{Model: "m", Truncated: []string{"P1"}, Notes: []string{"fenced"}, Attempts: []results.Attempt{{Raw: "{}"}}}
			r.JudgeAgain = []results.JudgeCall{*r.Judge}
			if verdict == results.Fail {
				r.Reasons = []string{"grounding: 2, below its floor of 4"}
			}
		}
	}
	broke := func(r *results.Record) {
		r.Verdict, r.Reasons = results.Error, []string{"judge_not_json: no object"}
		r.Error = &results.ErrorInfo{Code: "judge_not_json", Message: "no object in: I would say 4", Attempts: 3}
		r.Judge = &results.JudgeCall{Attempts: []results.Attempt{{Code: "judge_not_json", Raw: "I would say 4"}}}
	}
	unasked := func(r *results.Record) { r.Verdict = results.Inconclusive }
	return map[string][]func(*results.Record){
		"passed":                  {gave(results.Pass, 5), gave(results.Pass, 5)},
		"failed":                  {gave(results.Fail, 2), gave(results.Fail, 2)},
		"failed the first time":   {gave(results.Fail, 2), gave(results.Pass, 5)},
		"failed the second time":  {gave(results.Pass, 4), gave(results.Fail, 2)},
		"was hedged":              {gave(results.Fail, 3), gave(results.Fail, 3)},
		"broke":                   {broke, broke},
		"broke the second time":   {gave(results.Pass, 5), broke},
		"was not put to a judge":  {unasked, unasked},
		"was judged once, unlike": {gave(results.Fail, 1), unasked},
	}
}

// TestABlindPageTellsAllElse sets every text of a record and compares what
// both pages show of them: blind, all that did not come of the judge.
func TestABlindPageTellsAllElse(t *testing.T) {
	run, e := tokened()
	full, blind := tokensIn(questionPart(t, run, e, QuestionOptions{})), tokensIn(questionPart(t, run, e, QuestionOptions{Blind: true}))
	judges := tokensIn(ofJudge(t, e.Records[0]))
	var told, kept []string
	for _, token := range full {
		if slices.Contains(judges, token) {
			kept = append(kept, token)
		} else {
			told = append(told, token)
		}
	}
	if diff := cmp.Diff(told, blind); diff != "" {
		t.Errorf("blind page (-want +got):\n%s", diff)
	}
	if len(kept) < 15 || len(told) < 50 {
		t.Errorf("the page shows %d texts of the judge and %d others: too few for this test to mean something", len(kept), len(told))
	}
}

func TestABlindPageTellsWhyThereIsNoAnswer(t *testing.T) {
	e := results.Entry{Records: []results.Record{{Final: true, Verdict: results.Error, Error: &results.ErrorInfo{Code: "target_timeout", Message: "no reply in 60 s", Attempts: 4}}}}
	expect(t, questionPart(t, results.RunInfo{Repeats: 1}, e, QuestionOptions{Blind: true}), "target_timeout", "no reply in 60 s", "after 4 attempts", "No answer was had.")
}

// tokened is a question with one record whose every text is another one.
func tokened() (results.RunInfo, results.Entry) {
	var e results.Entry
	n := 0
	injections.FillEach(&e, func() string { n++; return fmt.Sprintf("token%04d", n) })
	e.Records = e.Records[:1]
	r := &e.Records[0]
	r.Error.Code = "target_" + r.Error.Code
	r.Quotes.Citations[0].Field, r.Quotes.Citations[1].Field = "", results.QuoteInTitle
	var cell results.Cell
	injections.FillEach(&cell, func() string { n++; return fmt.Sprintf("token%04d", n) })
	r.Cells = map[results.Series]results.Cell{results.SeriesOf(r.Category, results.Grounding): cell}
	run := results.RunInfo{Repeats: 1, Dimensions: map[results.Category][]results.Dimension{r.Category: {results.Grounding}}}
	return run, e
}

// ofJudge is what the judge gave, as text, and the verdict that came of it.
func ofJudge(t *testing.T, r results.Record) string {
	t.Helper()
	data, err := json.Marshal([]any{r.Verdict, r.Reasons, r.Cells, r.Judge, r.JudgeAgain})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var tokenForm = regexp.MustCompile(`token\d{4}`)

// tokensIn lists the texts in a page, each once, in order of their numbers.
func tokensIn(page string) []string {
	list := tokenForm.FindAllString(page, -1)
	slices.Sort(list)
	return slices.Compact(list)
}
