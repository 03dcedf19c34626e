package judgeprompt

import (
	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

// NewRequest puts together what a judge is asked about one answer to a suite's
// question. The evidence is what the answer retrieved, or the question's own
// context when the answer says nothing of retrieval. Excerpt and Facts are the
// caller's to set.
func NewRequest(q suites.Question, a answers.Answer, confidenceOptional bool) Request {
	r := Request{
		QuestionID:         q.ID,
		Query:              q.Query,
		Category:           q.Category,
		Answer:             a,
		Evidence:           a.Evidence(q.Context),
		ConfidenceOptional: confidenceOptional,
		ContentHash:        q.ContentHash,
	}
	for _, phrase := range q.Rubric.MustMention {
		r.MustMention = append(r.MustMention, phrase.String())
	}
	return r
}
