package review

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
)

const (
	// unstableSpread is the distance of two scores of one thing from which they
	// contradict each other: neighbours on the scale do not.
	unstableSpread = 2
	// verdictsApart is the size of verdicts that contradict each other, which
	// weigh as much as the ends of the scale.
	verdictsApart = 4
)

// unstable are questions whose repeats, judgements or judges contradict each
// other.
func unstable(run results.RunInfo, records []*results.Record) []signal {
	var out []signal
	if passedAndFailed(records) {
		out = append(out, signal{results.WhyUnstable, verdictsApart, "it passed and failed"})
	}
	if len(records) == 0 {
		return out
	}
	for _, d := range run.Dimensions[records[0].Category] {
		out = append(out, spreads(records, d)...)
	}
	return out
}

func passedAndFailed(records []*results.Record) bool {
	has := func(v results.Verdict) bool {
		return slices.ContainsFunc(records, func(r *results.Record) bool { return r.Verdict == v })
	}
	return has(results.Pass) && has(results.Fail)
}

// spreads looks at one dimension over the repeats, over the judgements of each
// answer, and over the votes of each panel.
func spreads(records []*results.Record, d results.Dimension) []signal {
	var out []signal
	add := func(what string, scores []float64) {
		if len(scores) < 2 {
			return
		}
		lo, hi := slices.Min(scores), slices.Max(scores)
		if hi-lo >= unstableSpread-tolerance {
			words := fmt.Sprintf("%s %s from %s to %s", what, d, reports.Score(lo), reports.Score(hi))
			out = append(out, signal{results.WhyUnstable, hi - lo, words})
		}
	}
	var repeats []float64
	for _, r := range records {
		cell := r.Cells[results.SeriesOf(r.Category, d)]
		if cell.Score != nil {
			repeats = append(repeats, *cell.Score)
		}
		add("judged several times,", cell.Scores)
		add("the panel votes", votesOf(cell))
	}
	add("the repeats' scores of", repeats)
	return out
}

func votesOf(cell results.Cell) []float64 {
	var out []float64
	for _, v := range cell.Votes {
		if v.Score != nil {
			out = append(out, *v.Score)
		}
	}
	return out
}
