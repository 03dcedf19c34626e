package compare

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/stats"
)

// measure ranks the runs in every series that all of them have.
func (r *ranking) measure() {
	for _, reader := range readersOf(r.runs[0].Info) {
		inAll := !slices.ContainsFunc(r.runs, func(run *Run) bool { return !slices.Contains(seriesNames(run), reader.name) })
		if !inAll {
			continue
		}
		if s, ok := r.series(reader); ok {
			r.doc.Series = append(r.doc.Series, s)
		}
	}
}

// series ranks one series; ok is false where no question is of its category.
func (r *ranking) series(reader reader) (RankSeries, bool) {
	c := r.columns(reader)
	n := len(c.groups)
	s := RankSeries{
		Name: reader.name, Kind: reader.kind, LowerIsBetter: reader.lowerIsBetter, N: n, Missing: c.missing,
		Rows: []RankRow{}, Pairs: []RankPair{}, Notes: []string{},
	}
	m := measured{pairs: make([]pair, n)}
	for i, g := range c.groups {
		m.pairs[i].group = g
	}
	s.Clusters = m.clusters()
	if n == 0 {
		s.Says = fmt.Sprintf("%s: no question has a figure in every run.", label(s.Name))
		return s, slices.Max(c.missing) > 0
	}
	for k := range c.values {
		s.Rows = append(s.Rows, c.row(k))
	}
	if n >= fewestPairs {
		r.rank(&s, c)
	} else {
		s.Notes = append(s.Notes, "Too few questions to tell: "+nText(n)+".")
	}
	s.Notes = append(s.Notes, smallNote(n)...)
	s.order()
	r.say(&s)
	return s, true
}

// rank tests the pairs. Against the best one, all pairs stay in the family:
// which run is best was seen in the same data.
func (r *ranking) rank(s *RankSeries, c columns) {
	values := c.values
	if s.LowerIsBetter {
		values = negated(values)
	}
	ranking, ok := stats.RankCICluster(values, c.groups, alpha)
	if !ok {
		return
	}
	s.Friedman = ranking.Friedman
	reference := r.reference(s)
	for i := range s.Rows {
		if r.opt.Against != againstBaseline {
			s.Rows[i].Best, s.Rows[i].Worst = ranking.Rank[i][0], ranking.Rank[i][1]
		}
		for j := i + 1; j < len(s.Rows); j++ {
			if reference < 0 || i == reference || j == reference {
				s.Pairs = append(s.Pairs, RankPair{
					A: i, B: j, Difference: s.Rows[i].Level.value() - s.Rows[j].Level.value(), P: ranking.P[i][j], PHolm: ranking.PHolm[i][j],
				})
			}
		}
	}
	if r.opt.Against == againstBaseline {
		adjustPairs(s.Pairs)
	}
	for i := range s.Pairs {
		s.Pairs[i].Claim = s.Pairs[i].claim()
	}
}

// reference is the run that each other one is held against, -1 for none.
func (r *ranking) reference(s *RankSeries) int {
	switch r.opt.Against {
	case againstBaseline:
		return 0
	case againstBest:
		best := 0
		for i := range s.Rows {
			if s.ahead(s.Rows[i], s.Rows[best]) {
				best = i
			}
		}
		return s.Rows[best].Run
	}
	return -1
}

// adjustPairs bounds the false claims over the pairs that were chosen before
// the data were seen.
func adjustPairs(pairs []RankPair) {
	p := make([]float64, len(pairs))
	for i := range pairs {
		p[i] = pairs[i].P
	}
	for i, adjusted := range stats.AdjustHolm(p) {
		pairs[i].PHolm = adjusted
	}
}

func (p RankPair) claim() Claim {
	switch {
	case p.PHolm > alpha:
		return NoClaim
	case p.Difference < 0:
		return Lower
	}
	return Higher
}

func negated(values [][]float64) [][]float64 {
	out := make([][]float64, len(values))
	for i, run := range values {
		for _, v := range run {
			out[i] = append(out[i], -v)
		}
	}
	return out
}

func (l Level) value() float64 {
	if l.Mean != nil {
		return *l.Mean
	}
	return *l.Rate
}

// ahead compares levels; equal ones stay in the order given.
func (s *RankSeries) ahead(a, b RankRow) bool {
	d := a.Level.value() - b.Level.value()
	if s.LowerIsBetter {
		d = -d
	}
	return d > tie
}

// order sorts the rows, best first, and numbers the sets of runs whose rank
// intervals overlap.
func (s *RankSeries) order() {
	slices.SortStableFunc(s.Rows, func(a, b RankRow) int {
		switch {
		case s.ahead(a, b):
			return -1
		case s.ahead(b, a):
			return 1
		}
		return 0
	})
	group, reach := 0, 0
	for i := range s.Rows {
		row := &s.Rows[i]
		if row.Best == 0 {
			continue
		}
		if row.Best > reach {
			group++
		}
		reach = max(reach, row.Worst)
		row.Group = group
	}
}
