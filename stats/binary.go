package stats

import "math"

// CutAgreement is a judge at a cut, with people's scores for the truth: a
// score at or above the cut is a pass. Figures without an answer to stand on
// are nil: no sensitivity without an answer that people pass, no specificity
// without one that they fail.
type CutAgreement struct {
	TP, FP, FN, TN int
	Sens, Spec     *float64 // share of people's passes, and fails, that the judge sees
	SensCI, SpecCI *Interval
	Balanced       *float64 // mean of both
	MCC            *float64 // correlation of both sides' passes; nil where one side gives one only
	Lenient        *float64 // share of people's fails that the judge passes
}

// BinaryAgreement cuts paired scores; the intervals are Wilson's. It needs
// one pair, all finite.
func BinaryAgreement(judge, human []float64, cut, conf float64) (CutAgreement, bool) {
	if len(judge) == 0 || len(judge) != len(human) || !allFinite(judge) || !allFinite(human) || !finite(cut) || !levelOK(conf) {
		return CutAgreement{}, false
	}
	var b CutAgreement
	for i := range judge {
		switch passed, right := judge[i] >= cut, human[i] >= cut; {
		case passed && right:
			b.TP++
		case passed:
			b.FP++
		case right:
			b.FN++
		default:
			b.TN++
		}
	}
	b.Sens, b.SensCI = rateOf(b.TP, b.FN, conf)
	b.Spec, b.SpecCI = rateOf(b.TN, b.FP, conf)
	if b.Spec != nil {
		b.Lenient = new(1 - *b.Spec)
	}
	if b.Sens != nil && b.Spec != nil {
		b.Balanced = new((*b.Sens + *b.Spec) / 2)
	}
	b.MCC = b.correlation()
	return b, true
}

func rateOf(hit, missed int, conf float64) (*float64, *Interval) {
	i, ok := Wilson(hit, hit+missed, conf)
	if !ok {
		return nil, nil
	}
	return new(float64(hit) / float64(hit+missed)), &i
}

func (b CutAgreement) correlation() *float64 {
	tp, fp, fn, tn := float64(b.TP), float64(b.FP), float64(b.FN), float64(b.TN)
	scale := math.Sqrt(tp+fp) * math.Sqrt(tp+fn) * math.Sqrt(tn+fp) * math.Sqrt(tn+fn)
	if scale == 0 {
		return nil
	}
	return new((tp*tn - fp*fn) / scale)
}
