package compare

import (
	"math"
	"slices"

	"github.com/evalrun/evalrun/stats"
)

// measured is one series as both runs measured it: a value of each question
// on either side.
type measured struct {
	name          string
	kind          Kind
	lowerIsBetter bool
	pairs         []pair
	base, head    []float64
	baseK, baseN  int // of rates: answers that count, answers in all
	headK, headN  int
	headShare     stats.Proportion // of rates
	lost          Lost
	lopsided      int  // without a figure by design on one side alone
	single        bool // a rate of one answer to each question, none of which share a group
}

// measure reads a series off all pairs.
func (r reader) measure(all []pair) measured {
	m := measured{name: r.name, kind: r.kind, lowerIsBetter: r.lowerIsBetter}
	once := true
	for _, p := range all {
		b, h := r.read(p.base), r.read(p.head)
		if b.status == foreign || h.status == foreign {
			continue
		}
		if b.status != have || h.status != have {
			m.miss(b.status, h.status)
			continue
		}
		once = once && len(p.base.Repeats) == 1 && len(p.head.Repeats) == 1
		m.pairs = append(m.pairs, p)
		m.base, m.head = append(m.base, b.value), append(m.head, h.value)
		m.baseK, m.baseN = m.baseK+b.k, m.baseN+b.n
		m.headK, m.headN = m.headK+h.k, m.headN+h.n
		m.headShare.Add(p.group, h.k, h.n)
	}
	m.single = r.kind == Rate && once && m.clusters() == len(m.pairs)
	return m
}

// miss counts a question without a pair of values. Where one side has none by
// design, the other's is not missed either.
func (m *measured) miss(base, head readStatus) {
	switch {
	case base == apart || head == apart:
		m.lost.Unassessable++
		if base != head {
			m.lopsided++
		}
	case base == lost && head == lost:
		m.lost.Both++
	case base == lost:
		m.lost.Base++
	default:
		m.lost.Head++
	}
}

func (l Lost) missed() int { return l.Base + l.Head + l.Both }

func (m *measured) groups() []string {
	out := make([]string, len(m.pairs))
	for i, p := range m.pairs {
		out[i] = p.group
	}
	return out
}

// clusters counts groups, a question of its own as one.
func (m *measured) clusters() int { return clustersOf(m.pairs) }

// movedClusters counts those of the questions that changed.
func (m *measured) movedClusters() int {
	moved := m.of(func(i int) bool { return math.Abs(m.head[i]-m.base[i]) > tie })
	return moved.clusters()
}

func clustersOf(pairs []pair) int {
	alone, named := 0, map[string]bool{}
	for _, p := range pairs {
		if p.group == "" {
			alone++
		} else {
			named[p.group] = true
		}
	}
	return alone + len(named)
}

// differences are head minus base.
func (m *measured) differences() []float64 {
	out := make([]float64, len(m.base))
	for i := range out {
		out[i] = m.head[i] - m.base[i]
	}
	return out
}

// moved counts the questions that got worse and better.
func (m *measured) moved() (worse, better int) {
	for i := range m.base {
		d := m.head[i] - m.base[i]
		if m.lowerIsBetter {
			d = -d
		}
		switch {
		case d < -tie:
			worse++
		case d > tie:
			better++
		}
	}
	return worse, better
}

// tie is how close two values count as equal: thirds do not add up to one.
const tie = 1e-9

// of keeps some of the pairs, by their place.
func (m *measured) of(keep func(i int) bool) measured {
	out := measured{name: m.name, kind: m.kind, lowerIsBetter: m.lowerIsBetter, single: m.single}
	for i, p := range m.pairs {
		if keep(i) {
			out.pairs = append(out.pairs, p)
			out.base, out.head = append(out.base, m.base[i]), append(out.head, m.head[i])
		}
	}
	return out
}

// ungrouped is the series with each question standing alone.
func (m *measured) ungrouped() measured {
	out := *m
	out.pairs = slices.Clone(m.pairs)
	for i := range out.pairs {
		out.pairs[i].group = ""
	}
	return out
}
