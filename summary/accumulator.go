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

// Summary holds the figures of one run. Questions that are set apart, anchors
// and those in quarantine, are in Totals and in blocks of their own alone.
type Summary struct {
	Totals      results.Totals
	PassRate    results.Rate
	Dimensions  []results.DimensionSummary // in report order
	Abstention  results.Abstention
	Confidence  []results.ConfidenceRow
	Calibration *results.CalibrationSummary
	Slices      *results.Slices            // nil where no question has a tag or a group
	Quarantine  *results.QuarantineSummary // nil where no question has one
	Anchors     *results.AnchorSummary     // nil where there are none
	Panel       *results.PanelSummary      // nil where one model judged
	Judge       results.JudgeSummary
	Target      *results.TargetSummary // nil where no target was asked
	Repeats     *results.RepeatSummary // nil where everything was done once
	Warnings    []string
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
	totals     results.Totals // of what is not set apart
	pass       share
	checks     Checks
	lost       Infrastructure
	series     seriesTable[*series]
	abstention abstention
	confidence confidence
	slices     slicing
	quarantine quarantine
	anchors    anchors
	panel      *panel // nil where one model judges
	spending   *Spending
	again      repeats
	flat       flatness
	kin        kinship
	grouped    bool // some question names a group
}

// New starts the summary of a run. It needs the run's dimensions, floors,
// gate, judge, start and repeats.
func New(info results.RunInfo) *Accumulator {
	return &Accumulator{
		info: info, repeats: max(1, info.Repeats), lastSeq: -1,
		series: dimensionsOf(info), anchors: anchors{series: dimensionsOf(info)},
		slices: newSlicing(info), panel: newPanel(info), kin: newKinship(info),
		lost:     Infrastructure{Cells: map[results.Series]int{}},
		spending: NewSpending(info), again: newRepeats(info),
	}
}

// Add takes in one question. Questions come in suite order. The error names
// the question whose records do not fill its cells: a summary of such a run
// would hide something.
func (a *Accumulator) Add(e results.Entry) error {
	if err := a.complete(e); err != nil {
		return fmt.Errorf("question %q: %w", e.Question.ID, err)
	}
	a.lastSeq = e.Question.Seq
	records := finals(e)
	for _, r := range records {
		a.spending.Add(r)
	}
	if e.Question.Anchor {
		a.anchors.add(e.Question, records, a.repeats-len(records))
		return nil
	}
	if e.Question.Quarantine != nil {
		held := Held(a.info, e.Question)
		a.quarantine.add(e, records, a.repeats, held)
		if held {
			return nil
		}
	}
	a.count(e.Question, records, a.repeats-len(records))
	return nil
}

// count takes in a question that is not set apart.
func (a *Accumulator) count(q results.Question, records []*results.Record, missing int) {
	a.grouped = a.grouped || q.Group != ""
	passed, decided := addVerdicts(&a.totals, records, missing)
	a.pass.add(q.Group, passed, decided, a.repeats-decided)
	a.again.add(q, records)
	for _, s := range a.series[q.Category] {
		s.add(q.Group, records, missing)
	}
	states := make([]results.AnswerState, len(records))
	for i, r := range records {
		states[i] = StateOf(r)
		a.checks.add(r)
		a.lost.add(r)
		a.flat.add(r)
		a.kin.add(r)
	}
	a.checks.Unknown += missing
	a.confidence.add(q.Group, records, states, a.info.PassAt.At(results.Grounding))
	a.abstention.add(q, records, states, missing)
	a.slices.add(q, records, missing)
	a.panel.add(q, records)
}

// Summary gives the figures of all that was added so far.
func (a *Accumulator) Summary() Summary {
	out := Summary{
		Totals:         a.allTotals(),
		PassRate:       a.pass.rate("no question was decided"),
		Dimensions:     summariesOf(a.series),
		Abstention:     a.abstention.summary(seedOf(a.info)),
		Confidence:     a.confidence.rows(),
		Calibration:    a.confidence.calibration(seedOf(a.info)),
		Slices:         a.slices.summary(),
		Quarantine:     a.quarantine.summary(),
		Anchors:        a.anchors.summary(),
		Panel:          a.panel.summary(a.kin),
		Judge:          a.spending.Judge(),
		Target:         a.spending.Target(),
		Repeats:        a.again.summary(a.series.ordered()),
		Checks:         a.checks,
		Infrastructure: a.lost,
	}
	out.Warnings = a.warnings(out)
	return out
}

// allTotals adds what is set apart to the verdicts of the rest.
func (a *Accumulator) allTotals() results.Totals {
	t := a.totals
	t.Quarantined, t.Anchors = a.quarantine.totals.Planned, a.anchors.totals.Planned
	t.Planned += t.Quarantined + t.Anchors
	return t
}
