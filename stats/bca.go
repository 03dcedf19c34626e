package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// BCaGivenReplicates is the bias-corrected and accelerated bootstrap interval
// (Efron, 1987) of a figure: estimate is its value, replicates those of the
// resamples, deleteOne those without one cluster after the other. The interval
// is widened to its estimate where the correction would leave it outside.
//
// It does not exist without two replicates that differ and two delete-one
// values that differ, with a value that is not finite, and where all
// replicates lie on one side of the estimate: the correction is infinite then.
func BCaGivenReplicates(estimate float64, replicates, deleteOne []float64, conf float64) (Interval, bool) {
	return bca(estimate, slices.Clone(replicates), deleteOne, slices.Repeat([]int{1}, len(deleteOne)), conf)
}

// bca sorts the replicates; times says how many clusters share a delete-one
// value.
func bca(estimate float64, replicates, deleteOne []float64, times []int, conf float64) (Interval, bool) {
	if !levelOK(conf) || !finite(estimate) || len(replicates) == 0 || !allFinite(replicates) || !allFinite(deleteOne) {
		return Interval{}, false
	}
	slices.Sort(replicates)
	bias := biasCorrection(estimate, replicates)
	acceleration, ok := accelerationOf(deleteOne, times)
	if !ok || !finite(bias) || replicates[0] == replicates[len(replicates)-1] {
		return Interval{}, false
	}
	z := normalQuantile(conf)
	lo, okLo := correctedShare(bias, acceleration, -z)
	hi, okHi := correctedShare(bias, acceleration, z)
	return Interval{
		Lo: min(estimate, quantileOfSorted(replicates, lo)),
		Hi: max(estimate, quantileOfSorted(replicates, hi)),
	}, okLo && okHi
}

// biasCorrection is the normal score of the share of replicates below the
// estimate; one that equals it is half below.
func biasCorrection(estimate float64, sorted []float64) float64 {
	from, _ := slices.BinarySearch(sorted, estimate)
	to := from
	for to < len(sorted) && sorted[to] == estimate {
		to++
	}
	return distuv.UnitNormal.Quantile(float64(from+to) / 2 / float64(len(sorted)))
}

// accelerationOf is a sixth of the skewness of the delete-one values. Without
// two that differ it does not exist.
func accelerationOf(deleteOne []float64, times []int) (float64, bool) {
	n, sum := 0, 0.0
	for i, v := range deleteOne {
		n += times[i]
		sum += float64(times[i]) * v
	}
	mean, squares, cubes := sum/float64(n), 0.0, 0.0
	for i, v := range deleteOne {
		d := mean - v
		squares += float64(times[i]) * d * d
		cubes += float64(times[i]) * d * d * d
	}
	a := cubes / (6 * math.Pow(squares, 1.5))
	return a, untied(squares) > 0 && finite(a)
}

// correctedShare is where the end of the interval lies among the replicates.
// Past the pole of the acceleration there is no such place.
func correctedShare(bias, acceleration, z float64) (float64, bool) {
	pole := 1 - acceleration*(bias+z)
	if pole <= 0 {
		return 0, false
	}
	return distuv.UnitNormal.CDF(bias + (bias+z)/pole), true
}

// quantileOfSorted interpolates between order statistics (type 7 of Hyndman
// and Fan, 1996). It needs a value and a share of 0..1.
func quantileOfSorted(sorted []float64, share float64) float64 {
	at := share * float64(len(sorted)-1)
	below := int(at)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (at-float64(below))*(sorted[above]-sorted[below])
}
