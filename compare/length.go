package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

// Scores that go with length are told from this correlation and this many
// pairs on; below, correlations come about by chance.
const (
	notableRho   = 0.3
	fewestForRho = 20
)

// lengthOf tells whether answers changed in length, and whether scores moved
// with it: judges like longer answers.
func lengthOf(counted []pair, f figures) Length {
	l := Length{Rho: []LengthRho{}}
	var ratios []float64
	for _, p := range counted {
		if growth, ok := growthOf(p); ok {
			ratios = append(ratios, growth)
		}
	}
	l.N = len(ratios)
	if l.N == 0 {
		return l
	}
	middle := math.Exp(median(ratios))
	l.MedianRatio = &middle
	for i := range f.measured {
		if m := &f.measured[i]; m.kind == Mean {
			l.correlate(m)
		}
	}
	l.Note = lengthNote(l)
	return l
}

// growthOf is the change of an answer's length on the scale of logarithms,
// where twice and half as long weigh the same.
func growthOf(p pair) (float64, bool) {
	b, h := p.base.AnswerChars, p.head.AnswerChars
	if b == nil || h == nil || *b < 1 || *h < 1 {
		return 0, false
	}
	return math.Log(float64(*h) / float64(*b)), true
}

func (l *Length) correlate(m *measured) {
	var growth, moved []float64
	for i, p := range m.pairs {
		if g, ok := growthOf(p); ok {
			growth, moved = append(growth, g), append(moved, m.head[i]-m.base[i])
		}
	}
	if len(growth) < fewestForRho {
		return
	}
	c, ok := stats.RankCorr(growth, moved)
	if ok && c.Spearman != nil {
		l.Rho = append(l.Rho, LengthRho{Series: m.name, N: len(growth), Rho: *c.Spearman})
	}
}

func lengthNote(l Length) string {
	var names []string
	for _, r := range l.Rho {
		if math.Abs(r.Rho) >= notableRho {
			names = append(names, fmt.Sprintf("%s (rank correlation %s, n=%d)", r.Series, r.Text(), r.N))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Score changes go with answer length on " + listed(names) + "."
}

// Text is the correlation, never rounded across what is worth a note.
func (r LengthRho) Text() string {
	return unsignedZero(summary.Figure(r.Rho, 2, notableRho, -notableRho))
}

// median of values that there are; of an even number the mean of the middle
// two.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
