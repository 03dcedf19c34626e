package stats

import "math"

// BiasEstimate is how much higher the judge scores than people: positive is
// more lenient. The interval, Student's of the paired differences, does not
// exist where all differences are equal.
type BiasEstimate struct {
	N      int
	Mean   float64
	Lo, Hi *float64
	Higher float64 // share of scores above the people's
	Lower  float64 // and below
}

// Bias compares the judge's scores with the people's, pair by pair. It needs
// one pair, all finite.
func Bias(judge, human []float64, conf float64) (BiasEstimate, bool) {
	if len(judge) == 0 || len(judge) != len(human) || !allFinite(judge) || !allFinite(human) || !levelOK(conf) {
		return BiasEstimate{}, false
	}
	var d running
	b := BiasEstimate{N: len(judge)}
	for i := range judge {
		d.add(judge[i] - human[i])
		switch {
		case judge[i] > human[i]:
			b.Higher++
		case judge[i] < human[i]:
			b.Lower++
		}
	}
	n := float64(b.N)
	b.Mean, b.Higher, b.Lower = d.mean, b.Higher/n, b.Lower/n
	critical, ok := tQuantile(conf, b.N-1)
	if variance := untied(d.m2 / (n - 1)); ok && variance > 0 {
		half := critical * math.Sqrt(variance/n)
		b.Lo, b.Hi = new(b.Mean-half), new(b.Mean+half)
	}
	return b, true
}
