package runstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evalrun/evalrun/results"
)

// WriteError says that a file of the run could not be written, a full disk
// mostly. Nothing can be appended after it.
type WriteError struct {
	File string
	Err  error
}

func (e *WriteError) Error() string { return fmt.Sprintf("write %s: %v", e.File, e.Err) }

// Unwrap returns the cause.
func (e *WriteError) Unwrap() error { return e.Err }

// ErrReadOnly is returned by the methods that append when the run was opened
// for reading or is closed.
var ErrReadOnly = errors.New("run is not open for writing")

func (r *Run) writable() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.records != nil
}

// Append adds one record as one line in one write: a kill leaves it whole or
// torn, never mixed with another. A *WriteError means that the file cannot
// be written; any other error that this record has no JSON form.
func (r *Run) Append(rec results.Record) error {
	rec.Schema = results.RecordSchema
	line, err := r.encode(rec, "")
	if err != nil {
		return fmt.Errorf("encode record of question %q: %w", rec.ID, err)
	}
	place, err := placeOf(rec.Seq, rec.Repeat, rec.Generation)
	if err != nil {
		return fmt.Errorf("append record of question %q: %w", rec.ID, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.records == nil {
		return ErrReadOnly
	}
	place.offset = r.records.size
	if err := r.records.write(line); err != nil {
		return err
	}
	r.index.add(place)
	r.index.end = r.records.size
	r.flush(r.records)
	r.changed.Broadcast()
	return nil
}

// answerLine is one line of answers.jsonl: which question the answer is for,
// and the content it was asked under.
type answerLine struct {
	Seq         int    `json:"seq"`
	ID          string `json:"id"`
	Repeat      int    `json:"repeat"`
	Generation  int    `json:"generation"`
	ContentHash string `json:"contentHash"`
	Answer      any    `json:"answer"`
}

// AppendAnswer keeps the answer of rec before it is judged, so that a kill
// between the two does not cost it. The other results in rec are not kept.
func (r *Run) AppendAnswer(rec results.Record) error {
	line, err := r.encode(answerLine{
		Seq: rec.Seq, ID: rec.ID, Repeat: rec.Repeat, Generation: rec.Generation,
		ContentHash: rec.ContentHash, Answer: rec.Answer,
	}, "")
	if err != nil {
		return fmt.Errorf("encode answer to question %q: %w", rec.ID, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.records == nil {
		return ErrReadOnly
	}
	if r.answers == nil {
		if r.answers, err = openAppender(filepath.Join(r.path, AnswersFile)); err != nil {
			return err
		}
	}
	return r.answers.write(line)
}

// appender writes whole lines to the end of one file. Its methods accept
// nil, which has nothing to write.
type appender struct {
	file   *os.File
	size   int64 // bytes of whole lines
	broken error // first failed write; nothing may follow half a line

	flushed  int64 // size when the latest flush began
	flushing bool
	lost     error // of a flush
}

func openAppender(path string) (*appender, error) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, &WriteError{File: path, Err: err}
	}
	stat, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, &WriteError{File: path, Err: err}
	}
	return &appender{file: f, size: stat.Size()}, nil
}

func (a *appender) write(line []byte) error {
	if a.broken != nil {
		return a.broken
	}
	if _, err := a.file.Write(line); err != nil {
		a.broken = &WriteError{File: a.file.Name(), Err: err}
		// Whatever part arrived is cut off again; should that fail too, it is
		// a torn last line, which readers drop.
		_ = a.file.Truncate(a.size)
		return a.broken
	}
	a.size += int64(len(line))
	return nil
}

// continueAt cuts off what stands after end, the end of the last whole line,
// and completes that line when only its line break is missing.
func (a *appender) continueAt(end int64) error {
	if err := a.file.Truncate(end); err != nil {
		return &WriteError{File: a.file.Name(), Err: err}
	}
	a.size = end
	if end == 0 {
		return nil
	}
	var last [1]byte
	if _, err := a.file.ReadAt(last[:], end-1); err != nil {
		return fmt.Errorf("read %s: %w", a.file.Name(), err)
	}
	if last[0] == '\n' {
		return nil
	}
	return a.write([]byte("\n"))
}

func (a *appender) sync() error {
	if a == nil {
		return nil
	}
	if a.lost != nil {
		return a.lost
	}
	if err := a.file.Sync(); err != nil {
		return &WriteError{File: a.file.Name(), Err: err}
	}
	return nil
}

func (a *appender) close() error {
	if a == nil {
		return nil
	}
	return a.file.Close()
}
