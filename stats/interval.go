// Package stats turns counts and scores into figures with their uncertainty:
// intervals for rates and for means on the 1..5 scale, with or without
// clusters, and the bounds that missing measurements leave open; exact tests
// and non-inferiority of paired runs, ranks of several; agreement of raters and
// of a judge with itself; control charts; the sizes that a question needs.
//
// Functions are pure. A figure that does not exist is nil or comes with
// ok == false; no function returns NaN or an infinity. Confidence levels are
// shares between 0 and 1, exclusive.
package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a two-sided confidence interval; it contains its estimate.
type Interval struct{ Lo, Hi float64 }

// levelOK guards the quantile functions below, which panic or return an
// infinity outside of it.
func levelOK(conf float64) bool { return conf > 0 && conf < 1 }

// normalQuantile is the two-sided critical value of the normal distribution.
// Its caller has checked conf.
func normalQuantile(conf float64) float64 {
	return distuv.UnitNormal.Quantile((1 + conf) / 2)
}

// tQuantile is the two-sided critical value of Student's t. It exists from
// one degree of freedom on; the library panics below.
func tQuantile(conf float64, df int) (float64, bool) {
	if df < 1 || !levelOK(conf) {
		return 0, false
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(df)}.Quantile((1 + conf) / 2)
	return t, finite(t)
}

// betaQuantile needs two positive shapes; the library panics otherwise.
func betaQuantile(p, alpha, beta float64) (float64, bool) {
	if !(alpha > 0) || !(beta > 0) || !finite(alpha) || !finite(beta) || !(p > 0) || !(p < 1) {
		return 0, false
	}
	q := distuv.Beta{Alpha: alpha, Beta: beta}.Quantile(p)
	return q, finite(q)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
