package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/summary"
)

// writeFlips shows the questions that changed sides, each with what the judge
// said then and says now, after how many of them mean nothing.
func writeFlips(p *page, flips compare.Flips) {
	p.block("## Questions that changed")
	p.block("%s", inline(cut(flips.Says, maxReason)))
	shown := flips.List[:min(len(flips.List), maxDetailed)]
	for _, f := range shown {
		writeFlip(p, f)
	}
	if left := flipsLeft(flips.List[len(shown):], flips.More); left != "" {
		p.block("A%s.", strings.TrimPrefix(left, "a"))
	}
}

func writeFlip(p *page, f compare.Flip) {
	p.block("### %s: %s%s", code(f.ID), inline(flipTitle(f)), flipMarks(f))
	p.block("> %s", inline(cut(f.Query, maxQuery)))
	var items []string
	for _, reason := range lined(f.Reasons) {
		items = append(items, "failed because: "+reason)
	}
	if text := scoreMove(f); text != "" {
		items = append(items, inline(text))
	}
	for _, side := range []struct{ name, text string }{{"base", f.BaseReasoning}, {"head", f.HeadReasoning}} {
		if strings.TrimSpace(side.text) != "" {
			items = append(items, "judge on "+side.name+": "+inline(cut(side.text, maxReasoning)))
		}
	}
	p.list(items)
}

func flipMarks(f compare.Flip) string {
	marks := ""
	if f.Critical {
		marks += ", critical"
	}
	if f.Quarantined {
		marks += ", in quarantine"
	}
	return marks
}

// writeLength warns of scores that go with the length of answers.
func writeLength(p *page, l compare.Length) {
	if l.N == 0 && l.Note == "" {
		return
	}
	p.block("## Length of answers")
	var items []string
	if l.MedianRatio != nil {
		items = append(items, fmt.Sprintf("median length, head over base: %s (n = %d)", summary.Figure(*l.MedianRatio, 2, 1), l.N))
	}
	if l.Note != "" {
		items = append(items, inline(cut(l.Note, maxReason)))
	}
	p.list(items)
	var rows [][]string
	for _, r := range l.Rho {
		rows = append(rows, []string{code(r.Series), strconv.Itoa(r.N), r.Text()})
	}
	if len(rows) > 0 {
		p.table([]string{"series", "n", "rank correlation of length and score changes"}, rows)
	}
}

// writeSlices shows parts of the suite. Many are looked at, so one that stands
// out is a place to look, not a finding.
func writeSlices(p *page, slices []compare.Slice) {
	if len(slices) == 0 {
		return
	}
	p.block("## Slices")
	p.block("%s", slicesExplore)
	var rows [][]string
	for _, s := range slices[:min(len(slices), maxListed)] {
		m := move{kind: compare.KindOf(s.Series)}
		rows = append(rows, []string{inline(cut(s.By+" "+s.Value, maxName)), code(s.Series), strconv.Itoa(s.N), strconv.Itoa(s.ToFail), strconv.Itoa(s.ToPass),
			m.difference(s.Difference), m.interval(s.Lo, s.Hi), markdownP(s.PBH)})
	}
	p.table([]string{"slice", "series", "n", "worse", "better", "difference", "95 % interval", "p"}, rows)
	if left := len(slices) - len(rows); left > 0 {
		p.block("And %d more in compare.json.", left)
	}
}
