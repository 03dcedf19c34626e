package stats

import "math"

// RateEstimate is a share of rows with its cluster-robust interval.
type RateEstimate struct {
	K, N     int
	Clusters int
	Share    float64
	SE       float64 // cluster-robust standard error
	NEff     float64 // independent rows that carry the same information
	Critical float64 // of Student's t with Clusters-1 degrees of freedom
	Interval Interval
}

// Proportion counts successes row by row and remembers which rows belong
// together. The zero value is ready. Memory grows with the number of named
// clusters, not with rows.
type Proportion struct {
	all    tally
	named  map[string]tally
	single spread // clusters without a name, closed when they were added
}

type tally struct{ k, n int }

// spread holds what the variance between clusters is made of. All of it is
// whole numbers, so the order of adding cannot change a digit.
type spread struct{ clusters, kk, kn, nn int }

func (s *spread) add(t tally) {
	s.clusters++
	s.kk += t.k * t.k
	s.kn += t.k * t.n
	s.nn += t.n * t.n
}

// Add counts k successes in n rows of one cluster. Rows of equal name belong
// together; rows without a name are a cluster of their own, closed with this
// call. Nothing is counted where n is not positive.
func (p *Proportion) Add(cluster string, k, n int) {
	if n <= 0 {
		return
	}
	p.all = tally{p.all.k + k, p.all.n + n}
	if cluster == "" {
		p.single.add(tally{k, n})
		return
	}
	if p.named == nil {
		p.named = map[string]tally{}
	}
	t := p.named[cluster]
	p.named[cluster] = tally{t.k + k, t.n + n}
}

// K is the number of successes.
func (p *Proportion) K() int { return p.all.k }

// N is the number of rows.
func (p *Proportion) N() int { return p.all.n }

// Interval is Wilson's where every row stands alone, and the cluster-robust
// one where rows belong together.
func (p *Proportion) Interval(conf float64) (Interval, bool) {
	if p.clusters() == p.all.n {
		return Wilson(p.all.k, p.all.n, conf)
	}
	est, ok := p.Clustered(conf)
	return est.Interval, ok
}

// Clustered is the cluster-robust estimate. It needs two clusters: with one
// there is nothing to measure the variance between clusters on.
func (p *Proportion) Clustered(conf float64) (RateEstimate, bool) {
	clusters := p.clusters()
	critical, ok := tQuantile(conf, clusters-1)
	if !ok || !countsOK(p.all.k, p.all.n) {
		return RateEstimate{}, false
	}
	est := RateEstimate{
		K: p.all.k, N: p.all.n, Clusters: clusters, Critical: critical,
		Share: float64(p.all.k) / float64(p.all.n),
	}
	est.SE = p.standardError(est.Share)
	est.NEff = effectiveRows(est)
	est.Interval = scoreInterval(est.K, est.N, est.NEff, critical)
	return est, true
}

// effectiveRows never exceeds the rows that were counted, not even where all
// clusters agree and SE is 0. Where all rows agree, only the clusters are
// known to be independent.
func effectiveRows(est RateEstimate) float64 {
	if est.K == 0 || est.K == est.N {
		return float64(est.Clusters)
	}
	return math.Min(float64(est.N), est.Share*(1-est.Share)/(est.SE*est.SE))
}

func (p *Proportion) standardError(share float64) float64 {
	total := p.single
	for _, t := range p.named {
		total.add(t)
	}
	squares := float64(total.kk) - 2*share*float64(total.kn) + share*share*float64(total.nn)
	g, n := float64(total.clusters), float64(p.all.n)
	return math.Sqrt(g/(g-1)*math.Max(0, squares)) / n
}

func (p *Proportion) clusters() int { return p.single.clusters + len(p.named) }

// WilsonCluster is the interval of a share whose rows belong together: rows
// of equal label are one cluster, an empty label stands alone. It needs as
// many labels as rows and two clusters.
func WilsonCluster(rows []bool, clusters []string, conf float64) (RateEstimate, bool) {
	if len(rows) != len(clusters) {
		return RateEstimate{}, false
	}
	var p Proportion
	for i, success := range rows {
		k := 0
		if success {
			k = 1
		}
		p.Add(clusters[i], k, 1)
	}
	return p.Clustered(conf)
}
