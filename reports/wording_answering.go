package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// maxDisputedShown is how many ids stand in one line; report.json has more.
const maxDisputedShown = 10

// answeringWords puts both ways to be wrong about answering side by side, then
// what limits and what sums them up.
func answeringWords(a results.Abstention) []string {
	out := []string{
		"answered when it should not: " + openRate(a.AnsweredWhenItShouldNot) + zeroWords(a.Claim),
		"declined what it could answer: " + openRate(a.OverRefusal),
	}
	if a.Hedged > 0 {
		out = append(out, fmt.Sprintf("%s, counted as answered; without: %s", plural(a.Hedged, "hedge"), rateWords(a.AnsweredOutright)))
	}
	if text := decliningWords(a); text != "" {
		out = append(out, text)
	}
	if a.Unknown > 0 {
		out = append(out, plural(a.Unknown, "question")+" without an answer, in neither rate")
	}
	if len(a.DisputedQuestions) > 0 {
		out = append(out, "judge and target disagree on whether it declined: "+named(a.DisputedQuestions, a.Disputed))
	}
	return out
}

// openRate is a rate with what the questions without an answer could make of
// it.
func openRate(r results.Rate) string {
	text := rateWords(r)
	if r.Rate != nil && r.Worst != nil && r.Best != nil && *r.Worst != *r.Best {
		text += fmt.Sprintf("; %s to %s with those without an answer", summary.Percent(*r.Best), summary.Percent(*r.Worst))
	}
	return text
}

// zeroWords says what it takes to claim more of a rate of zero.
func zeroWords(c *results.ZeroClaim) string {
	if c == nil {
		return ""
	}
	below := summary.Percent(c.Below)
	if c.Have >= c.Needed {
		return fmt.Sprintf("; enough to claim less than %s (%d independent negatives needed)", below, c.Needed)
	}
	return fmt.Sprintf("; to claim less than %s takes %d independent negatives without one, here are %d", below, c.Needed, c.Have)
}

// decliningWords takes declining as a classifier of the negatives.
func decliningWords(a results.Abstention) string {
	if a.Precision == nil && a.Recall == nil {
		return ""
	}
	return fmt.Sprintf("declining: precision %s, recall %s, F1 %s, balanced accuracy %s",
		ratio(a.Precision, "nothing was declined"), ratio(a.Recall, "no negative"), ratio(a.F1, "needs both")+intervalWords(a.F1, a.F1Lo, a.F1Hi, 2, a.F1Reason),
		ratio(a.BalancedAccuracy, "needs both categories"))
}

// ratio prints a figure of 0..1 with two decimals, or why there is none.
func ratio(v *float64, reason string) string {
	if v == nil {
		return missing + " (" + reason + ")"
	}
	return summary.Figure(*v, 2)
}

// intervalWords are the interval of a figure that has one, or why it has none.
// A figure that does not exist has said so itself.
func intervalWords(v, lo, hi *float64, places int, reason string) string {
	figure := func(v *float64) string { return summary.Figure(*v, places) }
	switch {
	case v == nil || lo == nil && reason == "":
		return ""
	case lo == nil || hi == nil:
		return " (" + reason + ")"
	}
	return " (95 % interval " + span(lo, hi, figure) + ")"
}

func named(ids []string, total int) string {
	shown := ids[:min(len(ids), maxDisputedShown)]
	parts := make([]string, 0, len(shown)+1)
	for _, id := range shown {
		parts = append(parts, cut(id, maxBrief))
	}
	if left := total - len(shown); left > 0 {
		parts = append(parts, strconv.Itoa(left)+" more")
	}
	return strings.Join(parts, ", ")
}
