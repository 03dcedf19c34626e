package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/compare"
)

// writeSeries shows each figure in both runs, then what may be said of it.
// The sentences stand below: a table of p values alone invites reading one.
func writeSeries(p *page, series []compare.Series) {
	p.block("## Figures")
	series = existing(series)
	if len(series) == 0 {
		p.block("No figure exists in both runs.")
		return
	}
	p.block("Differences are head minus base: scores in points of the scale, rates in percentage points.")
	writeSeriesTable(p, series, "gate", gateCell)
	writeTold(p, series)
}

// writeJudgeAnchors shows the judge's own figures: no answer of anchors can have
// changed.
func writeJudgeAnchors(p *page, a compare.Anchors) {
	if a.Says == "" {
		return
	}
	p.block("## Anchors")
	p.block("%s", inline(cut(a.Says, maxReason)))
	if len(a.Series) > 0 {
		writeSeriesTable(p, a.Series, "judge", judgeWord)
		writeTold(p, a.Series)
	}
}

func writeSeriesTable(p *page, series []compare.Series, verdict string, word func(compare.Series) string) {
	var rows [][]string
	for _, s := range series {
		rows = append(rows, append(seriesRow(s), word(s)))
	}
	p.table([]string{"series", "n", "base", "head", "difference", "95 % interval", "changed", "p", "margin", verdict}, rows)
}

// writeTold writes the sentences of the series below their table.
func writeTold(p *page, series []compare.Series) {
	var items []string
	for _, s := range series {
		for _, text := range told(s) {
			items = append(items, code(s.Name)+": "+inline(cut(text, maxReason)))
		}
	}
	p.list(items)
	if hasAdjusted(series) {
		p.block("p is exact and adjusted for the number of figures tested (Holm).")
	}
}

func seriesRow(s compare.Series) []string {
	m := moveOf(s)
	return []string{code(s.Name), nCell(s), levelCell(s.Base), levelCell(s.Head), m.difference(s.Difference),
		m.interval(s.Lo, s.Hi), changedCell(s), markdownP(adjusted(s.Test)), marginCell(s)}
}

// nCell counts questions, and their groups where those are the unit.
func nCell(s compare.Series) string {
	if s.Clusters > 0 && s.Clusters < s.N {
		return fmt.Sprintf("%d in %s", s.N, plural(s.Clusters, "group"))
	}
	return strconv.Itoa(s.N)
}

// changedCell tells worse from better, because both together may hide in one
// small difference.
func changedCell(s compare.Series) string {
	if s.Changed == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%d worse, %d better)", s.Changed, s.ToFail, s.ToPass)
}

// markdownP keeps "<0.001" from opening a tag.
func markdownP(p *float64) string { return strings.Replace(pCell(p), "<", "&lt;", 1) }

func hasAdjusted(series []compare.Series) bool {
	for _, s := range series {
		if s.Test != nil && s.Test.PHolm != nil {
			return true
		}
	}
	return false
}

// writePairing accounts for every question and, by series, for every pair
// that has no figure.
func writePairing(p *page, pairing compare.Pairing, series []compare.Series) {
	if pairing.Base+pairing.Head == 0 {
		return
	}
	p.block("## Pairing")
	var rows [][]string
	for _, c := range pairCounts(pairing) {
		rows = append(rows, []string{c.what, strconv.Itoa(c.n), inline(c.note)})
	}
	p.table([]string{"questions", "n", ""}, rows)
	writeLost(p, series)
	writeUnpaired(p, "Only in base:", pairing.OnlyBase)
	writeUnpaired(p, "Only in head:", pairing.OnlyHead)
	writeListOf(p, "Edited: the same id, and not the same question any more:", pairing.Edited, func(e compare.Edited) string {
		return code(e.ID) + ": " + inline(cut(strings.Join(e.What, ", "), maxReason))
	})
	writeListOf(p, "In quarantine:", pairing.Quarantined, func(q compare.Quarantined) string {
		return fmt.Sprintf("%s: %s, now %s; until %s: %s", code(q.ID), words(q.Base), words(q.Head), inline(cut(q.Until, maxBrief)), inline(cut(q.Reason, maxReason)))
	})
}

// writeLost shows the series that lack pairs; the others lack none.
func writeLost(p *page, series []compare.Series) {
	var rows [][]string
	for _, s := range series {
		if l := s.Lost; l != (compare.Lost{}) {
			rows = append(rows, []string{code(s.Name), strconv.Itoa(s.N), strconv.Itoa(l.Base), strconv.Itoa(l.Head), strconv.Itoa(l.Both), strconv.Itoa(l.Unassessable)})
		}
	}
	if len(rows) == 0 {
		return
	}
	p.block("Pairs without a figure on one side or both:")
	p.table([]string{"series", "with a figure", "missing in base", "missing in head", "missing in both", "not assessable"}, rows)
}

func writeUnpaired(p *page, title string, list []compare.Unpaired) {
	writeListOf(p, title, list, func(u compare.Unpaired) string {
		return code(u.ID) + ": " + inline(cut(unpairedWords(u), maxReason))
	})
}

// writeListOf writes a titled list of at most maxListed entries and nothing
// where there is none.
func writeListOf[T any](p *page, title string, list []T, line func(T) string) {
	if len(list) == 0 {
		return
	}
	p.block("%s", title)
	items := make([]string, 0, min(len(list), maxListed)+1)
	for _, entry := range list[:min(len(list), maxListed)] {
		items = append(items, line(entry))
	}
	p.list(withRest(items, len(list)))
}
