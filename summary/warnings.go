package summary

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// warnings say what a reader must know before any figure, the most
// far-reaching first.
func (a *Accumulator) warnings(s Summary) []string {
	var w remarks
	a.warnOfJudge(&w, s)
	a.warnOfMissing(&w, s)
	for _, again := range a.info.Resumed {
		for _, note := range again.Notes {
			w.add(!slices.Contains(w, "resumed: "+note), "resumed: %s", note)
		}
	}
	w.add(a.info.CopiedRepeats, "the answers file holds one answer to each question: the %d repeats are copies and measure nothing", a.repeats)
	w.add(a.repeats > 1, "%d repeats: counts are per question and repeat, intervals treat a question's repeats as one",
		a.repeats)
	w.add(a.grouped, "questions of one group are not independent: intervals count groups")
	return w
}

type remarks []string

func (w *remarks) add(when bool, format string, args ...any) {
	if when {
		*w = append(*w, fmt.Sprintf(format, args...))
	}
}

func (a *Accumulator) warnOfJudge(w *remarks, s Summary) {
	scored := 0
	for _, d := range s.Dimensions {
		scored += d.Scored
	}
	model := a.info.Judge.Kind == results.JudgeModel
	w.add(a.info.Judge.Kind == results.JudgeOffline, "no model judged: scores come from the offline rules")
	w.add(a.info.Judge.Kind == results.JudgeNone, "no judge: the checks alone decided, no dimension was scored")
	w.add(model && scored > 0, "scores come from %s, not compared with people on these dimensions: use differences between runs, not levels",
		strings.Join(a.info.Judge.Models(), ", "))
	for _, warning := range a.kin.warnings(s.Judge.Served) {
		w.add(scored > 0, "%s", warning)
	}
	w.add(model && a.flat.constant(),
		"constant judge: on every one of %d answers all dimensions have the same score", a.flat.answers)
	w.add(a.panel == nil && len(s.Judge.Served) > 1, "the judge answered as %s different models: %s",
		servedModels(s.Judge.Served), counted(s.Judge.Served))
}

func (a *Accumulator) warnOfMissing(w *remarks, s Summary) {
	t := s.Totals
	w.add(t.Skipped > 0, "%d of %d were not run", t.Skipped, t.Counted())
	w.add(t.Quarantined > 0, "%d of %d are in quarantine: in no rate, no mean and no gate rule", t.Quarantined, t.Planned)
	w.add(s.Abstention.Unknown > 0, "%d of %d have no answer; they count as neither answered nor declined",
		s.Abstention.Unknown, t.Counted())
	w.add(s.Abstention.Disputed > 0, "on %d negatives the judge and the target disagree on whether it declined; the judge's view counts",
		s.Abstention.Disputed)
}

func servedModels(served map[string]int) string {
	if served[otherServed] > 0 && len(served) > maxServed {
		return fmt.Sprintf("more than %d", maxServed)
	}
	return fmt.Sprint(len(served))
}

func counted(m map[string]int) string {
	parts := make([]string, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%s (%d)", name, m[name]))
	}
	return strings.Join(parts, ", ")
}
