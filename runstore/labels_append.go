package runstore

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Append adds what people say, in one write under an exclusive lock, and
// returns when it is on the disk. With an error nothing was added. It is a
// *WriteError when the file cannot be written; any other says what cannot be
// said so.
func (l *LabelLog) Append(s Saying) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.append(s)
}

// append is called with l's lock held.
func (l *LabelLog) append(s Saying) error {
	lines, err := s.lines(l.scrub)
	if err != nil || len(lines) == 0 {
		return err
	}
	held, err := acquireLabels(l.path)
	if err != nil {
		return &WriteError{File: l.path, Err: err}
	}
	err = appendLabels(l.path, lines)
	if released := held.release(); err == nil && released != nil {
		err = &WriteError{File: l.path, Err: released}
	}
	return err
}

// appendLabels is called with the file's lock held.
func appendLabels(path string, lines []byte) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return &WriteError{File: path, Err: err}
	}
	defer f.Close()
	end, whole, err := lastLineEnd(f)
	if err == nil {
		err = holdsLines(f)
	}
	if err != nil {
		return fmt.Errorf("append labels: %s: %w", path, err)
	}
	if !whole {
		lines = append([]byte{'\n'}, lines...)
	}
	if end+int64(len(lines)) > maxLabelBytes {
		return &WriteError{File: path, Err: errTooManyLabels}
	}
	if err := writeLabels(f, end, lines); err != nil {
		return &WriteError{File: path, Err: err}
	}
	if end == 0 {
		syncFolder(filepath.Dir(path))
	}
	return nil
}

// holdsLines refuses a table that somebody put there: it can be read, but no
// line of JSON may follow.
func holdsLines(f *os.File) error {
	first := bufio.NewReader(io.NewSectionReader(f, 0, maxLabelLine))
	if mark, _ := first.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		first.Discard(len(byteOrderMark))
	}
	isJSON, empty, err := startsWithBrace(first)
	if err == nil && !isJSON && !empty {
		err = errors.New("the file holds a table, to which nothing can be added; import it")
	}
	return err
}

// writeLabels puts the lines after end. Should any part of that fail, all of
// them are taken off again.
func writeLabels(f *os.File, end int64, lines []byte) error {
	if err := f.Truncate(end); err != nil {
		return err
	}
	_, err := f.Write(lines)
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(err, f.Truncate(end))
	}
	return nil
}

// lastLineEnd finds where the next line goes: at the end, or where a line
// begins that a killed writer left torn. Whole is false where the last line
// only lacks its break.
func lastLineEnd(f *os.File) (end int64, whole bool, err error) {
	about, err := f.Stat()
	if err != nil {
		return 0, false, err
	}
	size := about.Size()
	if ended, err := endsInBreak(f, size); err != nil || ended {
		return size, true, err
	}
	tail := make([]byte, min(size, maxLabelLine+1))
	if _, err := f.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return 0, false, err
	}
	start := bytes.LastIndexByte(tail, '\n') + 1
	last := tail[start:]
	switch {
	case start == 0 && len(tail) > maxLabelLine:
		return 0, false, errors.New("the last line is longer than 1 MB")
	case json.Valid(last):
		return size, false, nil
	}
	return size - int64(len(last)), true, nil
}

// endsInBreak is what nearly every file does, an empty one too.
func endsInBreak(f *os.File, size int64) (bool, error) {
	if size == 0 {
		return true, nil
	}
	var last [1]byte
	_, err := f.ReadAt(last[:], size-1)
	return last[0] == '\n', err
}

// syncFolder brings a new file's name to the disk, where the system can do
// that for a folder.
func syncFolder(path string) {
	if dir, err := os.Open(path); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
}
