package quotes

// move is a run of words of the quote that stands elsewhere in the source.
type move struct {
	q, s, n  int
	credited bool // long enough to be no coincidence
}

const (
	// creditedWords is the length from which a moved part counts for the
	// similarity. Runs of three words recur in unrelated prose.
	creditedWords = 4
	// maxMoves bounds the work on a quote that is a heap of shuffled words.
	maxMoves = 8
)

// findMoves looks for the parts of the quote without a counterpart among the
// parts of the source without one, longest first.
func (a *alignment) findMoves() []move {
	var moves []move
	qFree, sFree := a.unpaired()
	for len(moves) < maxMoves {
		best := a.longestMove(qFree, sFree)
		if best.n == 0 {
			break
		}
		best.credited = best.n >= creditedWords
		moves = append(moves, best)
		for k := range best.n {
			qFree[best.q+k], sFree[best.s+k] = false, false
		}
	}
	return moves
}

// unpaired marks the tokens of both sides that no pair covers.
func (a *alignment) unpaired() (qFree, sFree []bool) {
	qFree, sFree = make([]bool, len(a.quote)), make([]bool, len(a.source))
	for i := range qFree {
		qFree[i] = true
	}
	for j := range sFree {
		sFree[j] = true
	}
	for _, p := range a.pairs {
		for k := range p.qn {
			qFree[p.q+k] = p.likeness < 1
		}
		for k := range p.sn {
			sFree[p.s+k] = p.likeness < 1
		}
	}
	return qFree, sFree
}

func (a *alignment) longestMove(qFree, sFree []bool) move {
	places := map[string][]int{}
	for s, free := range sFree {
		if free {
			places[a.source[s].text] = append(places[a.source[s].text], s)
		}
	}
	best := move{}
	for q, free := range qFree {
		if !free {
			continue
		}
		for _, s := range places[a.quote[q].text] {
			m := move{q: q, s: s, n: a.runLength(q, s, qFree, sFree)}
			if m.n > best.n && a.telling(m) {
				best = m
			}
		}
	}
	return best
}

func (a *alignment) runLength(q, s int, qFree, sFree []bool) int {
	n := 0
	for q+n < len(a.quote) && s+n < len(a.source) && qFree[q+n] && sFree[s+n] && a.quote[q+n].text == a.source[s+n].text {
		n++
	}
	return n
}

const (
	// movedWords is the length from which a moved run is one wherever it
	// stands; shorter ones must lie within the span or no farther from it
	// than the words without a pair could fill.
	movedWords = 3
	// movedWeight keeps small words from being taken for moved ones: "the"
	// is always somewhere else too.
	movedWeight = 6
	// nearby is a displacement that changes no meaning: "ran quickly".
	nearby = 1
)

// telling reports whether a run in another place changes what is said.
func (a *alignment) telling(m move) bool {
	if len(a.pairs) == 0 || weight(a.quote[m.q:m.q+m.n]) < movedWeight {
		return false
	}
	expected := a.pairs[0].s - 1
	for _, p := range a.pairs {
		if p.q >= m.q {
			break
		}
		expected = p.s + p.sn - 1
	}
	if d := m.s - expected - 1; -nearby <= d && d <= nearby {
		return false
	}
	first, last := a.pairs[0], a.pairs[len(a.pairs)-1]
	slack := len(a.quote) - len(a.pairs)
	return m.n >= movedWords || (first.s-slack <= m.s && m.s < last.s+last.sn+slack)
}
