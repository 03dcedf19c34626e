package stats

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The run length of a chart is the number of nights to its first alarm; ARL
// is its mean while nothing changes and the Q statistics are standard normal.
// Both charts forget all but their present statistic, so the mean run length
// from each statistic solves an integral equation (Crowder 1987; Vance 1986),
// here on Gauss-Legendre nodes.

// runLengthNodes give six digits and more for any lambda from leastLambda and
// any width up to maxWidth: a night then moves the weighted mean by no less
// than the distance of two nodes. At maxWidth and lambda 0.2 a false alarm
// comes once in more than a million nights.
const (
	runLengthNodes = 64
	leastLambda    = 0.05
	maxWidth       = 5
	maxSum         = 12 // of a CUSUM
)

// ARLEWMA is the mean number of nights to a false alarm, in either direction,
// of an EWMA chart with a fixed limit of width standard deviations. It does
// not exist for a lambda outside of 0.05..1 or a width above 5.
func ARLEWMA(lambda, width float64) (float64, bool) {
	if !lambdaOK(lambda) || lambda < leastLambda || !(width > 0) || width > maxWidth {
		return 0, false
	}
	h := width * math.Sqrt(lambda/(2-lambda))
	nodes, weights := make([]float64, runLengthNodes), make([]float64, runLengthNodes)
	quad.Legendre{}.FixedLocations(nodes, weights, -h, h)
	kernel := func(from, to float64) float64 {
		return distuv.UnitNormal.Prob((to-(1-lambda)*from)/lambda) / lambda
	}
	at, ok := solveRunLength(nodes, weights, kernel)
	if !ok {
		return 0, false
	}
	arl := 1.0
	for i, x := range nodes {
		arl += weights[i] * kernel(0, x) * at[i]
	}
	return arl, finite(arl)
}

// ARLCUSUM is the mean number of nights to a false alarm, in either
// direction, of a CUSUM chart that starts at zero. One of the two sums alone
// takes twice as long. It does not exist for a negative slack, or a limit
// beyond 12.
func ARLCUSUM(slack, limit float64) (float64, bool) {
	if !(slack >= 0) || !(limit > 0) || limit > maxSum || !finite(slack) {
		return 0, false
	}
	nodes, weights := make([]float64, runLengthNodes), make([]float64, runLengthNodes)
	quad.Legendre{}.FixedLocations(nodes, weights, 0, limit)
	// The sum rests at zero with a probability of its own: node 0, of weight 1.
	nodes, weights = append([]float64{0}, nodes...), append([]float64{1}, weights...)
	kernel := func(from, to float64) float64 {
		if to == 0 {
			return distuv.UnitNormal.CDF(slack - from)
		}
		return distuv.UnitNormal.Prob(to - from + slack)
	}
	at, ok := solveRunLength(nodes, weights, kernel)
	if !ok {
		return 0, false
	}
	return at[0] / 2, finite(at[0])
}

// solveRunLength solves L(x) = 1 + Σ w·kernel(x, y)·L(y) on the nodes.
func solveRunLength(nodes, weights []float64, kernel func(from, to float64) float64) ([]float64, bool) {
	n := len(nodes)
	system, ones := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for i, from := range nodes {
		ones.SetVec(i, 1)
		for j, to := range nodes {
			system.Set(i, j, -weights[j]*kernel(from, to))
		}
		system.Set(i, i, 1+system.At(i, i))
	}
	var at mat.VecDense
	if err := at.SolveVec(system, ones); err != nil {
		return nil, false
	}
	return at.RawVector().Data, true
}
