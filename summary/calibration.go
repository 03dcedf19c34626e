package summary

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// confidenceValues are the shares of right answers that the four words are
// taken to promise, in the order of confidenceOrder. They are a convention:
// whatever depends on them is printed with them.
var confidenceValues = [rowUnreported]float64{0.90, 0.65, 0.35, 0.05}

// calibration is how well the four words tell right from wrong. Answers that
// state none of them are in no figure.
func (c *confidence) calibration(seed uint64) *results.CalibrationSummary {
	out := &results.CalibrationSummary{Values: map[string]float64{}}
	classes := make([]stats.ConfidenceClass, rowUnreported)
	for i, value := range confidenceValues {
		out.Values[confidenceOrder[i]] = value
		classes[i] = stats.ConfidenceClass{
			Name: confidenceOrder[i], Value: value, N: c.table[i].rows.N(), Correct: c.table[i].rows.K(),
		}
	}
	est, ok := stats.Calibration(classes)
	if !ok {
		out.AUROCReason = "no answer with a stated confidence could be called right or wrong"
		out.ECEReason = out.AUROCReason
		return out
	}
	out.N, out.AUROC = est.N, est.AUROC
	if stated(classes) > 1 {
		out.Monotone = &est.Monotone
	}
	if est.AUROC == nil {
		out.AUROCReason = "all of these answers are right, or all wrong"
	}
	out.Brier, out.Reliability, out.Resolution, out.Uncertainty = &est.Brier, &est.Reliability, &est.Resolution, &est.Uncertainty
	c.fillECE(out, est.ECE, seed)
	return out
}

func (c *confidence) fillECE(out *results.CalibrationSummary, ece float64, seed uint64) {
	if out.N < results.MinECE {
		out.ECEReason = fmt.Sprintf("fewer than %d answers", results.MinECE)
		return
	}
	r := resample(&c.counts, eceOf, seed)
	out.ECE, out.ECELo, out.ECEHi, out.ECEReason, out.Bootstrap = &ece, r.lo, r.hi, r.reason, r.bootstrap
}

func eceOf(c stats.Counts) (float64, bool) {
	var classes [rowUnreported]stats.ConfidenceClass
	for i, value := range confidenceValues {
		classes[i] = stats.ConfidenceClass{Value: value, N: c[2*i] + c[2*i+1], Correct: c[2*i+1]}
	}
	return stats.ECE(classes[:])
}

// stated counts the classes that some answer states.
func stated(classes []stats.ConfidenceClass) int {
	n := 0
	for _, c := range classes {
		if c.N > 0 {
			n++
		}
	}
	return n
}
