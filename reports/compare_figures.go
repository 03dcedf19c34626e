package reports

import (
	"fmt"
	"math"
	"strconv"
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

// move prints differences of one series: points of the scale for a mean,
// percentage points for a rate. No figure is rounded across zero or across
// the margin it is held to, or the table would contradict the gate.
type move struct {
	kind   compare.Kind
	margin *float64
}

func moveOf(s compare.Series) move { return move{s.Kind, s.Margin} }

func (m move) figure(v float64) string {
	marks := []float64{0}
	if m.margin != nil {
		marks = append(marks, *m.margin, -*m.margin)
	}
	if m.kind == compare.Mean {
		return withoutNegativeZero(summary.Figure(v, 2, marks...))
	}
	for i := range marks {
		marks[i] *= 100
	}
	return withoutNegativeZero(summary.Score(100*v, marks...))
}

// withoutNegativeZero: the differences of equal means may sum to a hair below
// zero.
func withoutNegativeZero(figure string) string {
	if strings.Trim(figure, "-0.") == "" {
		return strings.TrimPrefix(figure, "-")
	}
	return figure
}

func (m move) unit() string {
	if m.kind == compare.Rate {
		return " points"
	}
	return ""
}

// difference is signed, so that a gain is seen to be one.
func (m move) difference(v *float64) string {
	if v == nil {
		return missing
	}
	text := m.figure(*v)
	if *v > summary.Tolerance {
		text = "+" + text
	}
	return text + m.unit()
}

func (m move) interval(lo, hi *float64) string {
	if lo == nil || hi == nil {
		return missing
	}
	return m.figure(*lo) + " to " + m.figure(*hi) + m.unit()
}

// marginCell is the largest drop that the gate lets pass.
func marginCell(s compare.Series) string {
	if s.Margin == nil {
		return missing
	}
	return move{kind: s.Kind}.figure(*s.Margin) + move{kind: s.Kind}.unit()
}

// alpha is the level that a claim is held to; a p is not rounded across it.
const alpha = 0.05

// leastP is the smallest p that is printed as a figure.
const leastP = 0.001

// pCell prints a p with two significant digits.
func pCell(p *float64) string {
	switch {
	case p == nil:
		return missing
	case *p < leastP:
		return "<" + strconv.FormatFloat(leastP, 'f', -1, 64)
	case *p >= 1:
		return "1"
	}
	places := 1 - int(math.Floor(math.Log10(*p)))
	return summary.Figure(*p, places, alpha)
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
