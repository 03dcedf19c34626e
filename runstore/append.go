package runstore

import (
	"errors"
	"fmt"
	"os"
	"time"

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
	plain, err := encoded(rec, "")
	if err != nil {
		return fmt.Errorf("encode record of question %q: %w", rec.ID, err)
	}
	line := r.withoutSecrets(plain)
	place, err := placeOf(rec.Seq, rec.Repeat, rec.Generation)
	if err != nil {
		return fmt.Errorf("append record of question %q: %w", rec.ID, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.appendLine(r.records, line, place, &r.index); err != nil {
		return err
	}
	r.fresh.keep(r.records.size-int64(len(line)), rec, line, len(line) != len(plain) || &line[0] != &plain[0])
	r.changed.Broadcast()
	return nil
}

// appendLine is called with the run's lock held.
func (r *Run) appendLine(a *appender, line []byte, at place, known *index) error {
	if a == nil {
		return ErrReadOnly
	}
	r.awaitRoom(a)
	at.offset = a.size
	if err := a.write(line); err != nil {
		return err
	}
	known.add(at)
	known.end = a.size
	r.appended(a)
	return nil
}

// appender writes whole lines to the end of one file. Its methods accept
// nil, which has nothing to write.
type appender struct {
	file   *os.File
	size   int64 // bytes of whole lines
	broken error // first failed write; nothing may follow half a line
	closed bool

	unsynced int         // lines that may not be on the disk
	syncing  int         // those of them in the group under way
	due      *time.Timer // begins the next group; nil when none waits
	lost     error       // of a group
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
	switch {
	case a.closed:
		return ErrReadOnly
	case a.broken != nil:
		return a.broken
	case a.lost != nil:
		return a.lost
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
	return errors.Join(a.sync(), a.file.Close())
}

// end lets nothing be written any more.
func (a *appender) end() {
	if a != nil {
		a.closed = true
	}
}
