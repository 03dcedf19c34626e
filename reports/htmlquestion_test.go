package reports

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// oneTry is a run of one question that was asked once, and its page.
func oneTry(t *testing.T, r results.Record, context ...answers.Passage) string {
	t.Helper()
	r.Category, r.Final = results.Positive, true
	run := results.RunInfo{
		Repeats: 1, PassAt: results.Floors{results.Grounding: 4},
		Dimensions: map[results.Category][]results.Dimension{results.Positive: {results.Grounding}},
	}
	e := results.Entry{Question: results.Question{Seq: 7, ID: "q", Category: results.Positive, Context: context}, Records: []results.Record{r}}
	return questionPage(t, run, e)
}

func expect(t *testing.T, page string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(page, part) {
			t.Errorf("no %s in\n%s", part, page)
		}
	}
}

func refuse(t *testing.T, page string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(page, part) {
			t.Errorf("%s in\n%s", part, page)
		}
	}
}

func TestFindingsPointAtTheirPhrase(t *testing.T) {
	start, end, far := 4, 11, 99
	page := oneTry(t, results.Record{
		Verdict: results.Fail, Answer: &answers.Answer{Text: "The 30 days & more"},
		Findings: []results.Finding{
			{Check: "mustNotMention", Status: results.FindingFail, Phrase: "30 days", Start: &start, End: &end},
			{Check: "mustMention", Status: results.FindingPass, Phrase: "far", Start: &start, End: &far},
			{Check: "maxWords", Status: results.FindingPass},
		},
	})
	expect(t, page, `The <mark class="fail" id="q7t0a1" data-n="1">30 days</mark> &amp; more`, `<a href="#q7t0a1">mark&nbsp;1</a>`,
		"(mark 2 is not shown)", "2: bytes 4 to 99 lie outside the text of 18", `<code>maxWords</code></li>`)
	refuse(t, page, "#q7t0a2", "mark 3")
}

func TestQuotesAreMarkedInTheirPassage(t *testing.T) {
	start, end := 0, 6
	quote := results.QuoteCitation{Claim: "c1", Passage: "P2", Status: "verified", Quote: "Within", Start: &start, End: &end}
	lost := results.QuoteCitation{Claim: "c2", Passage: "P2", Status: "not_found", Quote: "never"}
	record := results.Record{
		Verdict: results.Fail, Answer: &answers.Answer{Text: "x"}, Quotes: &results.QuoteCheck{Citations: []results.QuoteCitation{lost, quote}},
	}
	passages := []answers.Passage{{ID: "P1", Text: "Within a week"}, {ID: "P2", Text: "Within 30 days"}, {ID: "P2", Text: "Within a year"}}
	page := oneTry(t, record, passages...)
	expect(t, page, `<mark class="pass" id="q7t0c2" data-n="2">Within</mark> 30 days`, `<a href="#q7t0c2">2</a>`, "Passages (3, the question&#39;s context)",
		`<div class="text">Within a week</div>`, `<div class="text">Within a year</div>`, `<td>1</td>`)
	refuse(t, page, "Context given with the question", "#q7t0c1")
	record.Answer.Retrieved = []answers.Passage{}
	expect(t, oneTry(t, record, passages...), "Context given with the question", "Passages (0, retrieved)", "There were none.")
}

// TestFloorsStandBesideScores: a score at its floor is not below it, and a
// score that does not exist is no 0.
func TestFloorsStandBesideScores(t *testing.T) {
	scored := func(v float64) string {
		return oneTry(t, results.Record{Verdict: results.Pass, Cells: map[results.Series]results.Cell{
			"positive/grounding": {Status: results.CellScored, Score: &v, Reasoning: "line\nof reasoning"},
		}})
	}
	expect(t, scored(4), "<strong>4</strong>", "floor 4", "line\nof reasoning")
	refuse(t, scored(4), "below its floor")
	expect(t, scored(3.9999), `<strong class="low">3.9999</strong>`, "below its floor of 4")
	page := oneTry(t, results.Record{Verdict: results.Error, Cells: map[results.Series]results.Cell{
		"positive/grounding": {Status: results.CellErrored, Code: "judge_not_json"},
	}})
	expect(t, page, "no score: errored, judge_not_json", "No answer was had.")
	refuse(t, page, "<strong>0", "below its floor")
}

func TestAnErrorShowsWhatTheJudgeSaid(t *testing.T) {
	prompt := &results.Prompt{System: "sha256:aa", User: "<question>\nWhy?"}
	call := results.JudgeCall{Model: "m", Served: "m-2026", Prompt: prompt, Attempts: []results.Attempt{
		{Code: "judge_not_json", Message: "no object", Status: 200, Raw: "I think <b>5</b>", LatencyMs: 1500}, {Raw: "{}", PromptTokens: 10, LatencyMs: 20},
	}}
	page := oneTry(t, results.Record{
		Verdict: results.Error, Judge: &call, JudgeAgain: []results.JudgeCall{call},
		Error: &results.ErrorInfo{Code: "judge_not_json", Message: "no object in 3 attempts", Attempts: 3},
	})
	expect(t, page, "<code>judge_not_json</code> after 3 attempts", "no object in 3 attempts", "m · served m-2026", "1.5 s", "10 in, 0 out",
		"<details class=\"fold\"><summary>Raw reply of attempt 1</summary>\n<pre tabindex=\"0\">\nI think &lt;b&gt;5&lt;/b&gt;</pre>",
		"<details class=\"fold\"><summary>Raw reply of attempt 2</summary>", "the same message as the judgement before")
	call.Attempts = call.Attempts[:1]
	expect(t, oneTry(t, results.Record{Verdict: results.Error, Judge: &call}), `<details class="fold" open><summary>Raw reply of attempt 1`)
	if n := strings.Count(page, "<pre tabindex=\"0\">\n&lt;question&gt;\nWhy?</pre>"); n != 1 {
		t.Errorf("the prompt is shown %d times", n)
	}
}

func TestTheTryThatDecidedStandsOpen(t *testing.T) {
	records := []results.Record{
		{Repeat: 0, Verdict: results.Pass, Final: true, Answer: &answers.Answer{Text: "first"}},
		{Repeat: 1, Verdict: results.Fail, Final: true, Answer: &answers.Answer{Text: "second"}},
		{Repeat: 2, Verdict: results.Fail, Final: false, Answer: &answers.Answer{Text: "unfinished"}},
	}
	page := questionPage(t, results.RunInfo{Repeats: 3}, results.Entry{Question: results.Question{ID: "q"}, Records: records})
	expect(t, page, `<details class="try"><summary>Try 1 <span class="badge pass">pass</span>`,
		`<details class="try" open><summary>Try 2 <span class="badge fail">fail</span>`, "Tries: 1 pass, 2 fail, 3 skipped; flaky")
	refuse(t, page, "unfinished")
	expect(t, questionPage(t, results.RunInfo{Repeats: 1}, results.Entry{}), "It was not run.")
}

func TestVotesOfAPanelAreShownWithTheirLines(t *testing.T) {
	score, vote := 3.5, 3.0
	page := oneTry(t, results.Record{Verdict: results.Fail, Cells: map[results.Series]results.Cell{"positive/grounding": {
		Status: results.CellScored, Score: &score, Scores: []float64{3, 4}, Note: "split",
		Votes: []results.Vote{{Model: "a", Score: &vote, Reasoning: "too bold"}, {Model: "b", Call: 1, Code: "judge_timeout"}},
	}}})
	expect(t, page, "mean of 3, 4", "split", "<code>a</code> (judgement 1) <strong>3</strong>: too bold", "<code>b</code> (judgement 2) <strong>judge_timeout</strong></li>")
}

func TestUntracedClaimsAreMarkedWhereTheyStand(t *testing.T) {
	g := &results.GroundCheck{Claims: []results.GroundClaim{
		{Kind: "symbol", Value: "Foo", Line: 2, Column: 3}, {Kind: "symbol", Value: "Foo", Line: 9, Column: 1},
		{Kind: "symbol", Value: "Bar", Line: 1, Column: 1, Denied: true},
	}, Weakest: []results.GroundSupport{{Text: "é Foo", Start: 5, End: 11, Reason: "no passage"}}}
	page := oneTry(t, results.Record{Verdict: results.Fail, Answer: &answers.Answer{Text: "Bar.\né Foo"}, Grounding: g})
	expect(t, page, `<mark class="weak" id="q7t0a2" data-n="2">é <mark class="claim" id="q7t0a1" data-n="1">Foo</mark></mark>`,
		"denied by the answer, not checked", "– (nothing to score)")
	if n := strings.Count(page, "<mark"); n != 2 {
		t.Errorf("%d marks, want 2", n)
	}
}

func TestLongTextsOfAQuestionAreCutAndCounted(t *testing.T) {
	long := strings.Repeat("word ", 5_000)
	run, e := filled(long)
	page := questionPage(t, run, e)
	if len(page) > 4_000_000 {
		t.Errorf("one question takes %d bytes", len(page))
	}
	expect(t, page, "more characters in records.jsonl", "more characters)")
}

// BenchmarkQuestionPage is the cost of one question shown in full.
func BenchmarkQuestionPage(b *testing.B) {
	run, e := filled(strings.Repeat("a usual sentence of a record ", 10))
	b.ReportAllocs()
	for b.Loop() {
		var page strings.Builder
		if err := htmlPages().ExecuteTemplate(&page, "question.html", questionView(run, e, QuestionOf(run, e))); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(page.Len()))
	}
}
