package grounding

import "strings"

// denies reports whether the clause around the claim at this offset says that
// what is claimed does not exist. Only that: "do not call `Foo()`" and
// "`Foo()` does not return" speak of a Foo that exists. Code denies nothing.
func (b *block) denies(offset int) bool {
	if b.fenced {
		return false
	}
	if b.prose == nil {
		b.prose = newClauses(b)
	}
	i, found := b.prose.at(offset)
	return found && b.prose.denied(i)
}

// denied keeps its last answer: many claims may stand in one piece, and what
// is around it may be long.
func (c *clauses) denied(i int) bool {
	if !c.asked || c.piece != i {
		g := c.group(i)
		c.asked, c.piece, c.answer = true, i, c.deniedBefore(g) || c.deniedAfter(g)
	}
	return c.answer
}

// deniedBefore reads what stands before the names: "there is no function
// called", "could not find", "the missing". After "and" or a comma alone a new
// clause may have begun, so that only the first name is denied.
func (c *clauses) deniedBefore(g group) bool {
	if g.claim != g.first && (g.and || !g.or) {
		return false
	}
	at := g.first - 1
	for c.introduces(at) {
		at--
	}
	word := c.text(at)
	switch {
	case word == "no":
		return c.absent(at, g)
	case word == "neither":
		return exists(c.text(at-1)) || c.present(g.last+1)
	case word == "nothing":
		return c.calls(at+1, g.first)
	case unreal(word) || word == "lacks" || word == "lack" || word == "lacking":
		return true
	case holds(word) || finds(word):
		return c.negated(at, word)
	}
	return exists(word) && c.thereIsNot(at, word)
}

// introduces reports the pieces that only say what the name after them is.
func (c *clauses) introduces(i int) bool {
	word := c.text(i)
	colon := c.is(i, aPause) && c.src[c.pieces[i].start] == ':'
	return determines(word) || thing(word) || colon || word == "or" && thing(c.text(i-1))
}

// absent reads the "no" at i. It denies the names where there is, has, or was
// found none; at the front of its clause where it is of a kind of thing or the
// clause goes on to say that it exists. "No `Foo()` call" denies the call.
func (c *clauses) absent(i int, g group) bool {
	before, after := c.text(i-1), c.text(i+1)
	switch {
	case used(c.text(g.last + 1)):
		return false
	case after == "such" || exists(before) || existence(before) || holds(before) || finds(before):
		return true
	}
	opens := i == 0 || c.is(i-1, aStop) || c.is(i-1, aPause)
	return opens && (thing(after) || c.present(g.last+1))
}

// calls reports "called" or "named" between two pieces: nothing called.
func (c *clauses) calls(from, to int) bool {
	for ; from < to; from++ {
		if w := c.text(from); w == "called" || w == "named" {
			return true
		}
	}
	return false
}

// negated reports whether the verb at i is negated by its subject: "it does not
// define". Without a subject "do not include" is advice, and what one cannot
// do with a thing may be all that it lacks, unless it is to find it.
func (c *clauses) negated(i int, verb string) bool {
	at := i - 1
	for adverb(c.text(at)) {
		at--
	}
	word := c.text(at)
	if word == "never" {
		return true
	}
	if word == "not" {
		at--
		word = c.text(at) + " not"
	}
	switch word {
	case "doesn't", "does not", "didn't", "did not":
		return true
	case "don't", "do not":
		return c.subject(at - 1)
	case "cannot", "can't", "can not", "couldn't", "could not", "haven't", "have not", "hasn't", "has not", "unable", "failed":
		return finds(verb)
	}
	return verb == "found" && strings.HasSuffix(word, "not") // module not found:
}

// subject reports whether the clause has begun before what follows i.
func (c *clauses) subject(i int) bool {
	switch c.text(i) {
	case "", "please", "and", "but", "so", "then", "just", "to":
		return c.is(i, aName)
	}
	return true
}

// thereIsNot reads "there is not a" and "there isn't any" up to i.
func (c *clauses) thereIsNot(i int, word string) bool {
	switch word {
	case "not":
		return exists(c.text(i-1)) && c.text(i-2) == "there"
	case "isn't", "aren't", "wasn't", "weren't":
		return c.text(i-1) == "there"
	}
	return false
}
