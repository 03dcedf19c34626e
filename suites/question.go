package suites

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

// Question is one question of a suite.
type Question struct {
	Seq      int    // place in suite order, from 0
	ID       string // as it was typed: 007 is not 7
	Query    string // as it was typed; no variable is expanded
	Category results.Category
	Rubric   rubric.Rubric
	Group    string
	Tags     []string
	Critical bool
	Context  []answers.Passage // texts of named files included
	Messages []results.Turn    // earlier turns of the conversation, oldest first
	// Frozen makes the question an anchor: this is its answer, no target is
	// asked. Nil for any other question.
	Frozen     *answers.Answer
	Quarantine *results.Quarantine
	// ContentHash is the SHA-256, in hex, over query, category, rubric, context,
	// messages and the frozen answer: what a judgement depends on. Id, group,
	// tags, critical and quarantine do not change it.
	ContentHash string
	File        string
	Line        int
}

// Snapshot returns the question in the form that a run keeps.
func (q Question) Snapshot() results.Question {
	return results.Question{
		Seq: q.Seq, ID: q.ID, Query: q.Query, Category: q.Category,
		Rubric: bytes.TrimSpace(canonical(q.Rubric)), Group: q.Group, Tags: q.Tags, Critical: q.Critical,
		Context: q.Context, Messages: q.Messages, File: q.File, Line: q.Line, ContentHash: q.ContentHash,
		InputHash: inputHash(q), Anchor: q.Frozen != nil, Frozen: q.Frozen, Quarantine: q.Quarantine,
	}
}

// FromSnapshot is the inverse of Snapshot; its error is a rubric that cannot
// be read.
func FromSnapshot(s results.Question) (Question, error) {
	q := Question{
		Seq: s.Seq, ID: s.ID, Query: s.Query, Category: s.Category,
		Group: s.Group, Tags: s.Tags, Critical: s.Critical,
		Context: s.Context, Messages: s.Messages, File: s.File, Line: s.Line, ContentHash: s.ContentHash,
		Frozen: s.Frozen, Quarantine: s.Quarantine,
	}
	if err := json.Unmarshal(s.Rubric, &q.Rubric); err != nil {
		return Question{}, fmt.Errorf("read the rubric of question %s: %w", s.ID, err)
	}
	return q, nil
}

// contentHash hashes the fields in one fixed order, so that neither the order
// of keys in the file nor its line ends show in it.
func contentHash(q Question) string {
	return hashOf(struct {
		Query    string            `json:"query"`
		Category results.Category  `json:"category"`
		Rubric   rubric.Rubric     `json:"rubric"`
		Context  []answers.Passage `json:"context,omitempty"`
		Messages []results.Turn    `json:"messages,omitempty"`
		Frozen   *answers.Answer   `json:"frozen,omitempty"`
	}{q.Query, q.Category, q.Rubric, q.Context, q.Messages, q.Frozen})
}

// inputHash hashes what a target is asked. Two runs that differ in the rubric
// alone asked for the same answer.
func inputHash(q Question) string {
	return hashOf(struct {
		Query    string            `json:"query"`
		Context  []answers.Passage `json:"context,omitempty"`
		Messages []results.Turn    `json:"messages,omitempty"`
	}{q.Query, q.Context, q.Messages})
}

func hashOf(fields any) string {
	sum := sha256.Sum256(canonical(fields))
	return hex.EncodeToString(sum[:])
}

// canonical writes v as JSON with fields in declared order. It panics where
// encoding fails, which the loader rules out: texts are valid UTF-8 and
// numbers are finite and in range.
func canonical(v any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("suites: encode %T: %v", v, err))
	}
	return out.Bytes()
}

// position is a place in a file, both from 1.
type position struct{ line, col int }

// entry is a question with what only this package needs to know of it: where
// its phrases, its grounding root and its quarantine stand, and which passages have their
// text in a file.
type entry struct {
	Question
	at             position
	mustMention    []position
	mustNotMention []position
	contextFiles   []contextFile
	groundingRoot  position
	quarantine     position
}

// contextFile is a passage whose text is read from a file.
type contextFile struct {
	passage int // index in Context
	name    string
	at      position
}
