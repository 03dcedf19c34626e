package stats

import "math"

// betaInterval is the default interval of a mean on the 1..5 scale. The
// scores get one pseudo-answer spread evenly over the five levels; a Beta
// distribution of the resulting mean and variance gives the quantiles. Near
// the ceiling, where Student's interval covers 78 % instead of 95 % at
// n = 20, it keeps its level. Variance is the population's (1/n), size the
// effective number of scores.
func betaInterval(mean, variance, size, conf float64) *Interval {
	const width = ScaleHigh - ScaleLow
	m, v := (mean-ScaleLow)/width, variance/(width*width)
	centre := (size*m + 0.5) / (size + 1)
	total := (size*(v+(m-centre)*(m-centre)) + levelVariance(centre)) / (size + 1)
	concentration := centre*(1-centre)*(size+2)/total - 1
	lo, okLo := betaQuantile((1-conf)/2, centre*concentration, (1-centre)*concentration)
	hi, okHi := betaQuantile((1+conf)/2, centre*concentration, (1-centre)*concentration)
	if !okLo || !okHi {
		return nil
	}
	return &Interval{
		Lo: math.Min(ScaleLow+width*lo, mean),
		Hi: math.Max(ScaleLow+width*hi, mean),
	}
}

// levelVariance is the mean squared distance of the five levels, on 0..1.
func levelVariance(centre float64) float64 {
	sum := 0.0
	for level := range 5 {
		d := float64(level)/4 - centre
		sum += d * d
	}
	return sum / 5
}
