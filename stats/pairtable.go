package stats

import (
	"math"
	"slices"
)

// pairTable counts pairs of scores by the levels that occur. Rows can be taken
// out and put back, so that leaving out one after the other costs a table and
// no second pass.
type pairTable struct {
	levels      []float64 // in rising order
	rows        []pairRow
	cells       [][]float64
	left, right []float64 // sums of the rows and the columns
	n           float64
	weight      [][]float64
}

type pairRow struct{ x, y int } // places in levels

func newPairTable(x, y []float64, weights string, lo, hi int) (*pairTable, bool) {
	if len(x) == 0 || len(x) != len(y) || lo >= hi || !within(x, lo, hi) || !within(y, lo, hi) {
		return nil, false
	}
	t := &pairTable{levels: slices.Concat(x, y)}
	slices.Sort(t.levels)
	t.levels = slices.Compact(t.levels)
	weight, ok := pairWeights(weights, t.levels, float64(hi-lo))
	if !ok {
		return nil, false
	}
	k := len(t.levels)
	t.weight, t.cells = weight, squareOf(k)
	t.left, t.right = make([]float64, k), make([]float64, k)
	for i := range x {
		a, _ := slices.BinarySearch(t.levels, x[i])
		b, _ := slices.BinarySearch(t.levels, y[i])
		t.rows = append(t.rows, pairRow{a, b})
		t.add(a, b, +1)
	}
	return t, true
}

func within(scores []float64, lo, hi int) bool {
	return !slices.ContainsFunc(scores, func(s float64) bool { return !(s >= float64(lo) && s <= float64(hi)) })
}

func (t *pairTable) add(i, j int, n float64) {
	t.cells[i][j] += n
	t.left[i] += n
	t.right[j] += n
	t.n += n
}

// count adds the given rows n times.
func (t *pairTable) count(rows []int, n float64) {
	for _, r := range rows {
		t.add(t.rows[r].x, t.rows[r].y, n)
	}
}

// pairWeights say how far each two levels agree, from 1 to 0 at the two ends
// of the scale.
func pairWeights(name string, levels []float64, width float64) ([][]float64, bool) {
	out := squareOf(len(levels))
	for i, a := range levels {
		for j, b := range levels {
			apart := math.Abs(a-b) / width
			switch {
			case name == Quadratic:
				out[i][j] = 1 - apart*apart
			case name == Linear:
				out[i][j] = 1 - apart
			case name != Unweighted:
				return nil, false
			case i == j:
				out[i][j] = 1
			}
		}
	}
	return out, true
}

func squareOf(k int) [][]float64 {
	out := make([][]float64, k)
	for i := range out {
		out[i] = make([]float64, k)
	}
	return out
}
