package stats

import (
	"cmp"
	"math"
	"slices"
)

// Correlations of paired values. They are nil where one side does not vary.
type Correlations struct {
	N        int
	TauB     *float64 // Kendall's, corrected for ties, which are the rule on 1..5
	Spearman *float64 // Pearson's of the ranks, ties at their middle rank
	Pearson  *float64
}

// RankCorr correlates paired values. It needs two pairs, all finite.
func RankCorr(x, y []float64) (Correlations, bool) {
	if len(x) < 2 || len(x) != len(y) || !allFinite(x) || !allFinite(y) {
		return Correlations{}, false
	}
	c := Correlations{N: len(x)}
	if tau, ok := tauB(x, y); ok {
		c.TauB = &tau
	}
	if r, ok := pearson(midranks(x), midranks(y)); ok {
		c.Spearman = &r
	}
	if r, ok := pearson(x, y); ok {
		c.Pearson = &r
	}
	return c, true
}

func pearson(x, y []float64) (float64, bool) {
	mx, my := meanOf(x), meanOf(y)
	var xx, yy, xy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xx, yy, xy = xx+dx*dx, yy+dy*dy, xy+dx*dy
	}
	n := float64(len(x))
	if untied(xx/n) == 0 || untied(yy/n) == 0 {
		return 0, false
	}
	return math.Max(-1, math.Min(1, xy/math.Sqrt(xx*yy))), true
}

func meanOf(values []float64) float64 {
	var r running
	for _, v := range values {
		r.add(v)
	}
	return r.mean
}

// tauB is Kendall's tau-b after Knight (1966): sorted by x and then y, the
// discordant pairs are the exchanges that sorting by y takes.
func tauB(x, y []float64) (float64, bool) {
	order := ascending(x)
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b]))
	})
	byX, both := make([]float64, len(x)), make([]float64, len(x))
	for i, at := range order {
		byX[i], both[i] = x[at], y[at]
	}
	total := pairsOf(len(x))
	tiedX := tiedPairs(len(x), func(i int) bool { return byX[i] == byX[i-1] })
	tiedBoth := tiedPairs(len(x), func(i int) bool { return byX[i] == byX[i-1] && both[i] == both[i-1] })
	discordant := exchanges(both, make([]float64, len(both))) // sorts both
	tiedY := tiedPairs(len(x), func(i int) bool { return both[i] == both[i-1] })
	scale := math.Sqrt((total - tiedX) * (total - tiedY))
	if scale == 0 {
		return 0, false
	}
	return (total - tiedX - tiedY + tiedBoth - 2*discordant) / scale, true
}

func pairsOf(n int) float64 { return float64(n) * float64(n-1) / 2 }

// tiedPairs counts pairs within runs of equal neighbours.
func tiedPairs(n int, equal func(i int) bool) float64 {
	total, run := 0.0, 1
	for i := 1; i < n; i++ {
		if !equal(i) {
			total, run = total+pairsOf(run), 0
		}
		run++
	}
	return total + pairsOf(run)
}

// exchanges sorts values by merging and counts the pairs that stood in the
// wrong order.
func exchanges(values, spare []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	half := len(values) / 2
	left, right := values[:half], values[half:]
	count := exchanges(left, spare[:half]) + exchanges(right, spare[half:])
	merged := spare[:0]
	for len(left) > 0 && len(right) > 0 {
		if right[0] < left[0] {
			count += float64(len(left))
			merged, right = append(merged, right[0]), right[1:]
			continue
		}
		merged, left = append(merged, left[0]), left[1:]
	}
	copy(values, append(append(merged, left...), right...))
	return count
}
