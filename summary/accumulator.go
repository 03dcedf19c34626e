// Package summary turns the records of a run into its figures: totals, pass
// rate, dimensions, abstention, confidence and the judge's work. It takes one
// question at a time and forgets it: memory grows with series and groups,
// never with questions.
//
// Everything is counted by question and repeat, so that counts add up to
// what was planned; no figure leaves out what is missing without saying how
// far it could move the figure. Nothing here decides whether a run is good.
package summary

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
)

// confidence level of every interval.
const confidenceLevel = 0.95

// Summary holds the figures of one run.
type Summary struct {
	Totals     results.Totals
	PassRate   results.Rate
	Dimensions []results.DimensionSummary // in report order
	Abstention results.Abstention
	Confidence []results.ConfidenceRow
	Judge      results.JudgeSummary
	Target     *results.TargetSummary // nil where no target was asked
	Repeats    *results.RepeatSummary // nil where everything was done once
	Warnings   []string
	// Checks is the outcome of the mechanical checks alone.
	Checks Checks
	// Infrastructure counts what is missing only because a target or a
	// transport failed, over all questions and by series.
	Infrastructure Infrastructure
}

// Accumulator takes in a run question by question.
type Accumulator struct {
	info       results.RunInfo
	repeats    int
	lastSeq    int
	totals     results.Totals
	pass       share
	checks     Checks
	lost       Infrastructure
	series     map[results.Category][]*series
	abstention abstention
	confidence confidence
	spending   *Spending
	again      repeats
	flat       flatness
	grouped    bool // some question names a group
}

// New starts the summary of a run. It needs the run's dimensions, floors,
// gate, judge and repeats.
func New(info results.RunInfo) *Accumulator {
	a := &Accumulator{
		info: info, repeats: max(1, info.Repeats), lastSeq: -1,
		series:   map[results.Category][]*series{},
		lost:     Infrastructure{Cells: map[results.Series]int{}},
		spending: NewSpending(info), again: newRepeats(info),
	}
	for _, c := range categories {
		for _, d := range info.Dimensions[c] {
			a.series[c] = append(a.series[c], newSeries(c, d, info))
		}
	}
	return a
}

var categories = [...]results.Category{results.Positive, results.Negative}

// Add takes in one question. Questions come in suite order. The error names
// the question whose records do not fill its cells: a summary of such a run
// would hide something.
func (a *Accumulator) Add(e results.Entry) error {
	if err := a.complete(e); err != nil {
		return fmt.Errorf("question %q: %w", e.Question.ID, err)
	}
	a.lastSeq = e.Question.Seq
	a.grouped = a.grouped || e.Question.Group != ""
	records := finals(e)
	missing := a.repeats - len(records)
	a.addVerdicts(e.Question, records, missing)
	a.again.add(e.Question, records)
	for _, s := range a.series[e.Question.Category] {
		s.add(e.Question.Group, records, missing)
	}
	states := make([]state, len(records))
	for i, r := range records {
		states[i] = answerState(r)
		a.abstention.dispute(r, states[i])
		a.checks.add(r)
		a.lost.add(r)
		a.spending.Add(r)
		a.flat.add(r)
	}
	a.confidence.add(e.Question.Group, records, states, a.info.PassAt.At(results.Grounding))
	a.checks.Unknown += missing
	a.abstention.add(e.Question, states, missing)
	return nil
}

// Summary gives the figures of all that was added so far.
func (a *Accumulator) Summary() Summary {
	out := Summary{
		Totals:         a.totals,
		PassRate:       a.pass.rate("no question was decided"),
		Dimensions:     []results.DimensionSummary{},
		Abstention:     a.abstention.summary(),
		Confidence:     a.confidence.rows(),
		Judge:          a.spending.Judge(),
		Target:         a.spending.Target(),
		Checks:         a.checks,
		Infrastructure: a.lost,
	}
	var ordered []*series
	for _, c := range categories {
		ordered = append(ordered, a.series[c]...)
	}
	for _, s := range ordered {
		out.Dimensions = append(out.Dimensions, s.summary())
	}
	out.Repeats = a.again.summary(ordered)
	out.Warnings = a.warnings(out)
	return out
}
