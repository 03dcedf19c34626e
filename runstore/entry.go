package runstore

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sort"

	"github.com/evalrun/evalrun/results"
)

// ErrNoQuestion is returned for a question that the run does not have.
var ErrNoQuestion = errors.New("the run has no such question")

// Entry returns one question with its records as Entries yields them. The
// error is ErrNoQuestion where the run has none of that seq. What it takes does
// not grow with the run, but for the first call, which looks through the
// questions once.
func (r *Run) Entry(seq int) (results.Entry, error) {
	places, err := r.entryPlaces()
	if err != nil {
		return results.Entry{}, err
	}
	q, err := r.questionAt(places, seq)
	if err != nil {
		return results.Entry{}, err
	}
	return r.entryOf(places, q)
}

// questionAt reads one question.
func (r *Run) questionAt(places *entryPlaces, seq int) (results.Question, error) {
	var q results.Question
	i, found := slices.BinarySearchFunc(places.questions, seq, func(p place, seq int) int { return int(p.seq) - seq })
	if !found {
		return q, fmt.Errorf("question %d: %w", seq, ErrNoQuestion)
	}
	path := filepath.Join(r.path, QuestionsFile)
	f, err := openOrdinary(path)
	if err != nil {
		return q, fmt.Errorf("read questions: %w", err)
	}
	defer f.Close()
	reader := lineReader{file: f, end: places.end}
	raw, err := reader.at(places.questions[i].offset)
	if err == nil {
		q, err = decodeQuestion(raw, seq-1)
	}
	if err == nil && q.Seq != seq {
		err = fmt.Errorf("question %q has seq %d, not %d", q.ID, q.Seq, seq)
	}
	if err != nil {
		return q, fmt.Errorf("read questions: %s:%s: %w", path, reader.number(places.questions[i].offset), err)
	}
	return q, nil
}

// entryOf reads a question's records as a walk over all of them would.
func (r *Run) entryOf(places *entryPlaces, q results.Question) (results.Entry, error) {
	first := sort.Search(len(places.records), func(i int) bool { return int(places.records[i].seq) >= q.Seq })
	last := first
	for last < len(places.records) && int(places.records[last].seq) == q.Seq {
		last++
	}
	if first == last {
		return results.Entry{Question: q}, nil
	}
	w := walk{
		path: filepath.Join(r.path, RecordsFile), places: places.records[first:last],
		shorten: func(line []byte) []byte { return line },
	}
	f, err := openOrdinary(w.path)
	if err != nil {
		return results.Entry{}, fmt.Errorf("read records: %w", err)
	}
	defer f.Close()
	r.mu.Lock()
	w.reader = lineReader{file: f, end: r.index.end}
	r.mu.Unlock()
	entry, err := w.entry(q)
	if err != nil {
		return results.Entry{}, err
	}
	return entry, nil
}
