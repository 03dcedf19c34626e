package reports

import (
	"strconv"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// seriesSection shows each figure in both runs and what may be said of it. The
// sentences stand below: a table of p values alone invites reading one.
func seriesSection(series []compare.Series) comparedSection {
	s := comparedSection{ID: "figures", Title: "Figures"}
	series = existing(series)
	if len(series) == 0 {
		s.Says = []string{"No figure exists in both runs."}
		return s
	}
	s.Says = []string{"Differences are head minus base: scores in points of the scale, rates in percentage points."}
	s.figures(series, "Each figure in both runs", "gate", gateCell)
	return s
}

// anchorsSection shows the judge's own figures: no answer of anchors can have
// changed.
func anchorsSection(a compare.Anchors) comparedSection {
	if a.Says == "" {
		return comparedSection{}
	}
	s := comparedSection{ID: "anchors", Title: "Anchors", Says: []string{pageLine(a.Says, maxReason)}}
	s.figures(a.Series, "Figures of the anchors", "judge", judgeWord)
	return s
}

func (s *comparedSection) figures(series []compare.Series, caption, verdict string, word func(compare.Series) string) {
	r := reachesOf(series)
	if axis := r.words(); axis != "" {
		s.Says = append(s.Says, "Bars are the intervals on axes "+axis+"; the upright line is zero, the dashed one the margin.")
	}
	var rows [][]htmlCell
	for _, one := range series {
		rows = append(rows, seriesCells(one, r, htmlCell{Text: word(one), Tone: htmlTone(gateTone(one))}))
		for _, text := range told(one) {
			s.After = append(s.After, pageLine(one.Name+": "+text, maxReason))
		}
	}
	s.Tables = tableOf(caption, []string{"series", verdict, "n", "base", "head", "difference", "95 % interval", "changed", "p", "margin"}, rows)
	if hasAdjusted(series) {
		s.After = append(s.After, "p is exact and adjusted for the number of figures tested (Holm).")
	}
}

func gateTone(s compare.Series) results.Verdict {
	if s.Gated {
		return s.Verdict
	}
	return ""
}

// seriesCells has the verdict first: on a phone the end of a row is off the
// page.
func seriesCells(s compare.Series, r reaches, verdict htmlCell) []htmlCell {
	m := moveOf(s)
	return []htmlCell{nameCell(s.Name), verdict, figureCell(nCell(s)), figureCell(levelCell(s.Base)), figureCell(levelCell(s.Head)),
		figureCell(m.difference(s.Difference)), intervalCell(m.interval(s.Lo, s.Hi), barOf(s, r)),
		textCell(changedCell(s)), figureCell(pCell(adjusted(s.Test))), figureCell(marginCell(s))}
}

// slicesSection shows parts of the suite. Many are looked at, so one that
// stands out is a place to look, not a finding.
func slicesSection(slices []compare.Slice) comparedSection {
	if len(slices) == 0 {
		return comparedSection{}
	}
	s := comparedSection{ID: "slices", Title: "Slices", Says: []string{slicesExplore}}
	var rows [][]htmlCell
	for _, slice := range slices[:min(len(slices), maxListed)] {
		m := move{kind: compare.KindOf(slice.Series)}
		rows = append(rows, []htmlCell{{Text: pageLine(slice.By+" "+slice.Value, maxName)}, nameCell(slice.Series), countCell(slice.N), countCell(slice.ToFail),
			countCell(slice.ToPass), figureCell(m.difference(slice.Difference)), figureCell(m.interval(slice.Lo, slice.Hi)), figureCell(pCell(slice.PBH))})
	}
	s.Tables = tableOf("Differences by slice", []string{"slice", "series", "n", "worse", "better", "difference", "95 % interval", "p"}, rows)
	if left := len(slices) - len(rows); left > 0 {
		s.After = append(s.After, "And "+strconv.Itoa(left)+" more, which compare --json lists.")
	}
	return s
}
