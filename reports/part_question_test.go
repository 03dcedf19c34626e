package reports

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// graded is a run of one question whose answer the judge gave a score in
// grounding and none in tone.
func graded(repeat int, score float64) (results.RunInfo, results.Entry) {
	run := results.RunInfo{
		Repeats: 1, PassAt: results.Floors{results.Grounding: 4},
		Dimensions: map[results.Category][]results.Dimension{results.Positive: {results.Grounding, results.Tone}},
	}
	r := results.Record{
		ID: "q", Category: results.Positive, Repeat: repeat, Final: true, Verdict: results.Pass, Answer: &answers.Answer{Text: "Yes."},
		Cells: map[results.Series]results.Cell{"positive/grounding": {Status: results.CellScored, Score: &score}},
	}
	return run, results.Entry{Question: results.Question{ID: "q", Category: results.Positive}, Records: []results.Record{r}}
}

func TestPeopleStandBesideTheJudge(t *testing.T) {
	no, yes := false, true
	said := func(id string, repeat int, d results.Dimension) []Opinion {
		if id != "q" || repeat != 0 {
			t.Errorf("asked for %s, repeat %d", id, repeat)
		}
		if d == results.Tone {
			return []Opinion{{Rater: "<ada>", Score: 5}}
		}
		return []Opinion{{Rater: "<ada>", Score: 2, Comment: "P1 says <14>", SawJudge: &no}, {Rater: "bob", Score: 4, SawJudge: &yes}, {Rater: "eve", Score: 3}}
	}
	run, e := graded(0, 4)
	page := questionPart(t, run, e, QuestionOptions{Opinions: said})
	expect(t, page,
		`grounding <strong>4</strong> <span class="muted">floor 4</span>`,
		`judge <strong>4</strong> · <span class="given differs">&lt;ada&gt; <strong>2</strong></span> · <span class="given">bob <strong>4</strong></span> · <span class="given differs">eve <strong>3</strong></span>`,
		`&lt;ada&gt;: “P1 says &lt;14&gt;” <span class="muted">(did not know the judge&#39;s score)</span>`,
		`bob <span class="muted">(knew the judge&#39;s score)</span>`,
		`judge gave none · <span class="given">&lt;ada&gt; <strong>5</strong></span>`,
		`<span class="badge pass">pass</span>`)
	if n := strings.Count(page, "eve"); n != 1 {
		t.Errorf("eve said nothing more and is named %d times", n)
	}
	nobody := func(string, int, results.Dimension) []Opinion { return nil }
	for _, opt := range []QuestionOptions{{}, {Opinions: nobody}} {
		refuse(t, questionPart(t, run, e, opt), "people", "judge <strong>")
	}
}

func TestManyPeopleAreCounted(t *testing.T) {
	run, e := graded(0, 4)
	many := func(string, int, results.Dimension) []Opinion { return make([]Opinion, maxCitations+7) }
	expect(t, questionPart(t, run, e, QuestionOptions{Opinions: many}), "7 more in labels.jsonl")
}

// TestAPageOfOneQuestionHasMoreRoom: what a row cuts stands there whole.
func TestAPageOfOneQuestionHasMoreRoom(t *testing.T) {
	run, e := graded(0, 4)
	long := strings.Repeat("word ", 20_000)
	r := &e.Records[0]
	r.Answer.Text = long + "last"
	for range maxPassages + 20 {
		r.Answer.Retrieved = append(r.Answer.Retrieved, answers.Passage{ID: "P", Text: strings.Repeat("text ", 2_000) + "end"})
	}
	r.Judge = &results.JudgeCall{Prompt: &results.Prompt{User: long + "asked"}, Attempts: []results.Attempt{{Raw: long + "said"}}}
	expect(t, questionPage(t, run, e), "20 more in records.jsonl", "more characters")
	page := questionPart(t, run, e, QuestionOptions{})
	expect(t, page, "last</div>", "end</div>", "asked</pre>", "said</pre>", "<summary id=\"q0t0p70\">")
	refuse(t, page, "more characters", "records.jsonl")
}

// TestNoQuestionMakesAPageThatCannotBeRead: a single answer of megabytes, and
// many texts that are each of a usual length.
func TestNoQuestionMakesAPageThatCannotBeRead(t *testing.T) {
	run, huge := graded(0, 4)
	huge.Records[0].Answer.Text = strings.Repeat("a<b ", 1<<20)
	page := questionPart(t, run, huge, QuestionOptions{})
	expect(t, page, "3694304 more characters in records.jsonl")
	if len(page) > 3<<20 {
		t.Errorf("an answer of 4 MB makes a page of %d bytes", len(page))
	}
	_, many := graded(0, 4)
	call := results.JudgeCall{Prompt: &results.Prompt{User: strings.Repeat("p", 60_000)}}
	for range 60 {
		call.Attempts = append(call.Attempts, results.Attempt{Code: "judge_not_json", Raw: strings.Repeat("&", 40_000)})
	}
	for range 40 {
		many.Records[0].JudgeAgain = append(many.Records[0].JudgeAgain, call)
	}
	run.Repeats = 30
	for i := range run.Repeats - 1 {
		r := many.Records[0]
		r.Repeat = i + 1
		many.Records = append(many.Records, r)
	}
	if page := questionPart(t, run, many, QuestionOptions{}); len(page) > 24<<20 {
		t.Errorf("calls with %d MB of replies make a page of %d bytes", 30*40*60*40_000>>20, len(page))
	}
}

func TestTheFirstPassagesStandOpenWhereTheyAreShort(t *testing.T) {
	run, e := graded(0, 4)
	for _, text := range []string{"short", strings.Repeat("long ", 1000), "short", "short"} {
		e.Records[0].Answer.Retrieved = append(e.Records[0].Answer.Retrieved, answers.Passage{Text: text})
	}
	page := questionPart(t, run, e, QuestionOptions{})
	for place, open := range map[string]bool{"q0t0p1": true, "q0t0p2": false, "q0t0p3": true, "q0t0p4": false} {
		if strings.Contains(page, `<details class="fold passage" open><summary id="`+place+`">`) != open {
			t.Errorf("passage %s stands open: %t", place, !open)
		}
	}
	refuse(t, questionPage(t, run, e), "passage\" open")
}
