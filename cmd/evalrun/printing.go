package main

import (
	"maps"
	"slices"

	"github.com/evalrun/evalrun/reports"
)

// print writes the command's result as one JSON document: a report, or a list
// where several suites were asked for or none could be run. Without --json
// the tables were printed as the suites ended.
func (e *evaluation) print(views []reports.View, asked int) error {
	switch {
	case !e.opt.json:
		return nil
	case asked == 1 && len(views) == 1:
		return reports.JSON(e.host.stdout, views[0])
	}
	return reports.ReportsJSON(e.host.stdout, views)
}

// reportUnused says which answers belong to no question. With several suites
// over one file an answer is unused only when none of them asked for it.
func (e *evaluation) reportUnused() {
	if e.partial {
		return // what nobody came to ask for is not unused
	}
	for _, path := range slices.Sorted(maps.Keys(e.answers)) {
		if named, n := e.answers[path].Unused(); n > 0 {
			e.host.say("%s: %s without a question: %s", path, count(n, "answer"), list(named, n))
		}
	}
}
