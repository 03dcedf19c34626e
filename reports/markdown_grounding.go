package reports

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// writeGrounding shows which claims of the answer were traced, and the
// sentences that its passages carry least.
func writeGrounding(p *page, g *results.GroundCheck) {
	if g == nil {
		return
	}
	p.block("**Groundedness** score %s%s", share(g.Score), supportShare(g.Support))
	if len(g.Claims) > 0 {
		p.table([]string{"claim", "kind", "traced to"}, claimRows(g.Claims))
	}
	if left := len(g.Claims) - maxCitations; left > 0 {
		p.block("%s more in `records.jsonl`", plural(left, "claim"))
	}
	if len(g.Weakest) > 0 {
		p.block("**Least supported sentences**")
		p.table([]string{"sentence", "support", "passage", "why", "the passage says"}, supportRows(g.Weakest))
	}
}

func claimRows(claims []results.GroundClaim) [][]string {
	rows := make([][]string, 0, min(len(claims), maxCitations))
	for _, c := range claims[:min(len(claims), maxCitations)] {
		rows = append(rows, []string{code(c.Value), inline(c.Kind), tracedTo(c)})
	}
	return rows
}

func tracedTo(c results.GroundClaim) string {
	switch {
	case c.Denied:
		return "denied by the answer, not checked"
	case c.Via == "":
		return "**nothing**"
	}
	return inline(c.Via)
}

func supportRows(weakest []results.GroundSupport) [][]string {
	rows := make([][]string, len(weakest))
	for i, s := range weakest {
		rows[i] = []string{
			inline(cut(s.Text, maxQuery)), summary.Score(s.Score), code(s.Passage),
			inline(cut(s.Reason, maxReason)), inline(cut(s.Nearest, maxQuery)),
		}
	}
	return rows
}

// supportShare is empty where support was not asked for; that there was
// nothing to score is a finding.
func supportShare(v *float64) string {
	if v == nil {
		return ""
	}
	return ", support " + share(v)
}

func share(v *float64) string {
	if v == nil {
		return "– (nothing to score)"
	}
	return fmt.Sprintf("%.3f", *v)
}
