package stats

import "math"

// AdjustHolm gives p values that hold for all of a family together: the
// chance of any false claim stays below the level. Values are held to 0..1;
// what is no number is 1.
func AdjustHolm(p []float64) []float64 {
	p = chances(p)
	largest := 0.0
	for rank, i := range ascending(p) {
		largest = math.Max(largest, float64(len(p)-rank)*p[i])
		p[i] = math.Min(1, largest)
	}
	return p
}

// AdjustBH gives p values by Benjamini and Hochberg: of the claims made, the
// expected share of false ones stays below the level. Values are held to 0..1;
// what is no number is 1.
func AdjustBH(p []float64) []float64 {
	p = chances(p)
	order, smallest := ascending(p), 1.0
	for rank := len(order); rank > 0; rank-- {
		i := order[rank-1]
		smallest = math.Min(smallest, float64(len(p))/float64(rank)*p[i])
		p[i] = smallest
	}
	return p
}

func chances(p []float64) []float64 {
	out := make([]float64, len(p))
	for i, v := range p {
		out[i] = math.Min(1, math.Max(0, v))
		if math.IsNaN(v) {
			out[i] = 1
		}
	}
	return out
}
