package stats

import "math"

// EWMALimit is the width of an EWMA chart that gives a false alarm once in
// arl0 nights. It does not exist below two nights, or beyond what a width of
// 5 gives.
func EWMALimit(lambda, arl0 float64) (float64, bool) {
	return limitFor(arl0, maxWidth, func(width float64) (float64, bool) { return ARLEWMA(lambda, width) })
}

// CUSUMLimit is the limit of a CUSUM chart that gives a false alarm once in
// arl0 nights, within the range of ARLCUSUM.
func CUSUMLimit(slack, arl0 float64) (float64, bool) {
	return limitFor(arl0, maxSum, func(limit float64) (float64, bool) { return ARLCUSUM(slack, limit) })
}

// limitFor finds the limit by false position on the logarithm of the run
// length, which grows with the limit and is 1 without one. An end that stays
// twice counts half (Illinois), or the bend of the curve would hold it.
func limitFor(arl0, most float64, arl func(float64) (float64, bool)) (float64, bool) {
	const enough, steps = 1e-8, 50
	longest, ok := arl(most)
	if !(arl0 >= 2) || !ok || arl0 >= longest {
		return 0, false
	}
	lo, below := 0.0, -math.Log(arl0)
	hi, above := most, math.Log(longest/arl0)
	before := 0.0
	for range steps {
		at := (lo*above - hi*below) / (above - below)
		got, ok := arl(at)
		distance := math.Log(got / arl0)
		if !ok || !finite(distance) {
			return 0, false
		}
		if math.Abs(distance) < enough {
			return at, true
		}
		again := distance*before > 0
		before = distance
		if distance < 0 {
			lo, below = at, distance
			if again {
				above /= 2
			}
		} else {
			hi, above = at, distance
			if again {
				below /= 2
			}
		}
	}
	return 0, false
}
