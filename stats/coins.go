package stats

import (
	"math"
	"slices"
)

// tails are the chances of a sum of values whose signs are fair coins to be
// as far out as the sum that was seen.
type tails struct{ two, less, greater float64 }

// coinTails adds value by value to the distribution of the sum of those that
// came up positive. That is exact up to the rounding of additions, but for
// two limits that keep 10,000 values fast: weight is given up where it is
// below e-36, and the chances are made larger by it; and values too many and
// too fine are rounded, see affordable.
func coinTails(values []int) tails { return tailsWithin(mostAdditions, values) }

func tailsWithin(most float64, values []int) tails {
	values = withoutZeros(values)
	steps, unit := affordable(most, values)
	w := walk{weights: []float64{1}}
	for _, s := range steps {
		w.add(s)
	}
	middle, deviation := float64(w.total)/2, 0.0
	for _, v := range values {
		deviation += float64(v) / 2 / unit
	}
	atMost := func(most float64) float64 { return w.atMost(int(math.Round(most))) }
	if unit > 1 {
		atMost = w.smoothAtMost
	}
	t := tails{less: atMost(middle + deviation), greater: atMost(middle - deviation), two: 1}
	if deviation != 0 {
		t.two = math.Min(1, 2*atMost(middle-math.Abs(deviation)))
	}
	return t
}

// withoutZeros drops zeros, divides by the common divisor, and sorts by size:
// with small steps first the distribution stays narrow for longer. Equal
// sizes sort by sign, so that nothing hangs on the order of pairs.
func withoutZeros(values []int) []int {
	out, divisor := []int{}, 0
	for _, v := range values {
		if v != 0 {
			out = append(out, v)
			divisor = gcd(divisor, max(v, -v))
		}
	}
	for i := range out {
		out[i] /= divisor
	}
	slices.SortFunc(out, func(a, b int) int {
		if size := max(a, -a) - max(b, -b); size != 0 {
			return size
		}
		return a - b
	})
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// mostAdditions is about a fifth of a second. 10,000 differences of sixths,
// spread over the whole scale, stay below it.
const mostAdditions = 2e8

// affordable gives the sizes of values in units that keep their walk within so
// many additions. The unit is 1 wherever it can be. Otherwise the sizes are
// rounded, which changes the spread of the sum in the fifth digit; the sum
// that was seen is not rounded.
func affordable(most float64, values []int) (steps []int, unit float64) {
	steps = make([]int, len(values))
	for unit = 1; ; {
		for i, v := range values {
			steps[i] = int(math.Round(math.Abs(float64(v)) / unit))
		}
		cost := additions(steps)
		if cost <= most {
			return steps, unit
		}
		unit *= math.Ceil(cost / most)
	}
}

func additions(steps []int) float64 {
	var w walk
	sum := 0.0
	for _, s := range steps {
		w.grow(s)
		low, high := w.window()
		sum += float64(high - low)
	}
	return sum
}
