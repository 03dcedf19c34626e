package summary

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// complete checks that a question and its records fill the plan: known
// category, suite order, no more repeats than planned, a known verdict, and
// a cell with a proper status for every dimension of the category.
func (a *Accumulator) complete(e results.Entry) error {
	q := e.Question
	if q.Category != results.Positive && q.Category != results.Negative {
		return fmt.Errorf("unknown category %q", q.Category)
	}
	if q.Seq <= a.lastSeq {
		return fmt.Errorf("place %d in the suite is not after place %d", q.Seq, a.lastSeq)
	}
	last := -1
	for i := range e.Records {
		r := &e.Records[i]
		if r.Repeat <= last || r.Repeat >= a.repeats {
			return fmt.Errorf("repeat %d is out of order or beyond the %d planned", r.Repeat, a.repeats)
		}
		last = r.Repeat
		if !r.Final {
			continue
		}
		if err := a.completeRecord(q, r); err != nil {
			return fmt.Errorf("repeat %d: %w", r.Repeat, err)
		}
	}
	return nil
}

func (a *Accumulator) completeRecord(q results.Question, r *results.Record) error {
	if r.Category != q.Category {
		return fmt.Errorf("recorded as %q, planned as %q", r.Category, q.Category)
	}
	switch r.Verdict {
	case results.Pass, results.Fail, results.Error, results.Inconclusive, results.Skipped:
	default:
		return fmt.Errorf("unknown verdict %q", r.Verdict)
	}
	own := a.series[q.Category]
	for _, s := range own {
		cell, ok := r.Cells[s.name]
		if !ok {
			return fmt.Errorf("no cell for %s", s.name)
		}
		if err := cmp.Or(validCell(cell), validVotes(cell.Votes)); err != nil {
			return fmt.Errorf("cell %s: %w", s.name, err)
		}
	}
	if len(r.Cells) > len(own) {
		return a.strayCells(q.Category, r.Cells)
	}
	return nil
}

func validCell(c results.Cell) error {
	switch c.Status {
	case results.CellScored:
		if !isScore(c.Score) {
			return fmt.Errorf("scored without a score of 1 to 5")
		}
		return validScores(c)
	case results.CellErrored, results.CellInconclusive, results.CellUnassessable,
		results.CellDecided, results.CellSkipped:
		if c.Score != nil {
			return fmt.Errorf("%s with a score", c.Status)
		}
		return nil
	}
	return fmt.Errorf("status %q has no place in the counts", c.Status)
}

// validVotes holds the votes of a panel to the scale; one that was not had
// has no score.
func validVotes(votes []results.Vote) error {
	for i := range votes {
		if v := &votes[i]; v.Score != nil && !isScore(v.Score) {
			return fmt.Errorf("vote of %q: a score that is not 1 to 5", v.Model)
		}
	}
	return nil
}

func isScore(score *float64) bool {
	return score != nil && *score >= stats.ScaleLow && *score <= stats.ScaleHigh
}

// validScores holds the score of an answer judged several times to the mean
// of what it was judged.
func validScores(c results.Cell) error {
	if len(c.Scores) == 0 {
		return nil
	}
	var all stats.Moments
	for _, v := range c.Scores {
		all.Add(v, "")
	}
	mean, ok := all.Mean()
	if !ok || math.Abs(mean-*c.Score) > Tolerance {
		return fmt.Errorf("scored %v, which is not the mean of the scores %v", *c.Score, c.Scores)
	}
	return nil
}

// strayCells allows what the category lacks to be listed, but not measured.
func (a *Accumulator) strayCells(c results.Category, cells map[results.Series]results.Cell) error {
	known := map[results.Series]bool{}
	for _, s := range a.series[c] {
		known[s.name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(cells)) {
		if !known[name] && cells[name].Status != results.CellNotApplicable {
			return fmt.Errorf("cell %s does not belong to a %s question", name, c)
		}
	}
	return nil
}
