package compare

import (
	"math"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

const (
	// largeSample is how many answers the large-sample interval of kappa needs;
	// below, leaving out one after the other is closer.
	largeSample = 100
	// ceilingShare is the share of one level from which on kappa alone
	// misleads: chance then swallows most of the agreement.
	ceilingShare = 0.8
)

const (
	methodLarge     = "large-sample"
	methodJackknife = "jackknife"
)

// The words for what cannot be told.
const (
	oneValueJudge  = "people and judge gave one value only; agreement cannot be told from chance"
	oneValuePeople = "people gave one value only; agreement cannot be told from chance"
	oneCluster     = "all labels are of one question or group; no interval"
	restsOnOne     = "the figure rests on a single question or group; no interval"
	oneSided       = "one side gave one value only: chance explains all agreement, whatever the other gave"
)

// pairings are two scores of one answer, side by side.
type pairings struct {
	left, right []float64
	clusters    []string
	grouped     bool // some cluster holds several of them
	oneValue    string
}

func (p *pairings) add(left, right float64, cluster string) {
	p.left, p.right = append(p.left, left), append(p.right, right)
	p.clusters = append(p.clusters, cluster)
}

// judgePairs hold the judge against each label, so that the coefficients are
// those that people get among each other.
func (s *labelledSeries) judgePairs() pairings {
	p := pairings{oneValue: oneValueJudge}
	for _, a := range s.answers {
		for _, label := range a.people {
			p.add(a.judge, label.Score, a.answer.cluster())
		}
	}
	return p.settled()
}

// settled sees whether any two rows belong together.
func (p pairings) settled() pairings {
	names := slices.Clone(p.clusters)
	slices.Sort(names)
	p.grouped = len(slices.Compact(names)) < len(p.clusters)
	return p
}

func (p pairings) kappa(weights string, scale results.Scale) Coefficient {
	method, estimate := methodJackknife, func() (stats.Agreement, bool) {
		return stats.KappaJackknife(p.left, p.right, p.clusters, weights, scale.Lo, scale.Hi, conf)
	}
	if !p.grouped && len(p.left) >= largeSample {
		method, estimate = methodLarge, func() (stats.Agreement, bool) {
			return stats.Kappa(p.left, p.right, weights, scale.Lo, scale.Hi, conf)
		}
	}
	a, _ := estimate()
	return p.coefficient(a.Kappa, a.Lo, a.Hi, method)
}

func (p pairings) alpha() Coefficient {
	table := [][]*float64{make([]*float64, len(p.left)), make([]*float64, len(p.left))}
	for i := range p.left {
		table[0][i], table[1][i] = &p.left[i], &p.right[i]
	}
	a, _ := stats.KrippendorffJackknife(table, p.clusters, stats.Ordinal, conf)
	return p.coefficient(a.Alpha, a.Lo, a.Hi, methodJackknife)
}

func (p pairings) coefficient(value, lo, hi *float64, method string) Coefficient {
	c := Coefficient{Value: value}
	switch {
	case value == nil:
		c.Reason = p.oneValue
	case lo == nil && !slices.ContainsFunc(p.clusters, func(c string) bool { return c != p.clusters[0] }):
		c.Reason = oneCluster
	case lo == nil:
		c.Reason = restsOnOne
	case *hi-*lo < summary.Tolerance && *value < 1-summary.Tolerance:
		c.Reason = oneSided
	default:
		c.Lo, c.Hi, c.Method = new(math.Max(-1, *lo)), new(math.Min(1, *hi)), method
	}
	return c
}

// near is the shares of equal scores and of scores at most one apart.
func (p pairings) near() (exact, within1 float64) {
	for i := range p.left {
		apart := math.Abs(p.left[i] - p.right[i])
		if apart < summary.Tolerance {
			exact++
		}
		if apart < 1+summary.Tolerance {
			within1++
		}
	}
	n := float64(len(p.left))
	return exact / n, within1 / n
}

// crowded reports whether one level holds most of all scores of both sides,
// and which.
func (p pairings) crowded(scale results.Scale) (level int, share float64, ok bool) {
	counts := make([]int, scale.Hi-scale.Lo+1)
	for _, side := range [][]float64{p.left, p.right} {
		for _, score := range side {
			counts[nearestLevel(score, scale)]++
		}
	}
	for i, n := range counts {
		if share = float64(n) / float64(2*len(p.left)); share >= ceilingShare {
			return scale.Lo + i, share, true
		}
	}
	return 0, 0, false
}

// nearestLevel is the place of a score on the scale; a half counts up.
func nearestLevel(score float64, scale results.Scale) int {
	return int(math.Floor(score+0.5)) - scale.Lo
}

// matrix counts the labels by people's level and the judge's.
func (p pairings) matrix(scale results.Scale) [][]int {
	out := make([][]int, scale.Hi-scale.Lo+1)
	for i := range out {
		out[i] = make([]int, len(out))
	}
	for i, judge := range p.left {
		out[nearestLevel(p.right[i], scale)][nearestLevel(judge, scale)]++
	}
	return out
}
