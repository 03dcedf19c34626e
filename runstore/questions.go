package runstore

import (
	"bufio"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/evalrun/evalrun/results"
)

// WriteQuestions writes the selected questions, in suite order, and returns
// how many there are. The file appears only when it is whole. The first
// error of questions ends the writing and is returned.
func (r *Run) WriteQuestions(questions iter.Seq2[results.Question, error]) (int, error) {
	if !r.writable() {
		return 0, ErrReadOnly
	}
	path := filepath.Join(r.path, QuestionsFile)
	unfinished := path + ".tmp"
	f, err := os.Create(unfinished)
	if err != nil {
		return 0, &WriteError{File: path, Err: err}
	}
	n, err := r.streamQuestions(f, questions)
	if closed := f.Close(); err == nil && closed != nil {
		err = &WriteError{File: path, Err: closed}
	}
	if err != nil {
		os.Remove(unfinished)
		return 0, err
	}
	if err := os.Rename(unfinished, path); err != nil {
		return 0, &WriteError{File: path, Err: err}
	}
	return n, nil
}

func (r *Run) streamQuestions(f *os.File, questions iter.Seq2[results.Question, error]) (int, error) {
	out := bufio.NewWriterSize(f, 64<<10)
	n, last := 0, -1
	for q, err := range questions {
		if err != nil {
			return 0, err
		}
		if q.Seq <= last {
			return 0, fmt.Errorf("write questions: question %q has seq %d after %d", q.ID, q.Seq, last)
		}
		last = q.Seq
		line, err := r.encode(q, "")
		if err != nil {
			return 0, fmt.Errorf("encode question %q: %w", q.ID, err)
		}
		if _, err := out.Write(line); err != nil {
			return 0, &WriteError{File: f.Name(), Err: err}
		}
		n++
	}
	if err := out.Flush(); err != nil {
		return 0, &WriteError{File: f.Name(), Err: err}
	}
	if err := f.Sync(); err != nil {
		return 0, &WriteError{File: f.Name(), Err: err}
	}
	return n, nil
}

// Questions streams the selected questions in suite order. An error ends the
// stream and names the line.
func (r *Run) Questions() iter.Seq2[results.Question, error] {
	return func(yield func(results.Question, error) bool) {
		path := filepath.Join(r.path, QuestionsFile)
		f, err := openOrdinary(path)
		if err != nil {
			yield(results.Question{}, fmt.Errorf("read questions: %w", err))
			return
		}
		defer f.Close()
		last := -1
		for line, err := range lines(f) {
			var q results.Question
			if err == nil {
				q, err = decodeQuestion(line.raw, last)
			}
			if err != nil {
				yield(results.Question{}, fmt.Errorf("read questions: %s:%d: %w", path, line.number, err))
				return
			}
			if last = q.Seq; !yield(q, nil) {
				return
			}
		}
	}
}

func decodeQuestion(line []byte, last int) (results.Question, error) {
	var q results.Question
	if err := json.Unmarshal(line, &q); err != nil {
		return q, err
	}
	if q.ID == "" {
		return q, fmt.Errorf("id is missing")
	}
	if q.Seq <= last {
		return q, fmt.Errorf("question %q has seq %d after %d", q.ID, q.Seq, last)
	}
	return q, nil
}

// HasQuestions reports whether the questions were written. A run that was
// killed before has none.
func (r *Run) HasQuestions() bool {
	_, err := os.Stat(filepath.Join(r.path, QuestionsFile))
	return err == nil
}
