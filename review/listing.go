package review

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// shelved is a run of the list with its figures, or with why it has none.
type shelved struct {
	*shelf
	night  results.Night
	broken string // why nothing can be read of it; "" for a run
}

// listed are all runs, newest first, and then the folders that cannot be read.
// The index of the folder's history makes that quick; what it does not have is
// read on its own.
func (l *library) listed() ([]shelved, error) {
	shelves, err := l.all()
	if err != nil {
		return nil, err
	}
	known := map[string]results.Night{}
	if len(l.chosen) == 0 {
		nights, _, err := l.nights(runstore.HistoryFilter{})
		if err != nil {
			return nil, err
		}
		for _, n := range nights {
			known[n.Folder] = n
		}
	}
	out := make([]shelved, 0, len(shelves))
	for _, s := range shelves {
		one := shelved{shelf: s}
		var indexed bool
		if one.night, indexed = known[s.path]; !indexed {
			if one.night, err = runstore.ReadNight(s.path); err != nil {
				one.broken = l.withoutFolders(err.Error())
			}
		}
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(a, b shelved) int {
		return cmp.Or(first(a.broken == "", b.broken == ""), b.night.Started.Compare(a.night.Started), cmp.Compare(a.name, b.name))
	})
	return out, nil
}

// nights asks the history of the folder, which one goroutine may use at a time;
// problems are the folders that it could not read.
func (l *library) nights(f runstore.HistoryFilter) (nights []results.Night, problems []string, err error) {
	if _, err := os.Stat(l.dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	l.history.Lock()
	defer l.history.Unlock()
	history, err := runstore.OpenHistory(l.dir, func(message string) {
		problems = append(problems, l.withoutFolders(message))
	})
	if err != nil {
		return nil, nil, err
	}
	nights, err = history.Nights(f)
	return nights, problems, errors.Join(err, history.Close())
}
