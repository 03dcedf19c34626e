package stats

import "math"

// finestUnit is the largest common denominator: it holds all repeats up to 10,
// and scores with one decimal. Finer differences are rounded to it.
const finestUnit = 2520

// largestWhole keeps sums of whole numbers exact, whatever is passed in.
const largestWhole = 1 << 40

// wholeNumbers scales fractions by their least common denominator: means of
// two and of three repeats differ by sixths. Rounding mirrors at zero, so that
// a test of signs stays exact for what was rounded.
func wholeNumbers(d []float64) (whole []int, unit float64) {
	largest, denominator, fits := 0.0, 1, true
	for _, x := range d {
		if !finite(x) {
			continue
		}
		largest = math.Max(largest, math.Abs(x))
		if fits {
			denominator, fits = commonDenominator(x, denominator)
		}
	}
	unit = float64(denominator)
	if largest*unit > largestWhole {
		unit = largestWhole / largest
	}
	whole = make([]int, len(d))
	for i, x := range d {
		if finite(x) {
			whole[i] = int(math.Round(x * unit))
		}
	}
	return whole, unit
}

// commonDenominator is the smallest multiple of denominator that makes x
// whole; finestUnit and false where that would exceed it.
func commonDenominator(x float64, denominator int) (int, bool) {
	for d := denominator; d <= finestUnit; d += denominator {
		scaled := x * float64(d)
		if math.Abs(scaled-math.Round(scaled)) < tied*float64(d) {
			return d, true
		}
	}
	return finestUnit, false
}
