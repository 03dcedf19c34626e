package runstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/evalrun/evalrun/results"
)

// Lookup finds single records of a run, as they were when it was made. It may
// be used by several goroutines.
type Lookup struct {
	path   string
	file   *os.File // nil for a run without records
	places index

	mu     sync.Mutex
	reader lineReader
}

// Lookup opens the records. Close must follow.
func (r *Run) Lookup() (*Lookup, error) {
	r.mu.Lock()
	l := &Lookup{path: filepath.Join(r.path, RecordsFile), places: index{places: r.index.ordered(), end: r.index.end}}
	r.mu.Unlock()
	f, err := openOrdinary(l.path)
	if errors.Is(err, fs.ErrNotExist) && len(l.places.places) == 0 {
		return l, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read records: %w", err)
	}
	l.file, l.reader = f, lineReader{file: f, end: l.places.end}
	return l, nil
}

// Record returns the record of the highest generation that one repeat of a
// question has, and false when it has none. Whether it belongs to the question
// as it stands is the caller's to see; Entries does that.
func (l *Lookup) Record(seq, repeat int) (rec results.Record, found bool, err error) {
	at, found := l.places.newest(seq, repeat)
	if !found {
		return rec, false, nil
	}
	line, err := l.line(at)
	if err == nil {
		err = json.Unmarshal(line, &rec)
	}
	if err != nil {
		return rec, false, fmt.Errorf("read records: %s, question %d: %w", l.path, seq, err)
	}
	return rec, true, nil
}

// line copies, so that decoding, which takes most of the time, needs no lock.
func (l *Lookup) line(at place) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	line, err := l.reader.at(at.offset)
	return append([]byte(nil), line...), err
}

// Close closes the file.
func (l *Lookup) Close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
