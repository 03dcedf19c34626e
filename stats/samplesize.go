package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// mostPlanned ends the search for a sample size.
const mostPlanned = 1 << 40

// NPaired is the number of pairs that show a mean difference of delta in
// power of all comparisons, two-sided at alpha; nNormal is what the normal
// approximation says. sd is that of the differences, deff the design effect
// of groups (1 without). It does not exist for delta that is not positive or
// for a chance outside of 0..1, nor for a power below one half.
func NPaired(delta, sd, alpha, power, deff float64) (n, nNormal int, ok bool) {
	sd *= math.Sqrt(deff)
	n, ok = pairsFor(delta, sd, 1-alpha/2, power)
	if !ok {
		return 0, 0, false
	}
	return n, int(pairsByNormal(delta, sd, 1-alpha/2, power)), true
}

// NNonInf is the number of pairs that show "no drop beyond margin" in power of
// all comparisons in which nothing changed, one-sided at alpha. It exists
// where NPaired does.
func NNonInf(margin, sd, alpha, power, deff float64) (int, bool) {
	return pairsFor(margin, sd*math.Sqrt(deff), 1-alpha, power)
}

// MDEPaired is the smallest mean difference that n pairs show in power of all
// comparisons, two-sided at alpha. It needs two pairs.
func MDEPaired(sd float64, n int, alpha, power float64) (float64, bool) {
	if !(sd >= 0) || !finite(sd) || n < 2 || !chancesOK(1-alpha/2, power) {
		return 0, false
	}
	return detectable(sd, n, 1-alpha/2, power), true
}

// PowerPaired is the share of comparisons in which n pairs show a mean
// difference of delta, two-sided at alpha. It is the inverse of MDEPaired,
// exists where that does, and is 1 without spread.
func PowerPaired(delta, sd float64, n int, alpha float64) (float64, bool) {
	if !(delta > 0) || !(sd >= 0) || !finite(sd) || n < 2 || !levelOK(alpha) {
		return 0, false
	}
	if sd == 0 {
		return 1, true
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
	return t.CDF(delta*math.Sqrt(float64(n))/sd - t.Quantile(1-alpha/2)), true
}

// pairsFor is the smallest n whose detectable difference is no more than
// delta. That shrinks as n grows, so the search may halve; it begins where the
// normal approximation, which asks for fewer, ends.
func pairsFor(delta, sd, level, power float64) (int, bool) {
	if !(delta > 0) || !(sd >= 0) || !finite(sd) || !chancesOK(level, power) {
		return 0, false
	}
	normal := pairsByNormal(delta, sd, level, power)
	if normal > mostPlanned {
		return 0, false
	}
	low := max(1, int(normal)-1) // is not enough
	high := low + 1
	for detectable(sd, high, level, power) > delta {
		low, high = high, high+2*(high-low)
	}
	for high-low > 1 {
		middle := low + (high-low)/2
		if detectable(sd, middle, level, power) > delta {
			low = middle
		} else {
			high = middle
		}
	}
	return high, true
}

func pairsByNormal(delta, sd, level, power float64) float64 {
	z := distuv.UnitNormal.Quantile(level) + distuv.UnitNormal.Quantile(power)
	return math.Ceil(z*z*sd*sd/(delta*delta) - tied)
}

func detectable(sd float64, n int, level, power float64) float64 {
	t := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
	return (t.Quantile(level) + t.Quantile(power)) * sd / math.Sqrt(float64(n))
}

// chancesOK holds both to one half and above, below 1: a test that would miss
// more than it finds is no plan.
func chancesOK(level, power float64) bool {
	return level >= 0.5 && level < 1 && power >= 0.5 && power < 1
}

// NZeroFailures is how many clean trials show a failure rate below maxRate at
// conf, one-sided.
func NZeroFailures(maxRate, conf float64) (int, bool) {
	if !(maxRate > 0 && maxRate < 1) || !levelOK(conf) {
		return 0, false
	}
	return int(math.Ceil(math.Log1p(-conf)/math.Log1p(-maxRate) - tied)), true
}

// PairedSDFromComponents is the standard deviation of a difference between
// two runs: omega2 is the variance of true differences between questions,
// withinA and withinB that of one answer around its question's mean, ka and
// kb the answers per question. With ever more of them it falls to √omega2.
func PairedSDFromComponents(omega2, withinA, withinB float64, ka, kb int) (float64, bool) {
	if !(omega2 >= 0) || !(withinA >= 0) || !(withinB >= 0) || ka < 1 || kb < 1 {
		return 0, false
	}
	sd := math.Sqrt(omega2 + withinA/float64(ka) + withinB/float64(kb))
	return sd, finite(sd)
}
