package review

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/evalrun/evalrun/runstore"
)

// shelf is the place of one run.
type shelf struct {
	name, path string
	seen       *seenJudge
	said       *runstore.LabelLog // to read alone: the run need not be open

	mu    sync.Mutex
	run   *openRun // as last read; nil before
	stamp string   // of the files that it was read from
}

// read reads the run again only when its files have changed. Who comes
// meanwhile waits and gets the same reading.
func (s *shelf) read(l *library) (*openRun, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stamp := stampOf(s.path)
	if s.run != nil && s.stamp == stamp {
		return s.run, nil
	}
	run, err := l.readRun(s)
	if err != nil {
		return nil, err
	}
	s.run, s.stamp = run, stamp
	return run, nil
}

// forSearch is the reading that there is, else the run without its rows: a
// search through all runs must not push out those that somebody reads.
func (s *shelf) forSearch(l *library) (*openRun, error) {
	s.mu.Lock()
	run, fresh := s.run, s.stamp == stampOf(s.path)
	s.mu.Unlock()
	if run != nil && fresh {
		return run, nil
	}
	return l.openWithoutRows(s)
}

// stampOf changes with what a run is read from.
func stampOf(path string) string {
	var stamp string
	for _, name := range []string{runstore.InfoFile, runstore.QuestionsFile, runstore.RecordsFile} {
		stamp += fileStamp(filepath.Join(path, name)) + " "
	}
	return stamp
}

// fileStamp changes with a file; it is "" for one that is not there. Of a pipe
// in its place nothing would be read.
func fileStamp(path string) string {
	stat, err := os.Stat(path)
	if err != nil || !stat.Mode().IsRegular() {
		return ""
	}
	return fmt.Sprintf("%d@%d", stat.Size(), stat.ModTime().UnixNano())
}
