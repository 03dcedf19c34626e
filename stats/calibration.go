package stats

import (
	"cmp"
	"math"
	"slices"
)

// ConfidenceClass is the answers that stated one confidence.
type ConfidenceClass struct {
	Name    string
	Value   float64 // the chance of being right that the class is read as, 0..1
	N       int
	Correct int
}

// CalibrationEstimate says how well stated confidence goes with being right.
// AUROC and Monotone use the order of the classes only; the others hang on
// the values that the classes are read as.
type CalibrationEstimate struct {
	N           int
	AUROC       *float64 // chance that a right answer was stated more surely than a wrong one; nil where all are right or all wrong
	Monotone    bool     // no class is right more often than a surer one
	ECE         float64  // mean distance of a class's share of right answers from its value
	Brier       float64  // mean squared error: Reliability - Resolution + Uncertainty
	Reliability float64
	Resolution  float64
	Uncertainty float64
}

// Calibration needs one answer. The order of the classes is that of their
// values. Classes without any answer play no part; an answer without a stated
// confidence belongs to no class.
func Calibration(classes []ConfidenceClass) (CalibrationEstimate, bool) {
	var c CalibrationEstimate
	var ok bool
	if c.ECE, ok = ECE(classes); !ok {
		return CalibrationEstimate{}, false
	}
	correct := 0
	for _, k := range classes {
		c.N, correct = c.N+k.N, correct+k.Correct
	}
	n, base := float64(c.N), float64(correct)/float64(c.N)
	for _, k := range classes {
		if k.N == 0 {
			continue
		}
		weight, rate := float64(k.N)/n, float64(k.Correct)/float64(k.N)
		c.Brier += weight * (rate*(1-k.Value)*(1-k.Value) + (1-rate)*k.Value*k.Value)
		c.Reliability += weight * (rate - k.Value) * (rate - k.Value)
		c.Resolution += weight * (rate - base) * (rate - base)
	}
	c.Uncertainty = base * (1 - base)
	c.AUROC, c.Monotone = ordered(classes, correct, c.N-correct)
	return c, true
}

// ECE is that of Calibration alone, under the same conditions.
func ECE(classes []ConfidenceClass) (float64, bool) {
	n, off := 0, 0.0
	for _, k := range classes {
		if k.N > 0 && (!countsOK(k.Correct, k.N) || !isShare(k.Value)) || k.N < 0 {
			return 0, false
		}
		n += k.N
		off += math.Abs(float64(k.Correct) - float64(k.N)*k.Value)
	}
	if n == 0 {
		return 0, false
	}
	return off / float64(n), true
}

// ordered goes from the least to the most sure; two answers of one class tie
// and count half.
func ordered(classes []ConfidenceClass, right, wrong int) (auroc *float64, monotone bool) {
	classes = slices.SortedStableFunc(slices.Values(classes), func(a, b ConfidenceClass) int {
		return cmp.Compare(a.Value, b.Value)
	})
	monotone = true
	wins, wrongBelow, before := 0.0, 0.0, -1.0
	for _, k := range classes {
		if k.N == 0 {
			continue
		}
		wrongHere := float64(k.N - k.Correct)
		wins += float64(k.Correct) * (wrongBelow + wrongHere/2)
		wrongBelow += wrongHere
		rate := float64(k.Correct) / float64(k.N)
		monotone = monotone && rate >= before
		before = rate
	}
	if right == 0 || wrong == 0 {
		return nil, monotone
	}
	return new(wins / (float64(right) * float64(wrong))), monotone
}
