package runstore

import (
	"cmp"
	"slices"
	"time"
)

// nightPlace is where a run is found, and what the order of runs needs of it.
type nightPlace struct {
	folder, run, suite string
	stamp              string    // of the files that it was read from
	started            time.Time // to the microsecond
}

// of returns the places that a filter lets through, oldest first.
func (f HistoryFilter) of(places []nightPlace) []nightPlace {
	if f.Suite != "" {
		places = slices.DeleteFunc(places, func(p nightPlace) bool { return p.suite != f.Suite })
	}
	return withoutCopies(places)
}

// withoutCopies sorts places by time. Of the folders that hold one run, such
// as a downloaded artefact beside the run itself, the one with the run's own
// name is kept: two nights of one measurement would look like evidence.
func withoutCopies(places []nightPlace) []nightPlace {
	slices.SortFunc(places, func(a, b nightPlace) int {
		return cmp.Or(a.started.Compare(b.started), cmp.Compare(a.run, b.run),
			cmp.Compare(a.isCopy(), b.isCopy()), cmp.Compare(a.folder, b.folder))
	})
	return slices.CompactFunc(places, func(a, b nightPlace) bool {
		return a.run == b.run && a.started.Equal(b.started)
	})
}

func (p nightPlace) isCopy() int {
	if p.folder == p.run {
		return 0
	}
	return 1
}
