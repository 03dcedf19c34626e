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

// panelWords say who voted and how a score came of it.
func panelWords(p *results.PanelSummary) string {
	members := make([]string, 0, len(p.Members))
	for _, m := range p.Members {
		members = append(members, cut(m, maxName))
	}
	return fmt.Sprintf("%s of %s; a score needs %s", cmp.Or(p.Aggregate, "mean"), strings.Join(members, ", "), plural(p.Quorum, "vote"))
}

// panelNotes are what is to be known beside the table: that agreement is no
// evidence, splits, votes that were not had, and the member of the answerer's
// own family.
func panelNotes(p *results.PanelSummary) []string {
	out := []string{"alpha says how far the members agree, not whether they are right: judges of one mind err together"}
	if p.Splits > 0 {
		out = append(out, plural(p.Splits, "score")+" split: as many votes reach the floor as do not")
	}
	if text := votesLost(p); text != "" {
		out = append(out, "votes not had: "+text)
	}
	for _, l := range p.LeaveOut {
		out = append(out, leaveOutWords(l))
	}
	return out
}

// votesLost counts the failed votes of each member by code.
func votesLost(p *results.PanelSummary) string {
	var parts []string
	for i, model := range p.Members {
		lost := map[string]int{}
		for _, s := range p.Series {
			if i < len(s.Members) {
				for code, n := range s.Members[i].Failed {
					lost[code] += n
				}
			}
		}
		for _, code := range slices.Sorted(maps.Keys(lost)) {
			parts = append(parts, fmt.Sprintf("%s %d (%s)", cut(model, maxName), lost[code], cmp.Or(code, "no code")))
		}
	}
	return strings.Join(parts, ", ")
}

func leaveOutWords(l results.LeaveOut) string {
	text := fmt.Sprintf("without %s, which is of the answerer's family (%s): ", cut(l.Model, maxName), l.Family)
	var parts []string
	for _, s := range l.Series {
		parts = append(parts, fmt.Sprintf("%s %s instead of %s (n = %d)", s.Name, mean(&s.Without), mean(&s.With), s.N))
	}
	if len(parts) == 0 {
		return text + "no score is left"
	}
	return text + strings.Join(parts, ", ")
}

// biasWords print a difference with its sign and interval.
func biasWords(m results.MemberVotes) string {
	if m.Bias == nil {
		return missing
	}
	signed := func(v *float64) string { return fmt.Sprintf("%+.2f", *v+0) }
	text := signed(m.Bias)
	if m.Lo != nil && m.Hi != nil {
		text += " (" + span(m.Lo, m.Hi, signed) + ")"
	}
	return text
}

// voteWords list the votes that a panel's score is made of, or why one is
// missing, escaped for the surface they stand on.
func voteWords(c results.Cell, escape func(string) string) string {
	if len(c.Votes) == 0 {
		return ""
	}
	var parts []string
	for _, v := range c.Votes[:min(len(c.Votes), maxReasons)] {
		given := cmp.Or(v.Code, "no vote")
		if v.Score != nil {
			given = summary.Score(*v.Score)
		}
		parts = append(parts, cut(v.Model, maxBrief)+" "+given)
	}
	if left := len(c.Votes) - len(parts); left > 0 {
		parts = append(parts, fmt.Sprintf("%d more", left))
	}
	return " (votes: " + escape(strings.Join(parts, ", ")) + ")"
}
