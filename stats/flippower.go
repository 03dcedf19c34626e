package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// NMcNemar is Connor's number of questions for a test of flips, when pWorse
// of all questions go from pass to fail and pBetter the other way. The exact
// test needs more: see NMcNemarExact. It does not exist where both shares are
// equal or exceed 1 together.
func NMcNemar(pWorse, pBetter, alpha, power float64) (int, bool) {
	flips, drop := pWorse+pBetter, pWorse-pBetter
	if !flipSharesOK(pWorse, pBetter) || drop == 0 || !chancesOK(1-alpha/2, power) {
		return 0, false
	}
	z := distuv.UnitNormal.Quantile(1-alpha/2)*math.Sqrt(flips) +
		distuv.UnitNormal.Quantile(power)*math.Sqrt(flips-drop*drop)
	n := math.Ceil(z*z/(drop*drop) - tied)
	return int(n), n < mostPlanned
}

// PowerMcNemarExact is the chance that the exact two-sided test of flips over
// n questions gives p <= alpha. It exists for shares of 0..1 together.
func PowerMcNemarExact(n int, pWorse, pBetter, alpha float64) (float64, bool) {
	if n < 1 || !flipSharesOK(pWorse, pBetter) || !levelOK(alpha) {
		return 0, false
	}
	flips := pWorse + pBetter
	power, most := 0.0, -1
	low, high := likelyCounts(n, flips)
	for m := low; m <= high; m++ {
		most = criticalFlips(m, most, alpha)
		power += binomialProb(n, flips, m) * rejected(m, most, pWorse/flips)
	}
	return math.Min(1, power), true
}

// NMcNemarExact is the number of questions from which the exact test of flips
// has its power. Power rises with n but for small steps back, which are passed
// over. It exists where NMcNemar does.
func NMcNemarExact(pWorse, pBetter, alpha, power float64) (int, bool) {
	low, ok := NMcNemar(pWorse, pBetter, alpha, power)
	if !ok || low > mostExact {
		return 0, false
	}
	short := func(n int) bool {
		got, _ := PowerMcNemarExact(n, pWorse, pBetter, alpha)
		return got < power
	}
	if !short(low) {
		return low, true
	}
	high := low
	for short(high) {
		low, high = high, high+1+high/20
	}
	for high-low > 1 {
		if middle := low + (high-low)/2; short(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high, true
}

// mostExact bounds the work of NMcNemarExact: beyond it both tests agree.
const mostExact = 1_000_000

// criticalFlips is how many of m flips may go the rarer way for a p of alpha
// at most; -1 where even none is too many. It does not fall as m grows, so
// the search goes on from its last result.
func criticalFlips(m, from int, alpha float64) int {
	if m == 0 {
		return -1
	}
	coin := distuv.Binomial{N: float64(m), P: 0.5}
	for 2*coin.CDF(float64(from+1)) <= alpha {
		from++
	}
	return from
}

// rejected is the chance that of m flips at most this many go one way or the
// other, of which each goes the first way with the chance share.
func rejected(m, most int, share float64) float64 {
	if most < 0 {
		return 0
	}
	one := distuv.Binomial{N: float64(m), P: share}
	other := distuv.Binomial{N: float64(m), P: 1 - share}
	return one.CDF(float64(most)) + other.CDF(float64(most))
}

// likelyCounts leaves out counts whose chance is below 1e-17 together, by
// Bernstein's inequality.
func likelyCounts(n int, p float64) (low, high int) {
	mean := float64(n) * p
	half := 9*math.Sqrt(mean*(1-p)) + 40
	return max(0, int(mean-half)), min(n, int(mean+half)+1)
}

// binomialProb is exact where a chance of 0 or 1 leaves the library without
// an answer.
func binomialProb(n int, p float64, k int) float64 {
	if p <= 0 || p >= 1 {
		if k == int(p)*n {
			return 1
		}
		return 0
	}
	return distuv.Binomial{N: float64(n), P: p}.Prob(float64(k))
}

func flipSharesOK(pWorse, pBetter float64) bool {
	return pWorse >= 0 && pBetter >= 0 && pWorse+pBetter <= 1
}
