package fleet

import (
	"errors"
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/runner"
)

// checkRecord holds a record to the task it is said to be of, and to what the
// figures of a run count on: a record that breaks them would be in the run's
// folder for good.
func checkRecord(r *results.Record, t runner.Task) error {
	q := t.Question
	if r.ID != q.ID || keyOfRecord(r) != keyOfTask(t) || r.ContentHash != q.ContentHash || r.Category != q.Category {
		return fmt.Errorf("the record is of question %q (%v)", cut(r.ID, maxShown), keyOfRecord(r))
	}
	if r.Schema != "" && r.Schema != results.RecordSchema {
		return fmt.Errorf("the record has schema %q, want %s", cut(r.Schema, maxShown), results.RecordSchema)
	}
	if !r.Final || !slices.Contains(recorded(), r.Verdict) {
		return fmt.Errorf("the record has verdict %q", cut(string(r.Verdict), maxShown))
	}
	if r.Verdict == results.Error && r.Error == nil {
		return errors.New("the record is an error without one")
	}
	return checkCells(r)
}

// recorded are the verdicts of a question that was measured.
func recorded() []results.Verdict {
	return []results.Verdict{results.Pass, results.Fail, results.Error, results.Inconclusive}
}

// checkCells wants one cell for each dimension of the category and no other.
func checkCells(r *results.Record) error {
	dimensions := rubric.Dimensions(r.Category)
	if len(r.Cells) != len(dimensions) {
		return fmt.Errorf("the record has %d cells, want %d", len(r.Cells), len(dimensions))
	}
	for _, d := range dimensions {
		series := results.SeriesOf(r.Category, d)
		cell, ok := r.Cells[series]
		if !ok || !slices.Contains(measuredCells(), cell.Status) {
			return fmt.Errorf("the record has no cell %s", series)
		}
		if scored := cell.Status == results.CellScored; scored != (cell.Score != nil) || scored && !(*cell.Score >= 1 && *cell.Score <= 5) {
			return fmt.Errorf("cell %s has no score from 1 to 5", series)
		}
	}
	return nil
}

func measuredCells() []results.CellStatus {
	return []results.CellStatus{
		results.CellScored, results.CellErrored, results.CellInconclusive, results.CellUnassessable,
		results.CellNotApplicable, results.CellDecided, results.CellSkipped,
	}
}
