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
	var out []string
	add := func(when bool, format string, args ...any) {
		if when {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	scored := 0
	for _, d := range s.Dimensions {
		scored += d.Scored
	}
	model := a.info.Judge.Kind == results.JudgeModel
	add(a.info.Judge.Kind == results.JudgeOffline, "no model judged: scores come from the offline rules")
	add(a.info.Judge.Kind == results.JudgeNone, "no judge: the checks alone decided, no dimension was scored")
	add(model && scored > 0, "scores come from %s, not compared with people on these dimensions", a.info.Judge.Model)
	add(model && a.flat.constant(),
		"constant judge: on every one of %d answers all dimensions have the same score", a.flat.answers)
	add(len(s.Judge.Served) > 1, "the judge answered as %s different models: %s",
		servedModels(s.Judge.Served), counted(s.Judge.Served))
	add(s.Totals.Skipped > 0, "%d of %d were not run", s.Totals.Skipped, s.Totals.Planned)
	add(s.Abstention.Unknown > 0, "%d of %d have no answer; they count as neither answered nor declined",
		s.Abstention.Unknown, s.Totals.Planned)
	add(a.abstention.disputed > 0, "on %d negatives the judge and the target disagree on whether it declined; the judge's view counts",
		a.abstention.disputed)
	for _, again := range a.info.Resumed {
		for _, note := range again.Notes {
			add(!slices.Contains(out, "resumed: "+note), "resumed: %s", note)
		}
	}
	add(a.repeats > 1, "%d repeats: counts are per question and repeat, intervals treat a question's repeats as one",
		a.repeats)
	add(a.grouped, "questions of one group are not independent: intervals count groups")
	return out
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
