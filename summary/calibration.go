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
func (c *confidence) calibration() *results.CalibrationSummary {
	out := &results.CalibrationSummary{Values: map[string]float64{}}
	classes := make([]stats.ConfidenceClass, rowUnreported)
	for i, value := range confidenceValues {
		out.Values[confidenceOrder[i]] = value
		classes[i] = stats.ConfidenceClass{
			Name: confidenceOrder[i], Value: value, N: c[i].rows.N(), Correct: c[i].rows.K(),
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
	if out.ECE = &est.ECE; est.N < results.MinECE {
		out.ECE, out.ECEReason = nil, fmt.Sprintf("fewer than %d answers", results.MinECE)
	}
	return out
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
