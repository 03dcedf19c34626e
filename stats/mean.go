package stats

import "math"

// MeanEstimate is a mean of scores on the 1..5 scale. Spread and intervals
// need two scores in two clusters, with one exception: a single score still
// has a Beta interval. What does not exist is nil.
type MeanEstimate struct {
	N        int
	Clusters int // N when every score stands alone
	Mean     float64
	SD       *float64  // sample standard deviation, n-1
	SENaive  *float64  // as if all scores were independent
	SE       *float64  // cluster-robust
	Deff     *float64  // design effect, SE² over SENaive²; nil when all scores are equal
	NEff     *float64  // independent scores that carry the same information
	Beta     *Interval // the one to show: asymmetric, inside the scale, no point when all scores tie
	T        *Interval // Student's, cut at the scale; too narrow near the ends of the scale
}

// MeanCI estimates the mean of independent scores. It does not exist without
// scores or with one outside of 1..5.
func MeanCI(scores []float64, conf float64) (MeanEstimate, bool) {
	var m Moments
	for _, s := range scores {
		m.Add(s, "")
	}
	return m.Estimate(conf)
}

// MeanCICluster estimates the mean of scores that belong together where
// their labels are equal; an empty label stands alone. It needs as many
// labels as scores. With singletons it is MeanCI.
func MeanCICluster(scores []float64, clusters []string, conf float64) (MeanEstimate, bool) {
	if len(scores) != len(clusters) {
		return MeanEstimate{}, false
	}
	var m Moments
	for i, s := range scores {
		m.Add(s, clusters[i])
	}
	return m.Estimate(conf)
}

// Estimate is the mean of all scores so far with its intervals.
func (m *Moments) Estimate(conf float64) (MeanEstimate, bool) {
	mean, ok := m.Mean()
	if !ok || !levelOK(conf) {
		return MeanEstimate{}, false
	}
	est := MeanEstimate{N: m.all.n, Clusters: m.clusters(), Mean: mean}
	if est.N == 1 {
		est.NEff = new(1.0)
	} else {
		m.addSpread(&est, conf)
	}
	if est.NEff != nil {
		est.Beta = betaInterval(mean, m.all.m2/float64(est.N), *est.NEff, conf)
	}
	return est, true
}

func (m *Moments) addSpread(est *MeanEstimate, conf float64) {
	sd := math.Sqrt(m.sampleVariance())
	naive := sd / math.Sqrt(float64(est.N))
	est.SD, est.SENaive = &sd, &naive
	critical, ok := tQuantile(conf, est.Clusters-1)
	if !ok {
		return
	}
	se := m.standardError(naive)
	est.SE = &se
	est.T = &Interval{
		Lo: math.Max(ScaleLow, est.Mean-critical*se),
		Hi: math.Min(ScaleHigh, est.Mean+critical*se),
	}
	if sd > 0 {
		deff := se * se / (naive * naive)
		est.Deff = &deff
	}
	size := effectiveScores(*est, normalQuantile(conf)/critical)
	est.NEff = &size
}

// effectiveScores shrinks the sample by the design effect and, where there
// are fewer clusters than scores, by what estimating the variance from few
// clusters costs. Equal scores tell nothing about the design effect: then
// each cluster counts once.
func effectiveScores(est MeanEstimate, narrowing float64) float64 {
	switch {
	case est.Deff == nil:
		return float64(est.Clusters)
	case est.Clusters == est.N:
		return float64(est.N)
	}
	return float64(est.N) / math.Max(1, *est.Deff) * narrowing * narrowing
}
