package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// PairedMean is the mean difference of pairs, head minus base. What does not
// exist is nil: no interval from one cluster, no t without spread.
type PairedMean struct {
	N, Clusters      int // Clusters is N when every pair stands alone
	DF               int // Clusters - 1
	Mean             float64
	SD               *float64 // of the differences, n-1
	SE               *float64 // cluster-robust
	SEFloor          *float64 // as if two more pairs had moved, one up by 1 and one down by 1
	Lo, Hi           *float64 // two-sided, from SEFloor: the interval to show
	PlainLo, PlainHi *float64 // two-sided, from SE
	T, P             *float64 // Student's paired test, for cross-checking
}

// PairedMeanCI estimates the mean of independent differences. It does not
// exist without pairs or with a difference that is not finite.
func PairedMeanCI(d []float64, conf float64) (PairedMean, bool) {
	return PairedMeanClusterCI(d, make([]string, len(d)), conf)
}

// PairedMeanClusterCI estimates the mean of differences that belong together
// where their labels are equal; an empty label stands alone. It needs as many
// labels as differences. With singletons it is PairedMeanCI.
func PairedMeanClusterCI(d []float64, clusters []string, conf float64) (PairedMean, bool) {
	if len(d) == 0 || len(d) != len(clusters) || !allFinite(d) || !levelOK(conf) {
		return PairedMean{}, false
	}
	var all running
	for _, x := range slices.Sorted(slices.Values(d)) {
		all.add(x)
	}
	sums := clusterSums(d, clusters, all.mean)
	p := PairedMean{N: all.n, Clusters: len(sums), DF: len(sums) - 1, Mean: all.mean}
	if p.N > 1 {
		p.SD = new(math.Sqrt(untied(all.m2 / float64(p.N-1))))
	}
	if critical, ok := tQuantile(conf, p.DF); ok {
		p.addInterval(squares(sums), critical)
	}
	return p, true
}

// UnchangedPairs is what n pairs in so many clusters give when not one of
// them changed: the narrowest interval that a comparison of this size can
// have. It needs n of 1 or more and clusters of 1 to n.
func UnchangedPairs(n, clusters int, conf float64) (PairedMean, bool) {
	if clusters < 1 || clusters > n || !levelOK(conf) {
		return PairedMean{}, false
	}
	p := PairedMean{N: n, Clusters: clusters, DF: clusters - 1}
	if critical, ok := tQuantile(conf, p.DF); ok {
		p.addInterval(0, critical)
	}
	return p, true
}

// addInterval fills in what needs two clusters. Without the floor, pairs that
// all tie would have the error 0 and a point for an interval.
func (p *PairedMean) addInterval(between, critical float64) {
	g, n := float64(p.Clusters), float64(p.N)
	se := math.Sqrt(untied(between/(g-1)) * g / (n * n))
	floor := math.Sqrt((between + 2) * g / ((g + 1) * n * n))
	p.SE, p.SEFloor = &se, &floor
	p.Lo, p.Hi = new(p.Mean-critical*floor), new(p.Mean+critical*floor)
	p.PlainLo, p.PlainHi = new(p.Mean-critical*se), new(p.Mean+critical*se)
	if se > 0 {
		t := p.Mean / se
		p.T, p.P = &t, new(2*distuv.StudentsT{Sigma: 1, Nu: float64(p.DF)}.CDF(-math.Abs(t)))
	}
}

// Bound gives the two one-sided bounds of the mean, each at conf, with the
// floored error. They exist where the interval does, for conf above one half.
func (p PairedMean) Bound(conf float64) (lower, upper float64, ok bool) {
	critical, ok := tQuantile(2*conf-1, p.DF)
	if !ok || p.SEFloor == nil {
		return 0, 0, false
	}
	return p.Mean - critical**p.SEFloor, p.Mean + critical**p.SEFloor, true
}

// clusterSums is the sum of deviations from the mean by cluster, in ascending
// order, so that the order of pairs changes no digit.
func clusterSums(d []float64, clusters []string, mean float64) []float64 {
	var sums []float64
	index := map[string]int{}
	for _, i := range ascending(d) {
		if clusters[i] == "" {
			sums = append(sums, d[i]-mean)
			continue
		}
		at, seen := index[clusters[i]]
		if !seen {
			at = len(sums)
			index[clusters[i]] = at
			sums = append(sums, 0)
		}
		sums[at] += d[i] - mean
	}
	slices.Sort(sums)
	return sums
}

// ascending is the order of indices that sorts the values.
func ascending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return order
}

func squares(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v * v
	}
	return sum
}

// untied takes a variance that is no more than the rounding of fractions for
// none.
func untied(variance float64) float64 {
	if variance < tied*tied {
		return 0
	}
	return variance
}

func allFinite(values []float64) bool {
	return !slices.ContainsFunc(values, func(x float64) bool { return !finite(x) })
}
