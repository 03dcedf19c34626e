package runstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// LabelLog is the labels.jsonl of one run. Any number of processes may read it
// and append to it at once, and a run may be labelled while it is written. All
// methods may be called from several goroutines.
type LabelLog struct {
	folder string
	path   string
	scrub  func([]byte) []byte

	mu   sync.Mutex
	read *Opinions
	seen *labelReading // what read came from
}

// OpenLabelLog returns the labels of the run in a folder and looks at nothing
// yet. Scrub removes secrets from what people write, as Options.Scrub does; nil
// writes everything as it is.
func OpenLabelLog(folder string, scrub func([]byte) []byte) *LabelLog {
	return &LabelLog{folder: folder, path: filepath.Join(folder, LabelsFile), scrub: scrub}
}

// LabelLog returns the run's labels; see OpenLabelLog.
func (r *Run) LabelLog(scrub func([]byte) []byte) *LabelLog { return OpenLabelLog(r.path, scrub) }

// Read returns what people have said up to now; nothing without a file. It
// reads the file only when that has changed. A line that cannot be used is told
// by LabelProblems.
func (l *LabelLog) Read() (*Opinions, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.opinions()
}

// opinions is called with the lock held.
func (l *LabelLog) opinions() (*Opinions, error) {
	now, err := os.Stat(l.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		now = nil
	case err != nil:
		return nil, err
	}
	if l.read != nil && sameFile(now, l.seen.file) {
		return l.read, nil
	}
	seen, said, err := nextReading(l.path, l.seen)
	if err != nil {
		l.read, l.seen = nil, nil
		return nil, err
	}
	l.read, l.seen = newOpinions(said), seen
	return l.read, nil
}

func sameFile(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// Labels reads the labels that lie in the run's folder. A later label of a
// person is that person's correction. The error is fs.ErrNotExist where nobody
// has labelled anything.
func (r *Run) Labels() (Labels, error) {
	reading, said, err := nextReading(filepath.Join(r.path, LabelsFile), nil)
	if err == nil && reading.file == nil {
		err = fmt.Errorf("%s has no %s: %w", r.path, LabelsFile, fs.ErrNotExist)
	}
	return said, err
}
