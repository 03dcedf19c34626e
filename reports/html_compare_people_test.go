package reports

import (
	"io"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// TestPeopleStandBesideTheJudgeOfChangedQuestions: those who read the answer
// that is shown, on the dimension that moved and on the others.
func TestPeopleStandBesideTheJudgeOfChangedQuestions(t *testing.T) {
	five, two := 5.0, 2.0
	flip := compare.Flip{
		ID: "window", Kind: compare.PassToFail, From: results.Pass, To: results.Fail,
		Dimension: results.Tone, BaseScore: &five, HeadScore: &two,
	}
	record := func(verdict results.Verdict, tone float64) results.Record {
		return results.Record{
			ID: "window", Repeat: 1, Category: results.Positive, Verdict: verdict, Answer: &answers.Answer{Text: "Thirty days."},
			Cells: map[results.Series]results.Cell{
				"positive/tone":      {Status: results.CellScored, Score: &tone},
				"positive/grounding": {Status: results.CellScored, Score: &five},
			},
		}
	}
	records := func(verdict results.Verdict, tone float64) Answered {
		first := record(results.Error, 1)
		first.Repeat = 0
		return func(string) ([]results.Record, error) { return []results.Record{first, record(verdict, tone)}, nil }
	}
	said := func(_ string, repeat int, d results.Dimension) []Opinion {
		if repeat == 1 {
			return []Opinion{{Rater: "ada", Score: 2, Comment: "of the second answer"}}
		}
		return []Opinion{{Rater: "ada", Score: 1, Comment: "of the first answer"}}
	}
	link := func(side, id string) string {
		return map[string]string{"base": "/runs/a/questions/3?from=" + id, "head": "javascript:alert(1)"}[side]
	}
	doc := compare.Doc{Flips: compare.Flips{Says: "1 flip.", List: []compare.Flip{flip}}}
	opt := ComparisonOptions{Base: said, Head: said, Link: link}
	draw := func(sides Sides, opt ComparisonOptions) string {
		return partOf(t, func(w io.Writer) error { return ComparisonPart(w, doc, sides, opt) })
	}
	both := Sides{records(results.Pass, 5), records(results.Fail, 2)}
	page := draw(both, opt)
	expect(t, page,
		`tone: judge <strong>5</strong> · <span class="given differs">ada <strong>2</strong></span>`,
		`grounding: judge <strong>5</strong> · <span class="given differs">ada <strong>2</strong></span>`,
		`tone: judge <strong>2</strong> · <span class="given">ada <strong>2</strong></span>`,
		"of the second answer", `<a href="/runs/a/questions/3?from=window">The whole question in base</a>`)
	refuse(t, page, "of the first answer", "javascript")
	expect(t, draw(Sides{}, opt), `tone: judge <strong>5</strong> · <span class="given differs">ada <strong>1</strong></span>`, "of the first answer")
	refuse(t, draw(Sides{}, opt), "grounding")
	expect(t, draw(both, ComparisonOptions{Head: said}), `tone: judge <strong>2</strong>`)
	refuse(t, draw(both, ComparisonOptions{Head: said}), `tone: judge <strong>5`, "The whole question")
}
