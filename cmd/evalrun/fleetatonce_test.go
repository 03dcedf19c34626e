package main

import (
	"testing"

	"github.com/evalrun/evalrun/results"
)

// TestPlacesAreComparedWithTheCallsThatNobodyHasThoughtOf: a run makes as many
// at once as its target and its judge take together.
func TestPlacesAreComparedWithTheCallsThatNobodyHasThoughtOf(t *testing.T) {
	for name, c := range map[string]struct {
		named   string
		workers int
		live    bool
		judge   results.JudgeKind
		judging int
		want    int
	}{
		"target and judge":            {live: true, judge: results.JudgeModel, want: 16},
		"target and quicker judge":    {live: true, judge: results.JudgeModel, judging: 3, want: 11},
		"recorded answers":            {judge: results.JudgeModel, want: 8},
		"a target alone":              {live: true, judge: results.JudgeNone, want: 8},
		"no calls":                    {judge: results.JudgeOffline, want: 0},
		"somebody has thought of it":  {named: "concurrency", live: true, want: 0},
		"workers of the run's making": {workers: 2, live: true, want: 0},
	} {
		t.Run(name, func(t *testing.T) {
			var o runOptions
			o.limits = limitFlags{concurrency: 8, judgeConcurrency: c.judging, named: func(flag string) bool { return flag == c.named }}
			o.fleet.workers = c.workers
			e := evaluation{opt: o}
			if got := e.atOnce(preparedSuite{live: c.live, ref: results.JudgeRef{Kind: c.judge}}); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}
