package judgeprompt

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/suites"
)

func TestEvidenceIsWhatWasRetrievedElseTheContext(t *testing.T) {
	context := []answers.Passage{{ID: "P1", Text: "from the suite"}}
	q := suites.Question{
		ID: "q1", Query: "?", Category: results.Positive, Context: context, ContentHash: "c",
		Rubric: rubric.Rubric{ShouldAnswer: true, MustMention: []rubric.Phrase{{Text: "30 days"}, {Word: "no"}}},
	}
	found := []answers.Passage{{ID: "S1", Text: "retrieved"}}
	for name, c := range map[string]struct {
		retrieved []answers.Passage
		want      []answers.Passage
	}{
		"retrieved":           {found, found},
		"nothing retrieved":   {[]answers.Passage{}, []answers.Passage{}},
		"retrieval not known": {nil, context},
	} {
		r := NewRequest(q, answers.Answer{Text: "a", Retrieved: c.retrieved}, true)
		if diff := cmp.Diff(c.want, r.Evidence); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		want := []string{rubric.Phrase{Text: "30 days"}.String(), rubric.Phrase{Word: "no"}.String()}
		if diff := cmp.Diff(want, r.MustMention); diff != "" || !r.ConfidenceOptional || r.ContentHash != "c" {
			t.Errorf("%s: %s%+v", name, diff, r)
		}
	}
}
