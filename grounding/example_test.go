package grounding_test

import (
	"fmt"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/grounding"
)

// An answer is held against the text it was given. Without a repository a
// claim is grounded where the text mentions it.
func ExampleTrace() {
	context := grounding.Prepare("The scanner redacts credential tokens, see scanSecrets(text).", grounding.Source{})
	for _, answer := range []string{
		"Credential tokens are redacted by `scanSecrets(text)`.",
		"Credential tokens are redacted by `computeQuantumScore(text)`.",
	} {
		r := grounding.Trace(answer, context, grounding.Ground{}, grounding.DefaultRules())
		fmt.Println(r.Score, r.Verdict, r.Reasons)
	}
	// Output:
	// 1 pass []
	// 0.571 fail [symbol computeQuantumScore() is not grounded in the context]
}

// In a run the passages of an answer are its evidence.
func ExampleCheck() {
	floor := 0.5
	evidence := []answers.Passage{{ID: "lake", Text: "Water clarity fell from 6.4 metres to 4.1 metres."}}
	for _, text := range []string{"Clarity fell to 4.1 metres.", "Penguins migrated past the volcano."} {
		findings, _ := grounding.Check(grounding.Rule{MinScore: &floor}, answers.Answer{Text: text}, evidence, grounding.Ground{})
		fmt.Println(findings[0].Status, findings[0].Message)
	}
	// Output:
	// pass score 1, at least 0.5
	// fail score 0 is under 0.5: that share of the answer's vocabulary stands in its evidence
}
