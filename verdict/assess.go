package verdict

import (
	"fmt"
	"iter"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// Assess draws the head of a run's report from its records: figures, gate
// and exit code. Questions stays nil, for a writer to stream. It fails when
// a record cannot be read, when a question's cells are not complete, and when
// verdicts or cells do not add up to what was planned: a report of such a
// run would hide something. Entries come in suite order. The run is asked for
// twice, before the first entry and after the last: entries may come from a
// run that is still going on, and how it ended is known only then.
func Assess(run func() results.RunInfo, entries iter.Seq2[results.Entry, error]) (results.ReportDoc, error) {
	info := run()
	acc := summary.New(info)
	questions := 0
	for e, err := range entries {
		if err != nil {
			return results.ReportDoc{}, err
		}
		if err := acc.Add(e); err != nil {
			return results.ReportDoc{}, fmt.Errorf("assess run %s: %w", info.ID, err)
		}
		questions++
	}
	info = run()
	s := acc.Summary()
	if err := addsUp(info, s, questions); err != nil {
		return results.ReportDoc{}, fmt.Errorf("assess run %s: %w", info.ID, err)
	}
	return document(info, s), nil
}

// addsUp compares with the plan that was written down before the first call.
func addsUp(info results.RunInfo, s summary.Summary, questions int) error {
	t := s.Totals
	if t.Planned != info.Planned {
		return fmt.Errorf("%d questions and repeats recorded, %d planned", t.Planned, info.Planned)
	}
	if questions != info.Selection.Selected {
		return fmt.Errorf("%d questions listed, %d selected", questions, info.Selection.Selected)
	}
	if sum := t.Pass + t.Fail + t.Error + t.Inconclusive + t.Skipped; sum != t.Counted() {
		return fmt.Errorf("verdicts add up to %d, %d planned", sum, t.Counted())
	}
	if err := cellsAddUp(s.Dimensions); err != nil || s.Anchors == nil {
		return err
	}
	if err := cellsAddUp(s.Anchors.Dimensions); err != nil {
		return fmt.Errorf("anchors: %w", err)
	}
	return nil
}

func cellsAddUp(dimensions []results.DimensionSummary) error {
	for _, d := range dimensions {
		sum := d.Scored + d.Errored + d.Inconclusive + d.Unassessable + d.Decided + d.Skipped
		if sum != d.Planned {
			return fmt.Errorf("cells of %s add up to %d, %d planned", d.Name, sum, d.Planned)
		}
	}
	return nil
}

// document leaves the prompt texts to run.json.
func document(info results.RunInfo, s summary.Summary) results.ReportDoc {
	info.PromptTexts = nil
	return results.ReportDoc{
		Schema: results.ReportSchema, Run: info, Selection: info.Selection,
		Gate:   Gate(info, s),
		Totals: s.Totals, PassRate: s.PassRate, Dimensions: s.Dimensions,
		Abstention: s.Abstention, Confidence: s.Confidence, Calibration: s.Calibration,
		Slices: s.Slices, Quarantine: s.Quarantine, Anchors: s.Anchors, Panel: s.Panel,
		Judge: s.Judge, Target: s.Target, Repeats: s.Repeats,
		Warnings: append(append([]string{}, info.Notes...), s.Warnings...),
	}
}
