package targets

import (
	"errors"
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

// envelope is one answer with the bytes it was read from.
type envelope struct {
	line   int
	run    []byte
	answer answers.Answer
	empty  error // answers.ErrNoAnswer
}

func (r *Recorded) find(q suites.Question, repeat int) (envelope, error) {
	byID, err := r.matching(r.ofRepeat(r.byID.withText(q.ID), repeat), func(a answers.Answer) bool { return a.ID == q.ID })
	if err != nil {
		return envelope{}, err
	}
	if len(byID) > 0 {
		return byID[0], nil
	}
	byQuery, err := r.matching(r.free(r.ofRepeat(r.byQuery.withText(q.Query), repeat)), func(a answers.Answer) bool { return a.Query == q.Query })
	switch {
	case err != nil:
		return envelope{}, err
	case len(byQuery) == 0:
		return envelope{}, &Error{Code: CodeNoAnswer, Message: fmt.Sprintf(
			"%s: no answer is recorded for question %q, by id or by query%s", r.path, q.ID, r.epochName(repeat))}
	case len(byQuery) > 1:
		return envelope{}, &Error{Code: CodeNoAnswer, Message: fmt.Sprintf(
			"%s: the answers %s and %s both fit the query of question %q and neither has its id",
			r.path, r.where(byQuery[0]), r.where(byQuery[1]), q.ID)}
	}
	return byQuery[0], nil
}

// ofRepeat keeps the answers of one repeat where a file tells them apart.
func (r *Recorded) ofRepeat(candidates []key, repeat int) []key {
	if r.repeats == 0 {
		return candidates
	}
	return slices.DeleteFunc(slices.Clone(candidates), func(k key) bool {
		return int(r.epochs[k.line]) != repeat+1
	})
}

func (r *Recorded) epochName(repeat int) string {
	if r.repeats < 2 {
		return ""
	}
	return fmt.Sprintf(", in epoch %d", repeat+1)
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

// keptBytes is up to which size the answers of a file stay in memory: decoding
// them again would cost as much as opening the file did.
const keptBytes = 32 << 20

// keep holds an answer of a file that is not too large. Formats that name
// places by more than a line need the bytes, too, and are read again.
func (r *Recorded) keep(line int, d decoded) {
	if r.size <= keptBytes && r.layout.path == nil {
		r.kept = append(r.kept, envelope{line: line, answer: d.answer, empty: d.empty})
	}
}

func (r *Recorded) read(line int) (envelope, error) {
	if r.kept != nil {
		return r.kept[line], nil
	}
	raw, err := r.raw(line)
	if err != nil {
		return envelope{}, err
	}
	if !r.same(line, raw) {
		return envelope{}, fmt.Errorf("read answers: line %d of %s was changed during the run", r.numbers[line], r.path)
	}
	a, err := r.layout.again(raw)
	if err != nil && !errors.Is(err, answers.ErrNoAnswer) {
		return envelope{}, fmt.Errorf("read answers: %s:%d: %w", r.path, r.numbers[line], err)
	}
	return envelope{line: line, run: raw, answer: a.Answer, empty: err}, nil
}

// raw returns an answer as it stands in the file, without what is between it
// and the next.
func (r *Recorded) raw(line int) ([]byte, error) {
	raw := make([]byte, r.length(line))
	if _, err := r.file.ReadAt(raw, r.starts[line]); err != nil {
		return nil, fmt.Errorf("read answers: %w", err)
	}
	return r.layout.cut(raw), nil
}
