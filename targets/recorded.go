package targets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

// Recorded answers from a JSON Lines file of answer envelopes. It keeps where
// the lines are and reads each answer when it is asked for, so that a large
// file needs little memory.
type Recorded struct {
	path string
	file *os.File
	hash string
	spans
	byID, byQuery keys
	used          []uint64 // one bit per line
	owned         []uint64 // one bit per line whose id is a question's
	both          bool     // some line has an id and a query
}

// Answer returns the answer recorded under the question's id, else the one
// recorded for exactly its query. The error is target_no_answer when there is
// none or several fit the query, and target_empty when the line holds neither
// an answer nor declined: true.
func (r *Recorded) Answer(ctx context.Context, q suites.Question) (answers.Answer, error) {
	if err := ctx.Err(); err != nil {
		return answers.Answer{}, err
	}
	found, err := r.find(q)
	if err != nil {
		return answers.Answer{}, err
	}
	r.markUsed(found.line)
	if found.empty {
		return answers.Answer{}, &Error{Code: CodeEmpty, Message: fmt.Sprintf(
			"%s:%d: neither an answer nor declined: true is recorded for question %q", r.path, r.numbers[found.line], q.ID)}
	}
	return found.answer, nil
}

// envelope is one decoded line.
type envelope struct {
	line   int
	answer answers.Answer
	empty  bool
}

func (r *Recorded) find(q suites.Question) (envelope, error) {
	byID, err := r.matching(r.byID.withText(q.ID), func(a answers.Answer) bool { return a.ID == q.ID })
	if err != nil {
		return envelope{}, err
	}
	if len(byID) > 0 {
		return byID[0], nil
	}
	byQuery, err := r.matching(r.free(r.byQuery.withText(q.Query)), func(a answers.Answer) bool { return a.Query == q.Query })
	switch {
	case err != nil:
		return envelope{}, err
	case len(byQuery) == 0:
		return envelope{}, &Error{Code: CodeNoAnswer, Message: fmt.Sprintf(
			"%s: no answer is recorded for question %q, by id or by query", r.path, q.ID)}
	case len(byQuery) > 1:
		return envelope{}, &Error{Code: CodeNoAnswer, Message: fmt.Sprintf(
			"%s: lines %d and %d both answer the query of question %q and neither has its id",
			r.path, r.numbers[byQuery[0].line], r.numbers[byQuery[1].line], q.ID)}
	}
	return byQuery[0], nil
}

// matching reads the candidates and keeps those that fit: equal hashes do not
// yet mean equal texts. Two are enough to know that a match is not unique.
func (r *Recorded) matching(candidates []key, fits func(answers.Answer) bool) ([]envelope, error) {
	var out []envelope
	for _, k := range candidates {
		e, err := r.read(int(k.line))
		if err != nil {
			return nil, err
		}
		if fits(e.answer) {
			out = append(out, e)
		}
		if len(out) == 2 {
			break
		}
	}
	return out, nil
}

func (r *Recorded) read(line int) (envelope, error) {
	raw, err := r.raw(line)
	if err != nil {
		return envelope{}, err
	}
	if !r.same(line, raw) {
		return envelope{}, fmt.Errorf("read answers: line %d of %s was changed during the run", r.numbers[line], r.path)
	}
	a, err := answers.DecodeChecked(raw)
	if err != nil && !errors.Is(err, answers.ErrNoAnswer) {
		return envelope{}, fmt.Errorf("read answers: %s:%d: %w", r.path, r.numbers[line], err)
	}
	return envelope{line: line, answer: a, empty: err != nil}, nil
}

// raw returns a line as it stands in the file, without its line break.
func (r *Recorded) raw(line int) ([]byte, error) {
	raw := make([]byte, r.length(line))
	if _, err := r.file.ReadAt(raw, r.starts[line]); err != nil {
		return nil, fmt.Errorf("read answers: %w", err)
	}
	return bytes.TrimSpace(bytes.TrimPrefix(raw, byteOrderMark)), nil
}

func (r *Recorded) markUsed(line int) {
	atomic.OrUint64(&r.used[line/64], 1<<(line%64))
}

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
