// Package judgeprompt writes what a judge is asked and reads what it replies.
// It holds the two system prompts, lays out question, answer and evidence as
// one user message, and turns a reply into a Judgement only when the reply
// scored everything it was asked to score. It is pure: it calls no model,
// reads no clock and gives the same bytes for the same request.
//
// It does not promise that a judge obeys. It promises that no text under
// judgement can change the structure of the message, and that nothing is
// guessed, repaired or rounded in a reply.
package judgeprompt

import (
	"encoding/json"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// Request is all that goes into one prompt.
type Request struct {
	QuestionID string // named in errors only; the judge does not see it
	Query      string
	Category   results.Category
	// MustMention are the phrases the answer should hold, as shown to a
	// reader. They are shown for positives only.
	MustMention []string
	Answer      answers.Answer
	// Evidence are the passages the judge may rely on; those without text
	// are left out.
	Evidence []answers.Passage
	// ConfidenceOptional takes calibration out of the task when the answer
	// states no confidence.
	ConfidenceOptional bool
	ContentHash        string // of the question; goes into the markers
	Excerpt            int    // most characters shown of a passage; 0 is DefaultExcerpt
	// Facts were established without a model; the judge is told to build on
	// them.
	Facts []string
}

// DefaultExcerpt is the most characters (code points) of one passage that are
// shown. Longer ones would drown the passage that matters.
const DefaultExcerpt = 1200

func excerptLimit(asked int) int {
	if asked <= 0 {
		return DefaultExcerpt
	}
	return asked
}

// Prompt is what is sent to the judge. Schema is shared between prompts and
// must not be changed.
type Prompt struct {
	System     string
	User       string
	SystemHash string // Hash of the category and the excerpt limit
	Schema     json.RawMessage
	SchemaName string // at most 64 of A-Z a-z 0-9 _ -
	Spec       Spec
	// Truncated names the passages shown in part, such as
	// "S1: 1187 of 5310 characters shown".
	Truncated []string
}

// Spec is what a reply must score to be a result. Its slices are shared
// between prompts and must not be changed.
type Spec struct {
	QuestionID   string
	Category     results.Category
	Required     []results.Dimension // asked for: each needs a score and a reasoning
	Unassessable []results.Dimension // told not to score, for want of what they need
}

// Build writes the prompt of one request.
func Build(r Request) Prompt {
	m := newMaterial(r)
	f := formOf(m.Category, len(m.passages) > 0, m.calibrated())
	spec := f.spec
	spec.QuestionID = r.QuestionID
	return Prompt{
		System:     System(m.Category),
		User:       m.message(f),
		SystemHash: Hash(m.Category, r.Excerpt),
		Schema:     f.schema,
		SchemaName: schemaName,
		Spec:       spec,
		Truncated:  m.truncated(),
	}
}
