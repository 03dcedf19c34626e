package offline

import "slices"

// place finds, for each figure, how many of the terms beside it one sentence
// of the passages holds at most: that sentence is what the figure is about.
func (r *reading) place(figures []figure) {
	for i := range figures {
		f := &figures[i]
		for _, p := range r.passages {
			for _, s := range p.sentences {
				f.most = max(f.most, s.count(f.near))
			}
		}
	}
}

// strayFigure returns the first figure of s that no sentence of the passages
// gives for what s speaks of. A figure of the question may be repeated.
func (r *reading) strayFigure(s *sentence, passages ...*passage) string {
	for _, f := range s.figures {
		if slices.Contains(r.question, f.term) {
			continue
		}
		given := false
		for _, p := range passages {
			given = given || (p != nil && p.gives(f, s.terms))
		}
		if !given {
			return f.shown
		}
	}
	return ""
}

// gives reports whether one sentence of p holds the figure for what it is
// claimed of: with two other words of the claim, one where the claim is short,
// and with the words beside it. The same number about another matter is no
// support.
func (p *passage) gives(f figure, claimed []int) bool {
	need := 2
	if others := len(claimed) - 1; others <= 3 {
		need = min(1, others)
	}
	for _, s := range p.sentences {
		if s.has(f.term) && s.count(claimed)-1 >= need && f.fits(s) {
			return true
		}
	}
	return false
}

// fits demands more than half of the words beside the figure that any
// sentence of the passages holds; half is enough where these are one or two.
func (f figure) fits(s bits) bool {
	n := s.count(f.near)
	return 2*n > f.most || 2*n == f.most && f.most <= 2
}
