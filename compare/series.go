package compare

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

// figures are the series of a comparison with what they were measured on.
type figures struct {
	series   []Series
	measured []measured
	family   int // tests made
}

// figuresOf measures every series that both runs have, or the means alone.
// Dimensions of one run alone are no series: the difference in dimensions is
// told elsewhere.
func figuresOf(base, head *Run, counted []pair, means bool) figures {
	var f figures
	inBase := seriesNames(base)
	for _, r := range readersOf(head.Info) {
		if !slices.Contains(inBase, r.name) || means && r.kind != Mean {
			continue
		}
		m := r.measure(counted)
		f.measured = append(f.measured, m)
		f.series = append(f.series, m.series())
	}
	f.family = adjust(f.series)
	for i := range f.series {
		f.series[i].Claim = claimOf(&f.series[i], f.family)
	}
	return f
}

// series is what the pairs say before anything is adjusted, gated or worded.
func (m *measured) series() Series {
	n := len(m.pairs)
	s := Series{
		Name: m.name, Kind: m.kind, LowerIsBetter: m.lowerIsBetter, N: n, Clusters: m.clusters(), Lost: m.lost,
		Base: m.level(m.base, m.baseK, m.baseN), Head: m.level(m.head, m.headK, m.headN),
		Claim: NoClaim, Notes: m.notes(),
	}
	s.ToFail, s.ToPass = m.moved()
	s.Changed, s.ChangedClusters = s.ToFail+s.ToPass, m.movedClusters()
	if n == 0 {
		return s
	}
	e := estimateOf(m)
	s.Difference = &e.difference
	if n < fewestPairs {
		return s
	}
	test := testOf(m)
	s.Method, s.Test, s.WilcoxonP = e.method, &test, signedRank(m)
	if e.bounded {
		s.Lo, s.Hi, s.LowerBound, s.UpperBound = &e.lo, &e.hi, &e.lower, &e.upper
		s.MDE = visible(e.spread, n, m.kind)
	}
	return s
}

func (m *measured) level(values []float64, k, n int) Level {
	if len(values) == 0 {
		return Level{}
	}
	mean := average(values)
	if m.kind == Rate {
		return Level{K: &k, N: n, Rate: &mean}
	}
	return Level{Mean: &mean, N: len(values)}
}

// visible is the change that a comparison of this size sees four times out of
// five; nil where no change of the figure is as large.
func visible(spread float64, n int, kind Kind) *float64 {
	v, ok := stats.MDEPaired(spread, n, alpha, power)
	if !ok || v > span(kind) {
		return nil
	}
	return &v
}

// span is the largest change of a figure.
func span(kind Kind) float64 {
	if kind == Rate {
		return 1
	}
	return stats.ScaleHigh - stats.ScaleLow
}

// gate holds the series to its margin. One that only a default gates, and of
// which the suite has no question, is not gated.
func (f *figures) gate(i int, margin float64, asked bool) {
	s, m := &f.series[i], &f.measured[i]
	concerned := s.N + s.Lost.missed() + s.Lost.Unassessable
	if concerned == 0 && !asked {
		return
	}
	s.Margin, s.Gated = &margin, true
	s.Gateable = reachable(m, margin)
	switch {
	case s.N == 0 || s.Lost.unlike(s.N):
		s.Verdict = results.Inconclusive
		return
	case s.N < fewestPairs:
		if n := fewestFor(m, margin); n > 0 {
			s.Needed = &n
		}
		return
	}
	s.judge(margin)
	if !s.Gateable && s.State != stats.StateRegression {
		s.Verdict = ""
	}
	if n, ok := f.settles(i, margin); ok && n > s.N && s.Verdict != results.Pass {
		s.Needed = &n
	}
}

// settles is the number of questions that would show, four times out of five,
// that a run without a change keeps the margin.
func (f *figures) settles(i int, margin float64) (int, bool) {
	e := estimateOf(&f.measured[i])
	n, ok := stats.NNonInf(margin, e.spread, alpha, power, 1)
	if !f.series[i].Gateable {
		n = max(n, fewestFor(&f.measured[i], margin))
	}
	return n, ok && e.bounded
}

// atCeiling is the share of top scores from which on a mean can hardly rise.
const atCeiling = 0.8

// notes are what the values themselves limit.
func (m *measured) notes() []string {
	out := []string{}
	if m.kind == Mean {
		base, head := topped(m.base), topped(m.head)
		if n := float64(len(m.base)); len(m.base) >= fewestPairs && float64(base) >= atCeiling*n && float64(head) >= atCeiling*n {
			out = append(out, fmt.Sprintf("%d of %d scores are %v in the base and %d in the head: an improvement can hardly show.",
				base, len(m.base), stats.ScaleHigh, head))
		}
	}
	if m.lowerIsBetter && m.headN > 0 && m.headK == 0 {
		if i, ok := m.headShare.Interval(conf); ok {
			out = append(out, fmt.Sprintf("0 of %d in the head; the true rate may still be up to %s.", m.headN, summary.Percent(i.Hi)))
		}
	}
	if m.lopsided > 0 {
		out = append(out, fmt.Sprintf("%s no score on one side alone because a check had decided or there was nothing to assess against; left out.",
			hasWords(m.lopsided)))
	}
	return out
}

func hasWords(n int) string {
	if n == 1 {
		return "1 question has"
	}
	return fmt.Sprintf("%d questions have", n)
}

func topped(scores []float64) int {
	n := 0
	for _, s := range scores {
		if s > stats.ScaleHigh-tie {
			n++
		}
	}
	return n
}
