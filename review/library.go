package review

import (
	"cmp"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// library is the runs that are shown. Addresses name them; no address is ever
// made into a path.
type library struct {
	dir    string   // the folder whose runs are shown
	chosen []string // the runs to show instead of all
	assess func(func() results.RunInfo, iter.Seq2[results.Entry, error]) (results.ReportDoc, error)
	scrub  func(results.RunInfo) func([]byte) []byte

	history sync.Mutex // of the folder's runs

	mu      sync.Mutex
	shelves map[string]*shelf // by name
	recent  []*shelf          // that hold a reading, the one used last at the end
}

// maxOpen bounds the runs of which the rows are kept.
const maxOpen = 8

func newLibrary(cfg Config) (*library, error) {
	l := &library{dir: cfg.Dir, chosen: cfg.Runs, assess: cfg.Assess, scrub: cfg.Scrub, shelves: map[string]*shelf{}}
	for _, path := range cfg.Runs {
		if fileStamp(filepath.Join(path, runstore.InfoFile)) == "" {
			return nil, fmt.Errorf("%s is no run: it has no %s", path, runstore.InfoFile)
		}
	}
	return l, l.refresh()
}

// refresh looks which runs there are. A run keeps its name and what is kept of
// it.
func (l *library) refresh() error {
	paths, err := l.paths()
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	named := map[string]*shelf{}
	for _, path := range paths {
		name := freeName(named, nameOf(path))
		if s := l.shelves[name]; s != nil && s.path == path {
			named[name] = s
			continue
		}
		named[name] = &shelf{name: name, path: path, seen: newSeenJudge(), said: runstore.OpenLabelLog(path, nil)}
	}
	l.shelves = named
	l.recent = slices.DeleteFunc(l.recent, func(s *shelf) bool { return named[s.name] != s })
	return nil
}

// paths are the folders that look like runs, in an order that does not change.
func (l *library) paths() ([]string, error) {
	if len(l.chosen) > 0 {
		return l.chosen, nil
	}
	entries, err := os.ReadDir(l.dir)
	if os.IsNotExist(err) {
		return nil, nil // no run yet
	}
	if err != nil {
		return nil, fmt.Errorf("look for runs: %w", err)
	}
	var paths []string
	for _, e := range entries {
		path := filepath.Join(l.dir, e.Name())
		if fileStamp(filepath.Join(path, runstore.InfoFile)) != "" {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

func freeName(taken map[string]*shelf, name string) string {
	free := name
	for n := 2; taken[free] != nil; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	return free
}

// all are the runs by name, as they are now.
func (l *library) all() ([]*shelf, error) {
	if err := l.refresh(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]*shelf, 0, len(l.shelves))
	for _, s := range l.shelves {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *shelf) int { return cmp.Compare(a.name, b.name) })
	return out, nil
}

func (l *library) find(name string) (*shelf, error) {
	l.mu.Lock()
	s := l.shelves[name]
	l.mu.Unlock()
	if s != nil {
		return s, nil
	}
	if err := l.refresh(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if s = l.shelves[name]; s == nil {
		return nil, missing("there is no run %q", name)
	}
	return s, nil
}

// open returns a run as it is now.
func (l *library) open(name string) (*openRun, error) {
	s, err := l.find(name)
	if err != nil {
		return nil, err
	}
	run, err := s.read(l)
	if err != nil && fileStamp(filepath.Join(s.path, runstore.InfoFile)) == "" {
		return nil, missing("run %s is not there any more", name)
	}
	if err != nil {
		return nil, err
	}
	l.used(s)
	return run, nil
}

// used drops the rows of the run that was not asked for the longest time.
func (l *library) used(s *shelf) {
	l.mu.Lock()
	l.recent = append(slices.DeleteFunc(l.recent, func(o *shelf) bool { return o == s }), s)
	var drop *shelf
	if len(l.recent) > maxOpen {
		drop, l.recent = l.recent[0], l.recent[1:]
	}
	l.mu.Unlock()
	if drop != nil {
		drop.mu.Lock()
		drop.run = nil
		drop.mu.Unlock()
	}
}
