package offline

// Shares of a sentence's content words that a passage must hold. A sentence
// taken from a passage and reworded keeps some two thirds of them; one on the
// same subject that says something else keeps about a third.
const (
	coverFull   = 0.6
	coverPartly = 0.4
)

// support is how well the passages carry one sentence.
type support struct {
	best   *passage
	second *passage // set when the sentence needs two passages
	cover  float64  // share of the sentence's words, 0..1
	stray  string   // a figure that the passages do not give for this
}

func (s support) full() bool   { return s.cover >= coverFull && s.stray == "" }
func (s support) partly() bool { return s.cover >= coverPartly && s.stray == "" }

// supportOf finds the passage that covers the sentence best, and a second one
// where a sentence sums up two.
func (r *reading) supportOf(s *sentence) support {
	var found support
	for _, p := range r.passages {
		if one := r.supportBy(s, p); found.best == nil || better(one, found) {
			found = one
		}
	}
	if found.best == nil || found.full() {
		return found
	}
	for _, p := range r.passages {
		if two := r.supportByTwo(s, found.best, p); two.full() {
			return two
		}
	}
	return found
}

// better prefers a passage whose figures agree among those that cover enough
// to be what the sentence speaks of.
func better(a, b support) bool {
	if a.partly() != b.partly() {
		return a.partly()
	}
	return a.cover > b.cover
}

func (r *reading) supportBy(s *sentence, p *passage) support {
	out := support{best: p, cover: share(p.all.count(s.terms), len(s.terms))}
	out.stray = r.strayFigure(s, p, nil)
	return out
}

// supportByTwo demands that the second passage adds two words at least: one
// would let any passage that happens to hold a wrong figure vouch for it.
func (r *reading) supportByTwo(s *sentence, first, second *passage) support {
	both, added := 0, 0
	for _, id := range s.terms {
		switch {
		case first.all.has(id):
			both++
		case second.all.has(id):
			both++
			added++
		}
	}
	if first == second || added < 2 {
		return support{}
	}
	return support{
		best: first, second: second, cover: share(both, len(s.terms)),
		stray: r.strayFigure(s, first, second),
	}
}

func share(k, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(k) / float64(n)
}
