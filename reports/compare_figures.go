package reports

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/summary"
)

// The cells of a comparison are plain text, the same on every surface, and
// missing where a figure does not exist. Sentences come from package compare.

// A mean is not rounded to an end of the scale: 5.00 means every score.
const worstScore, bestScore = 1, 5

// levelCell is a series in one run: a mean, or a count with its share. The
// number of questions stands beside it.
func levelCell(l compare.Level) string {
	switch {
	case l.Mean != nil:
		return mean(l.Mean, worstScore, bestScore)
	case l.K == nil || l.Rate == nil:
		return missing
	}
	return fmt.Sprintf("%d/%d, %s", *l.K, l.N, summary.Percent(*l.Rate))
}

// shortLevel is a series in one run without the count behind its share.
func shortLevel(l compare.Level) string {
	if l.Mean == nil && l.Rate != nil {
		return summary.Percent(*l.Rate)
	}
	return levelCell(l)
}

// move prints differences of one series in cells, where the unit is not said:
// points of the scale, and percentage points of rates.
type move struct {
	kind   compare.Kind
	margin *float64
}

func moveOf(s compare.Series) move { return move{s.Kind, s.Margin} }

func (m move) figure(v float64) string { return compare.Amount(m.kind, v, m.margin) }

// difference is signed, so that a gain is seen to be one.
func (m move) difference(v *float64) string {
	if v == nil {
		return missing
	}
	text := m.figure(*v)
	if *v > summary.Tolerance {
		text = "+" + text
	}
	return text
}

func (m move) interval(lo, hi *float64) string {
	if lo == nil || hi == nil {
		return missing
	}
	return compare.Between(m.kind, *lo, *hi, m.margin)
}

// marginCell is the largest drop that the gate lets pass.
func marginCell(s compare.Series) string {
	if s.Margin == nil {
		return missing
	}
	return move{kind: s.Kind}.figure(*s.Margin)
}

// pCell is a p without its letter.
func pCell(p *float64) string {
	if p == nil {
		return missing
	}
	return compare.PText(*p)
}

// pWords is p in a sentence: p = 0.031, p < 0.001.
func pWords(p *float64) string {
	text := pCell(p)
	if least, small := strings.CutPrefix(text, "<"); small {
		return "p < " + least
	}
	return "p = " + text
}

// adjusted is the p to read: over the family of tests where there is one.
func adjusted(t *compare.Test) *float64 {
	switch {
	case t == nil:
		return nil
	case t.PHolm != nil:
		return t.PHolm
	}
	return &t.P
}
