package stats

import "math"

// EWMALimit is the width of an EWMA chart that gives a false alarm once in
// arl0 nights. It does not exist below two nights, or beyond what a width of
// 8 gives.
func EWMALimit(lambda, arl0 float64) (float64, bool) {
	return limitFor(arl0, maxWidth, func(width float64) (float64, bool) { return ARLEWMA(lambda, width) })
}

// CUSUMLimit is the limit of a CUSUM chart that gives a false alarm once in
// arl0 nights, within the range of ARLCUSUM.
func CUSUMLimit(slack, arl0 float64) (float64, bool) {
	return limitFor(arl0, maxSum, func(limit float64) (float64, bool) { return ARLCUSUM(slack, limit) })
}

// limitFor halves the range until the limit has six digits: run lengths grow
// with the limit. Where the equation has no solution the limit is too large.
func limitFor(arl0, most float64, arl func(float64) (float64, bool)) (float64, bool) {
	const digits = 1e-7
	if !(arl0 >= 2) || !finite(arl0) {
		return 0, false
	}
	lo, hi := 0.0, most
	for hi-lo > digits {
		middle := (lo + hi) / 2
		if got, ok := arl(middle); ok && got < arl0 {
			lo = middle
		} else {
			hi = middle
		}
	}
	got, ok := arl(hi)
	return hi, ok && math.Abs(got-arl0) <= arl0/100
}
