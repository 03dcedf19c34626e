package judgeprompt_test

import (
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// A reply is a result only when it scored everything it was asked to score.
func ExampleParseReply() {
	p := judgeprompt.Build(judgeprompt.Request{
		QuestionID: "q1", Query: "What does a mechanic earn?", Category: results.Negative,
		Answer: answers.Answer{Text: "The handbook does not say.", Confidence: answers.None},
	})
	fmt.Println(p.Spec.Required)

	_, err := judgeprompt.ParseReply(`{"scores": {"grounding": 5}, "reasoning": {"grounding": "declines plainly"}}`, p.Spec)
	var unusable *judgeprompt.ReplyError
	fmt.Println(errors.As(err, &unusable), unusable.Code)

	j, err := judgeprompt.ParseReply(`{"scores": {"grounding": 5, "calibration": 5},
		"reasoning": {"grounding": "declines plainly", "calibration": "states none"}}`, p.Spec)
	fmt.Println(j.Scores[results.Grounding].Value, err)
	// Output:
	// [grounding calibration]
	// true missing_dimension
	// 5 <nil>
}
