package llm

// Adopter is a Governor that can take up a request which is under way already:
// a process before this one has let it go.
type Adopter interface {
	// Adopt counts the request as one that was just let go. It waits for
	// nothing and refuses nothing, whatever bound that passes: those that enter
	// after it wait for it.
	Adopt(tokens int) Pass
}

// Adopt has a governor take up a request that is under way. One that is no
// Adopter, or nil, does not learn of it.
func Adopt(g Governor, tokens int) Pass {
	if a, ok := g.(Adopter); ok {
		return a.Adopt(tokens)
	}
	return passes(nil)
}

// Adopt implements Adopter.
func (c chain) Adopt(tokens int) Pass {
	all := make(passes, 0, len(c))
	for _, g := range c {
		all = append(all, Adopt(g, tokens))
	}
	return all
}

// Adopt implements Adopter. When the request left is not known: it takes a
// place, and its share of the rates, from now on.
func (l *Limiter) Adopt(tokens int) Pass {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reserveRates(tokens)
	l.inFlight++
	l.feel.sent++
	return &limitPass{l: l, tokens: tokens, epoch: l.feel.epoch}
}

// Adopt implements Adopter.
func (a *account) Adopt(tokens int) Pass {
	need := a.need(tokens)
	a.b.mu.Lock()
	defer a.b.mu.Unlock()
	a.b.held = a.b.held.plus(need)
	return &budgetPass{a: a, need: need}
}
