package quotes

// bounds returns the source tokens that the alignment covers, moved parts
// included; ok is false where nothing corresponds.
func (a *alignment) bounds() (from, to int, ok bool) {
	if len(a.pairs) == 0 {
		return 0, 0, false
	}
	first, last := a.pairs[0], a.pairs[len(a.pairs)-1]
	from, to = first.s, last.s+last.sn
	for _, m := range a.moved {
		from, to = min(from, m.s), max(to, m.s+m.n)
	}
	return from, to, true
}

// similarity is the share of both texts that corresponds, 0 to 1, weighted by
// length: words in order, and longer parts that stand elsewhere.
func (a *alignment) similarity() float64 {
	from, to, ok := a.bounds()
	if !ok {
		return 0
	}
	common := 0.0
	for _, p := range a.pairs {
		common += p.likeness * (weight(a.quote[p.q:p.q+p.qn]) + weight(a.source[p.s:p.s+p.sn])) / 2
	}
	for _, m := range a.moved {
		if m.credited {
			common += weight(a.source[m.s : m.s+m.n])
		}
	}
	return min(1, 2*common/(weight(a.quote)+weight(a.source[from:to])))
}

func weight(tokens []token) float64 {
	sum := 0.0
	for i := range tokens {
		sum += tokens[i].weight
	}
	return sum
}
