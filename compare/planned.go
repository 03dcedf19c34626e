package compare

import (
	"math"
	"sort"

	"github.com/evalrun/evalrun/stats"
)

// mostCounted bounds the questions for which flips are counted exactly; the
// normal limit serves beyond.
const mostCounted = 20_000

// planned is what a plan takes a series to be.
type planned struct {
	kind    Kind
	single  bool // one answer to each question, none of which share a group
	n       int
	deff    float64
	sd      float64 // of a mean's difference
	flips   float64 // of a rate, between two single answers
	repeats int
}

// spread is the standard deviation of a question's difference. Of a rate, a
// drop adds to it: the questions that it takes from pass to fail are some and
// not all.
func (p planned) spread(drop float64) float64 {
	if p.kind == Mean {
		return p.sd
	}
	return math.Sqrt(p.flips/float64(p.repeats) + drop*(1-drop))
}

// counted reports whether flips of single answers decide, and gives the share
// of questions that go either way.
func (p planned) counted(drop float64) (worse, better float64, ok bool) {
	worse, better = p.flips/2+drop, p.flips/2
	return worse, better, p.single && worse+better <= 1
}

// power is the chance that n questions show a drop.
func (p planned) power(drop float64) (float64, bool) {
	if worse, better, ok := p.counted(drop); ok && p.n <= mostCounted {
		return stats.PowerMcNemarExact(p.n, worse, better, alpha)
	}
	return stats.PowerPaired(drop, p.spread(drop)*math.Sqrt(p.deff), p.n, alpha)
}

// chance is power with the two pseudo-differences that stand under the
// interval of a comparison: few questions of little spread show less for it.
func (p planned) chance(drop float64) (float64, bool) {
	if _, _, ok := p.counted(drop); ok || p.n < 2 {
		return p.power(drop)
	}
	n, sd := float64(p.n), p.spread(drop)*math.Sqrt(p.deff)
	return stats.PowerPaired(drop, math.Sqrt(((n-1)*sd*sd+2)/(n+1)), p.n, alpha)
}

// needed is how many questions show a drop at this power, tested at level.
func (p planned) needed(drop, power, level float64) (int, bool) {
	if worse, better, ok := p.counted(drop); ok {
		return stats.NMcNemarExact(worse, better, level, power)
	}
	n, _, ok := stats.NPaired(drop, p.spread(drop), level, power, p.deff)
	return n, ok
}

// detectable is the smallest drop that n questions show at this power. There
// is none where even the whole scale would not do.
func (p planned) detectable(power float64) (float64, bool) {
	most := span(p.kind)
	if p.single {
		most = 1 - p.flips
	}
	shown := func(drop float64) bool {
		got, ok := p.power(drop)
		return ok && got >= power
	}
	if !shown(most) {
		return 0, false
	}
	low, high := 0.0, most
	for high-low > most/(1<<14) {
		if middle := (low + high) / 2; shown(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true
}

// settles is how many unchanged questions show at this power that the margin
// is kept.
func (p planned) settles(margin, power float64) (int, bool) {
	return stats.NNonInf(margin, p.spread(0), alpha, power, p.deff)
}

// kept is the chance that n questions of which none changed in truth show that
// the margin is kept.
func (p planned) kept(margin float64) (float64, bool) {
	if p.single && p.n <= mostFlips {
		return stats.PowerMarginFlips(p.n, p.flips, margin, conf)
	}
	if p.n < 2 {
		return 0, false
	}
	// The two pseudo-differences that stand under the interval of a comparison.
	n, sd := float64(p.n), p.spread(0)*math.Sqrt(p.deff)
	return stats.PowerPaired(margin, math.Sqrt(((n-1)*sd*sd+2)/(n+1)), p.n, 2*alpha) // one-sided
}

// mostFlips bounds the questions for which every number of flips is gone
// through.
const mostFlips = 2000

// keeps is the smallest margin that n unchanged questions show kept at this
// power, rounded up to what a person would set.
func (p planned) keeps(power float64) (float64, bool) {
	step := 0.01
	if p.kind == Mean {
		step = 0.05
	}
	most := int(math.Round(span(p.kind) / step))
	i := 1 + sort.Search(most, func(i int) bool {
		got, ok := p.kept(float64(i+1) * step)
		return ok && got >= power
	})
	return math.Round(float64(i)*step*100) / 100, i <= most
}

// unchangedBound is the lower bound of a difference of n questions of which
// none changed: no comparison of this size has a higher one around zero.
func unchangedBound(single bool, n, clusters int) (float64, bool) {
	if n < fewestPairs {
		return 0, false
	}
	if single {
		p, ok := stats.PairedPropCI(n, 0, 0, conf)
		lower, _ := p.Bound(conf)
		return lower, ok
	}
	p, _ := stats.UnchangedPairs(n, clusters, conf)
	lower, _, ok := p.Bound(conf)
	return lower, ok
}

// gateableFrom is the fewest questions of which unchanged ones show that the
// margin is kept, in groups of this size on average.
func gateableFrom(single bool, groupSize, margin float64) int {
	enough := func(n int) bool {
		lower, ok := unchangedBound(single, n, max(1, int(math.Round(float64(n)/groupSize))))
		return ok && lower > -margin
	}
	high := fewestPairs
	for !enough(high) && high < math.MaxInt/2 {
		high *= 2
	}
	return high/2 + sort.Search(high-high/2, func(i int) bool { return enough(high/2 + i) })
}
