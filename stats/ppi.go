package stats

import "math"

// CorrectedMean is a mean of a judge's scores over many answers, corrected by
// what people gave some of them.
type CorrectedMean struct {
	Labelled, Unlabelled int
	Lambda               float64 // weight of the judge's scores, 0..1
	Mean                 float64
	SE                   float64
	Interval                     // normal; not cut at the ends of the scale
	HumanSE              float64 // of the people's mean alone
}

// PPIMean is prediction-powered inference of a mean (Angelopoulos and others,
// 2023): the judge's mean over the unlabelled answers plus its mean error on
// the labelled ones. Labels must be of answers drawn at random from the same
// questions. It needs two answers of each kind, all finite.
func PPIMean(judgeLabelled, humanLabelled, judgeUnlabelled []float64, conf float64) (CorrectedMean, bool) {
	if !ppiOK(judgeLabelled, humanLabelled, judgeUnlabelled, conf) {
		return CorrectedMean{}, false
	}
	return corrected(judgeLabelled, humanLabelled, judgeUnlabelled, 1, conf), true
}

// PPIPPMean is PPIMean with the weight that makes the error smallest (PPI++):
// where the judge does not follow people it falls back to the people's mean.
func PPIPPMean(judgeLabelled, humanLabelled, judgeUnlabelled []float64, conf float64) (CorrectedMean, bool) {
	if !ppiOK(judgeLabelled, humanLabelled, judgeUnlabelled, conf) {
		return CorrectedMean{}, false
	}
	lambda := bestWeight(judgeLabelled, humanLabelled, judgeUnlabelled)
	return corrected(judgeLabelled, humanLabelled, judgeUnlabelled, lambda, conf), true
}

func ppiOK(judge, human, rest []float64, conf float64) bool {
	return len(judge) > 1 && len(judge) == len(human) && len(rest) > 1 &&
		allFinite(judge) && allFinite(human) && allFinite(rest) && levelOK(conf)
}

func bestWeight(judge, human, rest []float64) float64 {
	var all running
	for _, part := range [][]float64{judge, rest} {
		for _, f := range part {
			all.add(f)
		}
	}
	variance := untied(all.m2 / float64(all.n-1))
	if variance == 0 {
		return 0
	}
	mf, my, together := meanOf(judge), meanOf(human), 0.0
	for i := range judge {
		together += (judge[i] - mf) * (human[i] - my)
	}
	n := float64(len(judge))
	return unit01(together / (n - 1) / ((1 + n/float64(len(rest))) * variance))
}

func corrected(judge, human, rest []float64, lambda, conf float64) CorrectedMean {
	var predicted, errors, people running
	for _, f := range rest {
		predicted.add(lambda * f)
	}
	for i := range judge {
		errors.add(human[i] - lambda*judge[i])
		people.add(human[i])
	}
	c := CorrectedMean{Labelled: len(judge), Unlabelled: len(rest), Lambda: lambda, Mean: predicted.mean + errors.mean}
	c.SE = math.Sqrt(meanVariance(predicted) + meanVariance(errors))
	c.HumanSE = math.Sqrt(meanVariance(people))
	half := normalQuantile(conf) * c.SE
	c.Interval = Interval{Lo: c.Mean - half, Hi: c.Mean + half}
	return c
}

// meanVariance is the variance of the mean; its caller has two values.
func meanVariance(r running) float64 { return untied(r.m2/float64(r.n-1)) / float64(r.n) }
