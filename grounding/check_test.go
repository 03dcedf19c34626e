package grounding

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func passage(text string) []answers.Passage { return []answers.Passage{{ID: "p", Text: text}} }

func TestCheck(t *testing.T) {
	const text = "Water clarity fell from six metres to four metres."
	floor := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		name     string
		rule     Rule
		answer   answers.Answer
		evidence []answers.Passage
		ground   Ground
		want     []results.FindingStatus
		message  string
	}{
		{"vocabulary of the evidence", Rule{MinScore: floor(0.5)}, answers.Answer{Text: text}, passage(text), Ground{},
			[]results.FindingStatus{results.FindingPass}, "score 1, at least 0.5"},
		{"another vocabulary", Rule{MinScore: floor(0.5)}, answers.Answer{Text: "Penguins migrate."}, passage(text), Ground{},
			[]results.FindingStatus{results.FindingFail}, "score 0 is under 0.5: that share of the answer's vocabulary stands in its evidence"},
		{"without a floor the default holds", Rule{}, answers.Answer{Text: "Penguins migrate."}, passage(text), Ground{},
			[]results.FindingStatus{results.FindingFail}, "is under 0.25"},
		{"a floor of 0 fails nobody", Rule{MinScore: floor(0)}, answers.Answer{Text: "Penguins migrate."}, passage(text), Ground{},
			[]results.FindingStatus{results.FindingPass}, "score 0, at least 0"},
		{"nothing to score", Rule{MinScore: floor(0.5)}, answers.Answer{Text: "It is what it is."}, passage(text), Ground{},
			[]results.FindingStatus{results.FindingInconclusive}, "the response holds no technical vocabulary"},
		{"no passage", Rule{MinScore: floor(0.5)}, answers.Answer{Text: text}, nil, Ground{},
			[]results.FindingStatus{results.FindingInconclusive}, "the context is empty"},
		{"a passage without text", Rule{MinScore: floor(0.5)}, answers.Answer{Text: text}, []answers.Passage{{Title: "Water clarity"}}, Ground{},
			[]results.FindingStatus{results.FindingInconclusive}, "the context is empty"},
		{"a declined negative", Rule{Negative: true}, answers.Answer{Text: "x", Declined: true}, passage(text), Ground{}, nil, ""},
		{"a negative with confidence none", Rule{Negative: true}, answers.Answer{Text: "x", Confidence: answers.None}, passage(text), Ground{}, nil, ""},
		{"an answered negative", Rule{Negative: true}, answers.Answer{Text: "Penguins migrate."}, passage(text), Ground{},
			[]results.FindingStatus{results.FindingFail}, "is under 0.25"},
		{"a claim without a repository", Rule{}, answers.Answer{Text: text + " `vanish(x)`"}, passage(text), Ground{},
			[]results.FindingStatus{results.FindingPass}, "at least 0.25"},
		{"a claim against a repository", Rule{}, answers.Answer{Text: text + " `vanish(x)`"}, passage(text), fakes("vanish"),
			[]results.FindingStatus{results.FindingPass, results.FindingFail}, "symbol vanish() is not grounded in the context or the repository"},
		{"support alone", Rule{MinSupport: floor(0.1)}, answers.Answer{Text: text}, passage(text), Ground{},
			[]results.FindingStatus{results.FindingPass}, "at least 0.1"},
		{"score and support", Rule{MinScore: floor(0.1), MinSupport: floor(0.1)}, answers.Answer{Text: text}, passage(text), Ground{},
			[]results.FindingStatus{results.FindingPass, results.FindingPass}, ""},
		{"too little support names the sentence", Rule{MinSupport: floor(0.99)}, answers.Answer{Text: text + " Penguins migrate every winter."}, passage(text), Ground{},
			[]results.FindingStatus{results.FindingFail}, `"Penguins migrate every winter."`},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, report := Check(c.rule, c.answer, c.evidence, c.ground)
			var got []results.FindingStatus
			for _, f := range found {
				got = append(got, f.Status)
				if f.Check != CheckGrounding {
					t.Errorf("check %q", f.Check)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Fatal(diff)
			}
			if (report == nil) != (len(found) == 0) {
				t.Errorf("report %v", report)
			}
			if len(found) > 0 && !strings.Contains(found[len(found)-1].Message, c.message) {
				t.Errorf("message %q, want %q", found[len(found)-1].Message, c.message)
			}
		})
	}
}

func TestFindingShowsTheClaimInTheAnswer(t *testing.T) {
	const answer = "Water clarity is measured by `vanish(x)` each summer."
	found, _ := Check(Rule{}, answers.Answer{Text: answer}, passage("Water clarity"), fakes("vanish"))
	f := found[len(found)-1]
	if f.Phrase != "vanish()" || f.Start == nil || answer[*f.Start:*f.End] != "vanish" || !strings.Contains(f.Excerpt, "measured by `vanish(x)`") {
		t.Errorf("%+v", f)
	}
}
