package reports

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// setApart counts what the verdicts leave out.
func setApart(t results.Totals) []count {
	var out []count
	for _, c := range []count{{t.Quarantined, "quarantined"}, {t.Anchors, "anchors"}} {
		if c.n > 0 {
			out = append(out, c)
		}
	}
	return out
}

// setApartWords stand by the totals: without them the verdicts do not add up.
func setApartWords(t results.Totals) string {
	apart := setApart(t)
	if len(apart) == 0 {
		return ""
	}
	return fmt.Sprintf("Set apart, in no rate, mean or gate: %s. All else is about the other %d.", counts(apart...), t.Counted())
}

// isApart reports whether a question is in none of the figures.
func isApart(run results.RunInfo, q results.Question) bool { return q.Anchor || summary.Held(run, q) }

// apartWords say why it is not, and for one in quarantine what became of it.
// The verdict of a frozen answer says nothing.
func apartWords(q results.Question, r *results.Record) string {
	switch {
	case q.Anchor:
		return "anchor: it measures the judge"
	case r == nil:
		return fmt.Sprintf("in quarantine until %s (not run): %s", q.Quarantine.Until, q.Quarantine.Reason)
	}
	return fmt.Sprintf("in quarantine until %s (%s): %s", q.Quarantine.Until, r.Verdict, q.Quarantine.Reason)
}

// anchorWords say what the block of anchors is about.
func anchorWords(a *results.AnchorSummary) string {
	text := fmt.Sprintf("%s with frozen answers, judged again in each run. A change of these figures is a change of the judge.",
		plural(a.Questions, "question"))
	if n := a.Totals.Error + a.Totals.Inconclusive + a.Totals.Skipped; n > 0 {
		text += fmt.Sprintf(" %d of %d without a verdict.", n, a.Totals.Planned)
	}
	return text
}

// anchorBrief lists the anchors' means in one line.
func anchorBrief(a *results.AnchorSummary) string {
	var parts []string
	for _, d := range a.Dimensions {
		if d.Mean != nil {
			parts = append(parts, fmt.Sprintf("%s %s (n = %d)", d.Name, mean(d.Mean), d.N))
		}
	}
	if len(parts) == 0 {
		return "none scored"
	}
	return strings.Join(parts, ", ")
}

// quarantineBrief names the first questions in quarantine in one line.
func quarantineBrief(k *results.QuarantineSummary, most int) string {
	var parts []string
	for _, q := range k.Questions[:min(len(k.Questions), most)] {
		until := "until " + q.Until
		if q.Over {
			until = "over since " + q.Until
		}
		parts = append(parts, fmt.Sprintf("%s (%s, %s)", cut(q.ID, maxBrief), q.Verdict, until))
	}
	if left := k.Held + k.Over - len(parts); left > 0 {
		parts = append(parts, fmt.Sprintf("%d more", left))
	}
	return strings.Join(parts, ", ")
}
