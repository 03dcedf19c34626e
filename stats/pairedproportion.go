package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// PairedProp is the difference of two pass rates over the same questions,
// head minus base, by Bonett and Price (2012): with one more question
// flipping each way, the interval keeps its level for few flips and is no
// point without any.
type PairedProp struct {
	Diff     float64 // as counted
	Adjusted float64 // the interval's centre
	SE       float64
	Lo, Hi   float64 // two-sided, within -1..1
}

// PairedPropCI does not exist for n < 1, for more flips than questions or for
// negative counts.
func PairedPropCI(n, passToFail, failToPass int, conf float64) (PairedProp, bool) {
	if n < 1 || passToFail < 0 || failToPass < 0 || passToFail+failToPass > n || !levelOK(conf) {
		return PairedProp{}, false
	}
	size := float64(n) + 2
	worse, better := float64(passToFail+1)/size, float64(failToPass+1)/size
	p := PairedProp{Diff: float64(failToPass-passToFail) / float64(n), Adjusted: better - worse}
	p.SE = math.Sqrt((worse + better - p.Adjusted*p.Adjusted) / size)
	p.Lo, p.Hi = p.around(normalQuantile(conf))
	return p, true
}

// Bound gives the two one-sided bounds of the difference, each at conf, which
// is above one half; -1 and 1 for another one.
func (p PairedProp) Bound(conf float64) (lower, upper float64) {
	if !(conf > 0.5 && conf < 1) {
		return -1, 1
	}
	return p.around(distuv.UnitNormal.Quantile(conf))
}

// around holds the bounds to -1..1 and to the difference itself, which few
// questions and a low confidence could leave outside.
func (p PairedProp) around(critical float64) (lo, hi float64) {
	lo, hi = p.Adjusted-critical*p.SE, p.Adjusted+critical*p.SE
	return math.Max(-1, math.Min(lo, p.Diff)), math.Min(1, math.Max(hi, p.Diff))
}
