package fleet

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/verdict"
)

// checkRecord holds a record to the task it is said to be of, to the rules that
// decide its verdict, and to what the figures of a run count on: a record that
// breaks them would be in the run's folder for good.
func checkRecord(r *results.Record, run results.RunInfo, t runner.Task) error {
	q := t.Question
	if r.ID != q.ID || keyOfRecord(r) != keyOfTask(t) || r.ContentHash != q.ContentHash || r.Category != q.Category {
		return fmt.Errorf("the record is of question %q (%v)", cut(r.ID, maxShown), keyOfRecord(r))
	}
	if r.Schema != "" && r.Schema != results.RecordSchema {
		return fmt.Errorf("the record has schema %q, want %s", cut(r.Schema, maxShown), results.RecordSchema)
	}
	if !r.Final {
		return errors.New("the record is not final")
	}
	for _, check := range []func() error{
		func() error { return checkCells(r) },
		func() error { return checkScored(r, run) },
		func() error { return checkFindings(r.Findings) },
		func() error { return checkVerdict(r, run) },
		func() error { return checkNumbers(r) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkVerdict decides anew what the record says is decided.
func checkVerdict(r *results.Record, run results.RunInfo) error {
	decided := verdict.Decide(verdict.Input{
		Category: r.Category, Dimensions: rubric.Dimensions(r.Category), Findings: r.Findings, Cells: r.Cells,
		Floors: run.PassAt, Err: r.Error,
	})
	if r.Verdict != decided.Verdict {
		return fmt.Errorf("the record has verdict %q, and comes to %q", cut(string(r.Verdict), maxShown), decided.Verdict)
	}
	return nil
}

// checkCells wants one cell for each dimension of the category and no other.
func checkCells(r *results.Record) error {
	dimensions := rubric.Dimensions(r.Category)
	if len(r.Cells) != len(dimensions) {
		return fmt.Errorf("the record has %d cells, want %d", len(r.Cells), len(dimensions))
	}
	for _, d := range dimensions {
		series := results.SeriesOf(r.Category, d)
		if cell, ok := r.Cells[series]; !ok || !slices.Contains(measuredCells(), cell.Status) {
			return fmt.Errorf("the record has no cell %s", series)
		}
	}
	return nil
}

// measuredCells are what the cells of a question that was measured can be.
func measuredCells() []results.CellStatus {
	return []results.CellStatus{
		results.CellScored, results.CellErrored, results.CellInconclusive, results.CellUnassessable, results.CellDecided,
	}
}

// checkScored wants scores where they are said to be, all of them on the scale
// and reasoned, of an answer that a judge was asked about.
func checkScored(r *results.Record, run results.RunInfo) error {
	for series, cell := range r.Cells {
		scored := cell.Status == results.CellScored
		switch {
		case scored != (cell.Score != nil), scored && !onScale(*cell.Score), slices.ContainsFunc(cell.Scores, offScale):
			return fmt.Errorf("cell %s has no score from 1 to 5", series)
		case slices.ContainsFunc(cell.Votes, func(v results.Vote) bool { return v.Score != nil && offScale(*v.Score) }):
			return fmt.Errorf("cell %s has a vote that is no score from 1 to 5", series)
		case scored && strings.TrimSpace(cell.Reasoning) == "" && len(cell.Votes) == 0:
			return fmt.Errorf("cell %s has a score without reasoning", series)
		case scored && (r.Answer == nil || r.Judge == nil || run.Judge.Kind == results.JudgeNone):
			return fmt.Errorf("cell %s has a score that no judge gave", series)
		}
	}
	return nil
}

func onScale(score float64) bool  { return score >= 1 && score <= 5 }
func offScale(score float64) bool { return !onScale(score) }

// checkFindings wants a status that the rules know: another one would be
// passed over by them.
func checkFindings(all []results.Finding) error {
	for _, f := range all {
		switch f.Status {
		case results.FindingPass, results.FindingFail, results.FindingWarning, results.FindingInconclusive:
		default:
			return fmt.Errorf("finding %q has status %q", cut(f.Check, maxShown), cut(string(f.Status), maxShown))
		}
	}
	return nil
}
