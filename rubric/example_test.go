package rubric_test

import (
	"fmt"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/rubric"
)

func ExampleCheck() {
	r := rubric.Rubric{
		ShouldAnswer:   true,
		MustMention:    []rubric.Phrase{{Text: "30 days"}},
		MustNotMention: []rubric.Phrase{{Text: "store credit"}},
	}
	a := answers.Answer{Text: "Within 30 days; we never give store credit.", Confidence: answers.High}
	for _, f := range rubric.Check(r, a, rubric.Options{ConfidenceRequired: true}) {
		fmt.Println(f.Check, f.Status, f.PossiblyNegated)
	}
	// Output:
	// answered pass false
	// mustMention pass false
	// mustNotMention fail true
}
