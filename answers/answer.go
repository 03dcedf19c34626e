// Package answers holds what a target said about one question: the text, the
// stated confidence, the citations and the passages it retrieved. It decodes
// the answer envelope and decides nothing about quality.
package answers

import "strings"

// Answer is one reply of the target, as recorded or as received.
type Answer struct {
	ID         string     `json:"id,omitempty"`
	Query      string     `json:"query,omitempty"`
	Text       string     `json:"answer"`
	Declined   bool       `json:"declined,omitempty"`
	Confidence Confidence `json:"confidence,omitempty"`
	Citations  []Citation `json:"citations,omitempty"`
	// Retrieved is nil when the envelope had no such key: only then may the
	// question's own context stand in as evidence. An empty list means the
	// target retrieved nothing.
	Retrieved []Passage `json:"retrieved,omitzero"`
	Model     string    `json:"model,omitempty"`
	Usage     *Usage    `json:"usage,omitempty"`
	LatencyMs *float64  `json:"latencyMs,omitempty"`
	// FirstTokenMs is how long the first piece of a streamed answer took.
	FirstTokenMs *float64 `json:"firstTokenMs,omitempty"`
}

// Citation is a pointer from the answer to a source it claims to rest on.
type Citation struct {
	ID     string `json:"id,omitempty"`
	Title  string `json:"title,omitempty"`
	Source string `json:"source,omitempty"`
}

// Passage is a retrieved piece of a source. Only Text is evidence; a title
// alone covers nothing.
type Passage struct {
	ID     string `json:"id"`
	Title  string `json:"title,omitempty"`
	Source string `json:"source,omitempty"`
	Text   string `json:"text,omitempty"`
}

// Usage counts the tokens the target reported; nil fields were not reported.
type Usage struct {
	PromptTokens     *int `json:"promptTokens,omitempty"`
	CompletionTokens *int `json:"completionTokens,omitempty"`
}

// Confidence is what the target said of itself, compared without case and
// outer space. An unknown word is kept as it was written; "" means that none
// was stated.
type Confidence string

// The four confidences that evalrun knows.
const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
	None   Confidence = "none"
)

// ParseConfidence folds a known word to its constant and keeps any other.
func ParseConfidence(s string) Confidence {
	trimmed := strings.TrimSpace(s)
	if c := Confidence(strings.ToLower(trimmed)); c.Known() {
		return c
	}
	return Confidence(trimmed)
}

// Known reports whether c is high, medium, low or none.
func (c Confidence) Known() bool {
	return c == High || c == Medium || c == Low || c == None
}

// Stated reports whether the target said anything about its confidence.
func (c Confidence) Stated() bool { return c != "" }

// Blank reports whether the answer's text holds nothing but white space and
// invisible characters.
func (a Answer) Blank() bool { return blank(a.Text) }

// Declines reports whether the answer is a decline on its face: blank, or
// marked so by the target. Confidence none declines on a negative question
// only, which is the caller's to know.
func (a Answer) Declines() bool { return a.Declined || a.Blank() }

// Passages returns the numbered list that [1], [2], … in the answer point
// into: the retrieved passages, or the question's context when the envelope
// has no retrieved key at all.
func (a Answer) Passages(context []Passage) []Passage {
	if a.Retrieved == nil {
		return context
	}
	return a.Retrieved
}

// Evidence returns the passages that may count as evidence, those with text.
func (a Answer) Evidence(context []Passage) []Passage {
	from := a.Passages(context)
	out := make([]Passage, 0, len(from))
	for _, p := range from {
		if !blank(p.Text) {
			out = append(out, p)
		}
	}
	return out
}

func blank(s string) bool {
	return strings.TrimFunc(s, invisible) == ""
}
