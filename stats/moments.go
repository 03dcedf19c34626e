package stats

import "math"

// The scale that every score is on.
const (
	ScaleLow  = 1.0
	ScaleHigh = 5.0
)

// Moments takes in scores one by one and gives the estimate of their mean.
// The zero value is ready. Memory grows with the number of named clusters,
// not with scores.
type Moments struct {
	all, single running
	index       map[string]int
	named       []clusterSum // in order of first sight, so that sums repeat to the last digit
	invalid     bool
}

// running is Welford's update: stable over millions of values, and exactly
// without variance when all values are equal, which sums of squares are not.
type running struct {
	n        int
	mean, m2 float64
}

func (r *running) add(x float64) {
	r.n++
	d := x - r.mean
	r.mean += d / float64(r.n)
	r.m2 += d * (x - r.mean)
}

// clusterSum counts from the middle of the scale to keep the sum small.
type clusterSum struct {
	n   int
	sum float64
}

const scaleMiddle = (ScaleLow + ScaleHigh) / 2

// Add takes one score. Scores of equal cluster name belong together; a score
// without a name stands alone. A score outside of 1..5 leaves the whole
// estimate undefined.
func (m *Moments) Add(score float64, cluster string) {
	if !(score >= ScaleLow && score <= ScaleHigh) {
		m.invalid = true
		return
	}
	m.all.add(score)
	if cluster == "" {
		m.single.add(score)
		return
	}
	i, seen := m.index[cluster]
	if !seen {
		if m.index == nil {
			m.index = map[string]int{}
		}
		i = len(m.named)
		m.index[cluster] = i
		m.named = append(m.named, clusterSum{})
	}
	m.named[i].n++
	m.named[i].sum += score - scaleMiddle
}

// N is the number of scores taken in.
func (m *Moments) N() int { return m.all.n }

// Mean is the plain mean; it does not exist before the first score.
func (m *Moments) Mean() (float64, bool) {
	return m.all.mean, m.all.n > 0 && !m.invalid
}

// SD is the standard deviation of the sample (n-1); it needs two scores.
func (m *Moments) SD() (float64, bool) {
	if m.all.n < 2 || m.invalid {
		return 0, false
	}
	return math.Sqrt(m.sampleVariance()), true
}

func (m *Moments) clusters() int { return m.single.n + len(m.named) }

// clusterSquares is the sum over clusters of the squared sum of deviations.
func (m *Moments) clusterSquares() float64 {
	shift := m.single.mean - m.all.mean
	total := m.single.m2 + float64(m.single.n)*shift*shift
	for _, c := range m.named {
		s := c.sum - float64(c.n)*(m.all.mean-scaleMiddle)
		total += s * s
	}
	return total
}

// tied is the standard deviation below which scores count as equal: what is
// left then is the rounding of fractions such as 13/3.
const tied = 1e-9

// sampleVariance divides by n-1; its caller has two scores.
func (m *Moments) sampleVariance() float64 {
	v := m.all.m2 / float64(m.all.n-1)
	if v < tied*tied {
		return 0
	}
	return v
}

// standardError is the cluster-robust one. Singletons give the plain one
// exactly.
func (m *Moments) standardError(plain float64) float64 {
	if m.clusters() == m.all.n || plain == 0 {
		return plain
	}
	g, n := float64(m.clusters()), float64(m.all.n)
	return math.Sqrt(g/(g-1)*m.clusterSquares()) / n
}
