package reports

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/summary"
)

// pairingSection accounts for every question and, by series, for every pair
// that has no figure.
func pairingSection(p compare.Pairing, series []compare.Series) comparedSection {
	if p.Base+p.Head == 0 {
		return comparedSection{}
	}
	var rows [][]htmlCell
	for _, c := range pairCounts(p) {
		rows = append(rows, []htmlCell{{Text: c.what}, countCell(c.n), {Text: c.note}})
	}
	unpaired := func(u compare.Unpaired) string {
		return pageLine(u.ID, maxName) + ": " + pageLine(unpairedWords(u), maxReason)
	}
	return comparedSection{ID: "pairing", Title: "Pairing",
		Tables: append(tableOf("Which questions were set against each other", []string{"questions", "n", "meaning"}, rows), lostTable(series)...),
		Lists: listsOf(
			listOf("Only in base", p.OnlyBase, unpaired),
			listOf("Only in head", p.OnlyHead, unpaired),
			listOf("Edited: the same id, and not the same question any more", p.Edited, func(e compare.Edited) string {
				return pageLine(e.ID, maxName) + ": " + pageLine(strings.Join(e.What, ", "), maxReason)
			}),
			listOf("In quarantine", p.Quarantined, func(q compare.Quarantined) string {
				return fmt.Sprintf("%s: %s, now %s; until %s: %s", pageLine(q.ID, maxName), words(q.Base), words(q.Head), pageLine(q.Until, maxBrief), pageLine(q.Reason, maxReason))
			}))}
}

// lostTable shows the series that lack pairs; the others lack none.
func lostTable(series []compare.Series) []htmlTable {
	var rows [][]htmlCell
	for _, s := range series {
		if l := s.Lost; l != (compare.Lost{}) {
			rows = append(rows, []htmlCell{nameCell(s.Name), countCell(s.N), countCell(l.Base), countCell(l.Head), countCell(l.Both), countCell(l.Unassessable)})
		}
	}
	return tableOf("Pairs without a figure on one side or both", []string{"series", "with a figure", "missing in base", "missing in head", "missing in both", "not assessable"}, rows)
}

// lengthSection warns of scores that go with the length of answers.
func lengthSection(l compare.Length) comparedSection {
	if l.N == 0 && l.Note == "" {
		return comparedSection{}
	}
	s := comparedSection{ID: "length", Title: "Length of answers"}
	if l.MedianRatio != nil {
		s.Says = append(s.Says, fmt.Sprintf("Median length, head over base: %s (n = %d).", summary.Figure(*l.MedianRatio, 2, 1), l.N))
	}
	if l.Note != "" {
		s.Says = append(s.Says, pageLine(l.Note, maxReason))
	}
	var rows [][]htmlCell
	for _, r := range l.Rho {
		rows = append(rows, []htmlCell{nameCell(r.Series), countCell(r.N), {Text: r.Text()}})
	}
	s.Tables = tableOf("Whether scores go with length", []string{"series", "n", "rank correlation of length and score changes"}, rows)
	return s
}
