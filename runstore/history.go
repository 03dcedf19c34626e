package runstore

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// History is what is known of all runs in a folder, from an index beside
// them. The index holds nothing that is not in the run folders: it is made
// of them again whenever it is missing, damaged or of another version, and
// may be removed at any time. Several processes may use it at once; one
// History is used by one goroutine.
type History struct {
	dir    string
	warn   func(message string)
	stage  stage
	index  *historyIndex         // nil until it is opened
	places map[string]nightPlace // by folder, since the refresh
}

// HistoryFilter says which runs are asked for.
type HistoryFilter struct {
	Suite     string // name of a suite; "" is every suite
	Last      int    // only the newest so many of each suite; 0 is all. Runs that judge the answers of another are not counted
	Questions bool   // with the questions of each run
}

// OpenHistory opens the history of the runs in runsDir and brings it up to
// date. It tells warn what a reader should know: that the index is made anew
// or cannot be used, and which folders cannot be read. Without an index that
// can be written it reads the runs themselves, which takes longer. A missing
// runsDir holds no runs.
func OpenHistory(runsDir string, warn func(message string)) (*History, error) {
	h := &History{dir: runsDir, warn: warn}
	if err := h.guarded(func() error { return nil }); err != nil {
		return nil, errors.Join(fmt.Errorf("open the history of runs: %w", err), h.Close())
	}
	return h, nil
}

// Nights returns the runs of a filter, oldest first by the time they
// recorded. A run that lies in two folders is there once.
func (h *History) Nights(f HistoryFilter) ([]results.Night, error) {
	var decode decoder
	if f.Questions {
		known := newTexts()
		decode = func(n *results.Night, packed []byte) (err error) {
			n.Questions, err = unpack(packed, known, "")
			return err
		}
	}
	return h.nights(f, decode)
}

// Question returns the runs of a suite, oldest first, each with that one
// question; with none where the run did not have it.
func (h *History) Question(suite, id string) ([]results.Night, error) {
	known := newTexts()
	return h.nights(HistoryFilter{Suite: suite}, func(n *results.Night, packed []byte) (err error) {
		n.Questions, err = unpack(packed, known, id)
		return err
	})
}

// Close closes the index.
func (h *History) Close() error {
	if h.index == nil {
		return nil
	}
	err := h.index.close()
	h.index = nil
	return err
}

// decoder adds questions to a night.
type decoder func(n *results.Night, packed []byte) error

func (h *History) nights(f HistoryFilter, decode decoder) (nights []results.Night, err error) {
	err = h.guarded(func() error {
		places := f.of(slices.Collect(maps.Values(h.places)))
		nights = make([]results.Night, 0, len(places))
		enough := newestOf(f.Last)
		for _, p := range slices.Backward(places) {
			if enough.has(p.suite) {
				continue
			}
			n, err := h.night(p.folder, decode)
			if errors.Is(err, sql.ErrNoRows) {
				continue // another process has found it gone
			}
			if err != nil {
				return err
			}
			nights = append(nights, n)
			enough.add(n)
		}
		slices.Reverse(nights)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the history of runs in %s: %w", h.dir, err)
	}
	return nights, nil
}

func (h *History) night(folder string, decode decoder) (n results.Night, err error) {
	head, packed, err := h.index.row(folder, decode != nil)
	if err != nil {
		return n, err
	}
	if err := json.Unmarshal(head, &n); err != nil {
		return n, fmt.Errorf("%w: %w", errSpoiled, err)
	}
	n.Folder = filepath.Join(h.dir, folder)
	if decode == nil {
		return n, nil
	}
	return n, decode(&n, packed)
}

// lastRuns counts the runs of each suite, newest first.
type lastRuns struct {
	most int // 0 is no end
	seen map[string]int
}

func newestOf(most int) lastRuns { return lastRuns{most, map[string]int{}} }

func (l lastRuns) has(suite string) bool { return l.most > 0 && l.seen[suite] >= l.most }

// add counts a run. One that judges the answers of another is no further run
// of the suite: three of them would else push out three nights.
func (l lastRuns) add(n results.Night) {
	if n.From == "" {
		l.seen[n.Suite]++
	}
}
