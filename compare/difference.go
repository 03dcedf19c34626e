package compare

import (
	"math"

	"github.com/evalrun/evalrun/stats"
)

// The levels of a comparison: conf of every interval and bound, alpha of the
// adjusted test.
const (
	conf  = 0.95
	alpha = 0.05
	// power is the share of comparisons that see the change a plan is made for.
	power = 0.8
)

// Fewest questions for anything but counts, and below which a sample is small:
// of four pairs no outcome reaches p = 0.05, and up to nineteen the interval
// rests on its floor more than on the data.
const (
	fewestPairs = 5
	smallSample = 20
)

// mostRanked bounds the changed questions that the signed-rank test is run
// for: its cost grows with their cube, and it is a second opinion.
const mostRanked = 400

// estimate is the difference of one series with its uncertainty.
type estimate struct {
	difference   float64
	lo, hi       float64
	lower, upper float64
	bounded      bool // there is an interval: two clusters or more
	spread       float64
	method       Method
}

// estimateOf takes the interval that fits: of proportions where each question
// is one answer, else of the mean of differences, by group where questions
// share one.
func estimateOf(m *measured) estimate {
	if m.single {
		return proportions(m)
	}
	d := m.differences()
	e := estimate{method: PairedT}
	if m.clusters() < len(d) {
		e.method = PairedTClusters
	}
	p, ok := stats.PairedMeanClusterCI(d, m.groups(), conf)
	if !ok {
		return estimate{method: e.method}
	}
	e.difference = p.Mean
	lower, upper, ok := p.Bound(conf)
	if !ok || p.Lo == nil || p.Hi == nil {
		return e
	}
	e.lo, e.hi, e.lower, e.upper, e.bounded = *p.Lo, *p.Hi, lower, upper, true
	e.spread = *p.SEFloor * math.Sqrt(float64(p.N))
	if m.kind == Rate {
		e.clip()
	}
	return e
}

// clip keeps what is said of a share within what a share can do.
func (e *estimate) clip() {
	for _, v := range []*float64{&e.lo, &e.hi, &e.lower, &e.upper} {
		*v = math.Max(-1, math.Min(1, *v))
	}
}

func proportions(m *measured) estimate {
	e := estimate{method: PairedProportions}
	worse, better := m.moved()
	if m.lowerIsBetter {
		worse, better = better, worse
	}
	p, ok := stats.PairedPropCI(len(m.pairs), worse, better, conf)
	if !ok {
		return e
	}
	e.difference, e.lo, e.hi, e.bounded = p.Diff, p.Lo, p.Hi, true
	e.lower, e.upper = p.Bound(conf)
	e.spread = p.SE * math.Sqrt(float64(len(m.pairs)+2))
	return e
}

// Names of the exact tests.
const (
	testSignFlip = "sign-flip"
	testByGroup  = "sign-flip by group"
	testFlips    = "McNemar"
)

// testOf asks whether the figure moved at all.
func testOf(m *measured) Test {
	worse, better := m.moved()
	if m.single {
		p := stats.McNemarExact(worse, better).PTwo
		return Test{Name: testFlips, P: p, PMin: stats.McNemarExact(worse+better, 0).PTwo}
	}
	name := testSignFlip
	if m.clusters() < len(m.pairs) {
		name = testByGroup
	}
	t := stats.SignFlipCluster(m.differences(), m.groups())
	return Test{Name: name, P: t.PTwo, PMin: t.PMin}
}

// signedRank is the second opinion on a mean; nil where there is none to give.
func signedRank(m *measured) *float64 {
	worse, better := m.moved()
	if m.kind != Mean || worse+better == 0 || worse+better > mostRanked || m.clusters() < len(m.pairs) {
		return nil
	}
	w, ok := stats.WilcoxonExact(m.differences(), stats.ZeroWilcox)
	if !ok {
		return nil
	}
	return &w.PTwo
}

// claimOf lets test and interval speak only together. Where no outcome of so
// few changed questions could have passed the test, nothing is claimed and
// nothing is borderline.
func claimOf(s *Series, family int) Claim {
	if s.Test == nil || s.Test.PHolm == nil || s.Lo == nil || s.beyondTest(family) {
		return NoClaim
	}
	tested := *s.Test.PHolm <= alpha
	below, above := *s.Hi < 0, *s.Lo > 0
	switch {
	case tested && below && *s.Difference < 0:
		return Lower
	case tested && above && *s.Difference > 0:
		return Higher
	case tested || below || above:
		return Unclear
	}
	return NoClaim
}

// beyondTest reports whether even the clearest outcome with this many changed
// questions would not have been significant in a family of tests.
func (s *Series) beyondTest(family int) bool {
	return s.Changed > 0 && s.Test != nil && s.Test.PMin*float64(family) > alpha
}

// adjust holds the claims of all tested series to one level together.
func adjust(series []Series) (family int) {
	var p []float64
	for i := range series {
		if series[i].Test != nil {
			p = append(p, series[i].Test.P)
		}
	}
	adjusted := stats.AdjustHolm(p)
	for i := range series {
		if t := series[i].Test; t != nil {
			t.PHolm, adjusted = &adjusted[0], adjusted[1:]
		}
	}
	return len(p)
}
