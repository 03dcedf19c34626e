package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// The sentences here are plain text, said the same way on every surface;
// whoever prints them escapes them for its own.

func headline(doc *results.ReportDoc) string {
	return "GATE: " + strings.ToUpper(string(doc.Gate.Verdict))
}

// why gives the gate's reasons; the first is the one to print alone.
func why(doc *results.ReportDoc) []string {
	if len(doc.Gate.Reasons) > 0 {
		return doc.Gate.Reasons
	}
	if doc.Gate.Verdict == results.Pass {
		return []string{"every rule of the gate holds"}
	}
	return []string{"the gate gave no reason"}
}

// judgeNotice warns of runs no model judged. It stands in the first lines of
// every report, since such scores look just like a model's.
func judgeNotice(run results.RunInfo) string {
	switch run.Judge.Kind {
	case results.JudgeOffline:
		return "No model judged this run: the scores come from the fixed rules of the offline judge and say little about quality."
	case results.JudgeNone:
		return "No model judged this run: it ran without a judge, so only the checks decided."
	}
	return ""
}

// rateWords prints a share with its n and interval. No event at all is put
// as a bound, because 0 of 12 is no proof of 0 %.
func rateWords(r results.Rate, floors ...float64) string {
	figure := func(v *float64) string { return summary.Percent(*v, floors...) }
	switch {
	case r.Rate == nil:
		return "none (" + cmp.Or(r.Reason, "nothing to count") + ")"
	case r.K == 0 && r.Hi != nil:
		return fmt.Sprintf("0 of %d; the true rate may still be up to %s", r.N, figure(r.Hi))
	case r.Lo == nil || r.Hi == nil:
		return fmt.Sprintf("%d of %d, %s (%s)", r.K, r.N, figure(r.Rate), cmp.Or(r.Reason, "no interval"))
	}
	return fmt.Sprintf("%d of %d, %s (95 %% interval %s)", r.K, r.N, figure(r.Rate), span(r.Lo, r.Hi, figure))
}

// missingWords says what the pass rate leaves out and how far it could move.
func missingWords(doc *results.ReportDoc) string {
	t, rate := doc.Totals, doc.PassRate
	kinds := counts(
		count{t.Error, "error"}, count{t.Inconclusive, "inconclusive"}, count{t.Skipped, "skipped"})
	if kinds == "" {
		return ""
	}
	text := fmt.Sprintf("%d of %d not judged (%s).", t.Error+t.Inconclusive+t.Skipped, t.Counted(), kinds)
	if rate.Worst != nil && rate.Best != nil {
		floor := doc.Run.Gate.PassRate
		text += fmt.Sprintf(" If all had failed the rate would be %s; if all had passed, %s.",
			summary.Percent(*rate.Worst, floor), summary.Percent(*rate.Best, floor))
	}
	return text
}

// dimensionMissing says where the cells of a series are that have no score.
func dimensionMissing(d results.DimensionSummary) string {
	kinds := counts(
		count{d.Errored, "errored"}, count{d.Inconclusive, "inconclusive"}, count{d.Skipped, "skipped"},
		count{d.Unassessable, "unassessable"}, count{d.Decided, "decided by a check"})
	if d.Reason != "" {
		// The reason for a missing mean lists the same counts.
		if d.Mean == nil {
			return d.Reason
		}
		kinds = strings.TrimPrefix(kinds+"; "+d.Reason, "; ")
	}
	return cmp.Or(kinds, "none")
}

// dimensionBounds says how far the mean of a series could move.
func dimensionBounds(d results.DimensionSummary, floors ...float64) string {
	absent := d.Errored + d.Inconclusive + d.Skipped
	if absent == 0 || d.Worst == nil || d.Best == nil {
		return ""
	}
	return fmt.Sprintf("%d of %d not judged: if all had scored 1 the mean would be %s; if all had scored 5, %s",
		absent, absent+d.Scored, mean(d.Worst, floors...), mean(d.Best, floors...))
}

// codeWords stand where a script's author looks: the exit code, and which part
// of the suite the run was asked for.
func codeWords(doc *results.ReportDoc) string {
	text := fmt.Sprintf("Exit code %d.", doc.Gate.ExitCode)
	s := doc.Selection
	if s.Selected == s.Total {
		return text
	}
	var by []string
	if len(s.Tags) > 0 {
		by = append(by, "tags "+strings.Join(s.Tags, ", "))
	}
	if len(s.IDs) > 0 {
		by = append(by, "ids "+strings.Join(s.IDs, ", "))
	}
	if s.Limit > 0 {
		by = append(by, fmt.Sprintf("limit %d", s.Limit))
	}
	text += fmt.Sprintf(" The run covers %d of the suite's %s", s.Selected, plural(s.Total, "question"))
	if len(by) > 0 {
		text += " (" + cut(strings.Join(by, "; "), maxReason) + ")"
	}
	return text + "."
}

type count struct {
	n     int
	label string
}

// counts lists what is there: "2 errored, 1 skipped".
func counts(list ...count) string {
	var parts []string
	for _, c := range list {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.label))
		}
	}
	return strings.Join(parts, ", ")
}

// tally lists named counts in the order of their names.
func tally(named map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(named)) {
		parts = append(parts, fmt.Sprintf("%s (%d)", name, named[name]))
	}
	return strings.Join(parts, ", ")
}
