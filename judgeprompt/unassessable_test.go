package judgeprompt

import (
	"slices"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func TestUnassessableIsWhatThePromptTellsTheJudge(t *testing.T) {
	seen := map[int]bool{}
	for _, category := range []results.Category{results.Positive, results.Negative} {
		for _, evidence := range [][]answers.Passage{nil, {{ID: "P1", Title: "a title alone"}}, {{ID: "P1", Text: "text"}}} {
			for _, confidence := range []answers.Confidence{"", answers.High, "sure"} {
				for _, optional := range []bool{false, true} {
					r := Request{
						Category: category, Evidence: evidence, ConfidenceOptional: optional,
						Answer: answers.Answer{Text: "30 days", Confidence: confidence},
					}
					got, want := r.Unassessable(), Build(r).Spec.Unassessable
					if !slices.Equal(got, want) {
						t.Errorf("%+v: %v, the judge is told %v", r, got, want)
					}
					seen[len(got)] = true
				}
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("the cases have %d different numbers of dimensions, want 0 to 3", len(seen))
	}
}
