package runstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evalrun/evalrun/results"
)

// AppendAnswer keeps an answer before it is judged, so that a kill between the
// two does not cost it.
func (r *Run) AppendAnswer(kept results.KeptAnswer) error {
	line, err := r.encode(kept, "")
	if err != nil {
		return fmt.Errorf("encode answer to question %q: %w", kept.ID, err)
	}
	place, err := placeOf(kept.Seq, kept.Repeat, kept.Generation)
	if err != nil {
		return fmt.Errorf("keep answer to question %q: %w", kept.ID, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.openAnswers(); err != nil {
		return err
	}
	// What this process had itself it need not look up.
	var unread index
	return r.appendLine(r.answers, line, place, &unread)
}

// openAnswers makes answers.jsonl with the first answer: a run over recorded
// answers has none.
func (r *Run) openAnswers() (err error) {
	if r.records == nil {
		return ErrReadOnly
	}
	if r.answers == nil {
		r.answers, err = openAppender(filepath.Join(r.path, AnswersFile))
	}
	return err
}

// loadAnswers reads answers.jsonl once and continues it after its last whole
// line. Two different answers of one generation mean that two runs were mixed.
func (r *Run) loadAnswers() (err error) {
	if r.kept, err = r.readIndex(AnswersFile, decodeAnswerPlace); err != nil {
		return fmt.Errorf("read answers: %w", err)
	}
	if _, err := os.Stat(filepath.Join(r.path, AnswersFile)); err != nil {
		return nil // none was kept
	}
	if err := r.openAnswers(); err != nil {
		return err
	}
	r.kept.places = r.kept.ordered()
	w := walk{path: r.answers.file.Name(), reader: lineReader{file: r.answers.file, end: r.kept.end}}
	for i := 1; i < len(r.kept.places); i++ {
		a, b := r.kept.places[i-1], r.kept.places[i]
		if a.seq == b.seq && a.repeat == b.repeat && a.generation == b.generation {
			if err := w.sameLine(a, b); err != nil {
				return fmt.Errorf("read answers: %w", err)
			}
		}
	}
	return r.answers.continueAt(r.kept.end)
}

func decodeAnswerPlace(line []byte) (place, error) {
	var head struct {
		Seq        *int `json:"seq"`
		Repeat     int  `json:"repeat"`
		Generation int  `json:"generation"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		return place{}, err
	}
	if head.Seq == nil {
		return place{}, errors.New("seq is missing")
	}
	return placeOf(*head.Seq, head.Repeat, head.Generation)
}

// Kept returns the newest answer that the run had to one repeat of a question
// when it was reopened, and false when there was none.
func (r *Run) Kept(seq, repeat int) (results.KeptAnswer, bool, error) {
	var kept results.KeptAnswer
	found, ok := r.kept.newest(seq, repeat)
	if !ok {
		return kept, false, nil
	}
	path := filepath.Join(r.path, AnswersFile)
	f, err := openOrdinary(path)
	if err != nil {
		return kept, false, fmt.Errorf("read answers: %w", err)
	}
	defer f.Close()
	w := walk{path: path, reader: lineReader{file: f, end: r.kept.end}}
	line, err := w.reader.at(found.offset)
	if err == nil {
		err = json.Unmarshal(line, &kept)
	}
	if err == nil && kept.Answer == nil {
		err = errors.New("answer is missing")
	}
	if err != nil {
		return kept, false, fmt.Errorf("read answers: %s: %w", w.at(found), err)
	}
	return kept, true, nil
}

// Generations looks up, for one repeat of a question, the highest generation
// among the records and among the kept answers that the run had when it was
// reopened, -1 where there is none.
func (r *Run) Generations() func(seq, repeat int) (record, answer int) {
	r.mu.Lock()
	records := index{places: r.index.ordered()}
	r.mu.Unlock()
	highest := func(x *index, seq, repeat int) int {
		if p, ok := x.newest(seq, repeat); ok {
			return int(p.generation)
		}
		return -1
	}
	return func(seq, repeat int) (int, int) {
		return highest(&records, seq, repeat), highest(&r.kept, seq, repeat)
	}
}
