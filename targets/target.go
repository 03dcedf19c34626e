// Package targets gets the answer to a question from the system that is
// measured. A target that gives none says why with a code; it never makes up
// a blank answer, which would count as a decline.
package targets

import (
	"context"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

// Target answers questions, from several goroutines at once. The error of
// Answer is an *Error when this one question has no answer; any other error
// means that the target itself is broken, or that ctx ended.
type Target interface {
	Answer(ctx context.Context, q suites.Question) (answers.Answer, error)
	Close() error
}

// The codes of this package.
const (
	CodeNoAnswer = "target_no_answer" // the target has nothing for the question
	CodeEmpty    = "target_empty"     // it has a reply that says nothing at all
	CodeMapping  = "target_mapping"   // its reply is not in the shape that the suite describes
)

// Error says why one question has no answer.
type Error struct {
	Code     string // target_*
	Message  string
	Attempts int // requests made, 0 for recorded answers
	// Fails is set for a timeout that the suite counts as the target's own
	// failure (timeoutIs: fail): the question fails instead of being an error.
	Fails bool
	// Reused: an earlier run was told so and nobody was asked now, so that
	// nothing follows for the next question.
	Reused bool

	fatal bool // the code alone does not tell
}

func (e *Error) Error() string { return e.Message }

// Fatal reports whether every further question would end the same way: a
// refused key, an unknown address, a spent quota.
func (e *Error) Fatal() bool {
	if e.Reused {
		return false
	}
	if e.fatal {
		return true
	}
	switch e.Code {
	case "target_auth", "target_not_found", "target_quota":
		return true
	}
	return false
}
