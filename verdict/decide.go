package verdict

import (
	"cmp"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// Input is all that decides one question.
type Input struct {
	Category   results.Category
	Dimensions []results.Dimension // required ones, in report order
	Findings   []results.Finding
	Cells      map[results.Series]results.Cell
	Floors     results.Floors // default where a dimension is not named
	Err        *results.ErrorInfo
}

// Decision is the verdict of one question with the reasons for it; a pass
// has none.
type Decision struct {
	Verdict results.Verdict
	Reasons []string
}

// Decide applies the rules in the order of their strength. What was measured
// and is wrong fails, even when the judge errored; what could not be measured
// is an error or inconclusive; only what is left passes.
func Decide(in Input) Decision {
	if reasons := append(in.failedChecks(), in.belowFloor()...); len(reasons) > 0 {
		return Decision{Verdict: results.Fail, Reasons: reasons}
	}
	if reasons := in.errored(); len(reasons) > 0 {
		return Decision{Verdict: results.Error, Reasons: reasons}
	}
	if reasons := append(in.openChecks(), in.open()...); len(reasons) > 0 {
		return Decision{Verdict: results.Inconclusive, Reasons: reasons}
	}
	return Decision{Verdict: results.Pass}
}

func (in Input) failedChecks() []string { return in.findings(results.FindingFail, "failed") }

// openChecks are checks that the rubric demands and that had nothing to
// check, such as a latency limit without a latency. They keep a question from
// passing.
func (in Input) openChecks() []string {
	return in.findings(results.FindingInconclusive, "had nothing to check")
}

func (in Input) findings(status results.FindingStatus, fallback string) []string {
	var out []string
	for _, f := range in.Findings {
		if f.Status != status {
			continue
		}
		out = append(out, findingReason(f, fallback))
	}
	return out
}

func findingReason(f results.Finding, fallback string) string {
	reason := f.Check + ": " + cmp.Or(f.Message, fallback)
	if f.Phrase != "" {
		reason += ": " + f.Phrase
	}
	if f.PossiblyNegated {
		reason += " (possibly negated)"
	}
	return reason
}

func (in Input) belowFloor() []string {
	var out []string
	for _, d := range in.Dimensions {
		cell := in.Cells[results.SeriesOf(in.Category, d)]
		if cell.Status != results.CellScored || cell.Score == nil {
			continue
		}
		if reason := belowFloor(d, cell, in.Floors.At(d)); reason != "" {
			out = append(out, reason)
		}
	}
	return out
}

// errored reports the error of the question, or the errored cells where
// none was handed in.
func (in Input) errored() []string {
	if in.Err != nil {
		if in.Err.Message == "" {
			return []string{in.Err.Code}
		}
		return []string{in.Err.Code + ": " + in.Err.Message}
	}
	return in.cellsThat(func(s results.CellStatus) bool { return s == results.CellErrored })
}

// open lists what keeps a question without failure and error from passing: a
// required dimension without a score, unless it is unassessable and another
// one was scored.
func (in Input) open() []string {
	out := in.cellsThat(func(s results.CellStatus) bool {
		return s != results.CellScored && s != results.CellUnassessable
	})
	if len(out) > 0 {
		return out
	}
	scored := func(d results.Dimension) bool {
		return in.Cells[results.SeriesOf(in.Category, d)].Status == results.CellScored
	}
	if !slices.ContainsFunc(in.Dimensions, scored) {
		return []string{"nothing to decide on: no dimension could be assessed"}
	}
	return nil
}

// cellsThat names the required dimensions with such a status. One without a
// cell has the status "".
func (in Input) cellsThat(has func(results.CellStatus) bool) []string {
	var out []string
	for _, d := range in.Dimensions {
		cell := in.Cells[results.SeriesOf(in.Category, d)]
		if !has(cell.Status) {
			continue
		}
		switch {
		case cell.Status == "":
			out = append(out, string(d)+": not measured")
		case cell.Code != "":
			out = append(out, string(d)+": "+string(cell.Status)+" ("+cell.Code+")")
		default:
			out = append(out, string(d)+": "+string(cell.Status))
		}
	}
	return out
}
