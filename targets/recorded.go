package targets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// Recorded answers from a file of recorded answers. Of a large file it keeps
// where they are and reads each when it is asked for, so that little memory is
// needed. A "line" is one answer here, in formats without lines as well.
type Recorded struct {
	path    string
	file    *os.File
	layout  layout
	hash    string
	repeats int // the highest epoch
	spans
	byID, byQuery keys
	used          []uint64 // one bit per line
	owned         []uint64 // one bit per line whose id is a question's
	both          bool     // some line has an id and a query
	kept          []envelope
}

// Answer returns the answer recorded under the question's id, else the one
// recorded for exactly its query. The error is target_no_answer when there is
// none or several fit the query, and target_empty when the line holds neither
// an answer nor declined: true.
func (r *Recorded) Answer(ctx context.Context, q suites.Question) (answers.Answer, error) {
	return r.AnswerRepeat(ctx, q, 0)
}

// AnswerRepeat is Answer for one of a question's repeats, counted from 0. In a
// log with epochs each repeat has its own answer, or none; any other file
// holds one for all.
func (r *Recorded) AnswerRepeat(ctx context.Context, q suites.Question, repeat int) (answers.Answer, error) {
	if err := ctx.Err(); err != nil {
		return answers.Answer{}, err
	}
	found, err := r.find(q, repeat)
	if err != nil {
		return answers.Answer{}, err
	}
	r.markUsed(found.line)
	var unsaid noAnswer
	switch {
	case errors.As(found.empty, &unsaid):
		return answers.Answer{}, &Error{Code: CodeEmpty, Message: fmt.Sprintf(
			"%s: no answer is recorded for question %q: %s", r.at(found), q.ID, unsaid.why)}
	case found.empty != nil:
		return answers.Answer{}, &Error{Code: CodeEmpty, Message: fmt.Sprintf(
			"%s: neither an answer nor declined: true is recorded for question %q", r.at(found), q.ID)}
	}
	return found.answer, nil
}

func (r *Recorded) markUsed(line int) {
	atomic.OrUint64(&r.used[line/64], 1<<(line%64))
}

// Ref describes the file.
func (r *Recorded) Ref() Ref { return Ref{Type: suites.TargetRecorded, File: r.path, Hash: r.hash} }

// Probe does nothing: opening the file has checked all of it.
func (r *Recorded) Probe(context.Context) error { return nil }

// Secrets returns none.
func (r *Recorded) Secrets() []llm.Secret { return nil }

// Repeats returns how many answers the file has for one question: the highest
// epoch of a log, 0 for a file that has one answer for all repeats.
func (r *Recorded) Repeats() int { return r.repeats }

// Copies reports whether a run that asks each question this often is given the
// same answer each time.
func (r *Recorded) Copies(repeats int) bool { return repeats > 1 && r.repeats == 0 }

// Hash returns the SHA-256 of the file, in hex.
func (r *Recorded) Hash() string { return r.hash }

// Count returns how many answers are recorded.
func (r *Recorded) Count() int { return len(r.starts) }

// maxUnused is how many unused answers are named: enough to see what they
// have in common.
const maxUnused = 20

// Unused counts the answers that no question has asked for and names the
// first 20 of them, in file order: by id, else by query, else by line.
func (r *Recorded) Unused() (named []string, count int) {
	for line := range r.starts {
		if atomic.LoadUint64(&r.used[line/64])&(1<<(line%64)) != 0 {
			continue
		}
		if count++; count <= maxUnused {
			named = append(named, r.name(line))
		}
	}
	return named, count
}

func (r *Recorded) name(line int) string {
	e, err := r.read(line)
	switch {
	case err == nil && e.answer.ID != "":
		return e.answer.ID
	case err == nil && e.answer.Query != "":
		return e.answer.Query
	}
	return fmt.Sprintf("line %d", r.numbers[line])
}

// Close closes the file.
func (r *Recorded) Close() error { return r.file.Close() }
