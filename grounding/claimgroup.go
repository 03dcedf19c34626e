package grounding

// group is a list of names that one denial may speak of: "`A()`, `B()` or
// `C()`".
type group struct {
	claim       int // the piece that holds the claim
	first, last int // the outermost names
	or, and     bool
}

// longestGroup bounds how far a list of names is followed.
const longestGroup = 16

func (c *clauses) group(i int) group {
	g := group{claim: i, first: i, last: i}
	for range longestGroup {
		from, ok := c.joined(&g, g.first, -1)
		if !ok {
			break
		}
		g.first = from
	}
	for range longestGroup {
		to, ok := c.joined(&g, g.last, +1)
		if !ok {
			break
		}
		g.last = to
	}
	return g
}

// joined returns the name that a comma, "and" or "or" joins to the one at i.
func (c *clauses) joined(g *group, i, step int) (int, bool) {
	at := i + step
	for step > 0 && thing(c.text(at)) || step < 0 && determines(c.text(at)) {
		at += step
	}
	joint := false
	for ; ; at += step {
		switch word := c.text(at); {
		case word == "or" || word == "nor":
			g.or = true
		case word == "and":
			g.and = true
		case !c.is(at, aPause) || c.src[c.pieces[at].start] != ',':
			for step > 0 && determines(c.text(at)) || step < 0 && thing(c.text(at)) {
				at += step
			}
			return at, joint && c.is(at, aName)
		}
		joint = true
	}
}
