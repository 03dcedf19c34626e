// Package rubric holds what an answer is measured against: the rubric of a
// question, the dimensions a judge scores, and the mechanical checks, which
// cost nothing and never disagree with themselves.
package rubric

import "github.com/evalrun/evalrun/results"

// Rubric is what one question demands of its answer. Its JSON form is the
// one that suite files, questions.jsonl and content hashes use.
type Rubric struct {
	ShouldAnswer   bool           `json:"shouldAnswer"`
	MustMention    []Phrase       `json:"mustMention,omitempty"`
	MustNotMention []Phrase       `json:"mustNotMention,omitempty"`
	Quotes         *QuoteRule     `json:"quotes,omitempty"`
	Grounding      *GroundingRule `json:"grounding,omitempty"`
	MaxLatencyMs   *int           `json:"maxLatencyMs,omitempty"` // over 0
	MaxWords       *int           `json:"maxWords,omitempty"`     // over 0
}

// Category is positive when the corpus covers the question.
func (r Rubric) Category() results.Category { return results.CategoryOf(r.ShouldAnswer) }

// Phrase is one thing to look for; exactly one field is set. Its JSON form
// is a plain string for Text and {"word":…}, {"regex":…}, {"anyOf":[…]} for
// the others.
type Phrase struct {
	Text  string
	Word  string
	Regex string
	AnyOf []Phrase
}

// QuoteRule asks that the answer's quotes stand in their sources.
type QuoteRule struct {
	Require  bool     `json:"require"`
	MinMatch *float64 `json:"minMatch,omitempty"` // 0..1
}

// GroundingRule sets the floors of the model-free groundedness check.
type GroundingRule struct {
	MinScore   *float64 `json:"minScore,omitempty"`   // 0..1, vocabulary score
	MinSupport *float64 `json:"minSupport,omitempty"` // 0..1, support per sentence
	Root       string   `json:"root,omitempty"`       // repository that counts as evidence
}
