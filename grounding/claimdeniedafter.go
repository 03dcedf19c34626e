package grounding

// deniedAfter reads what is said of the names: "does not exist", "is not
// defined", ": no such file". In the singular, after a comma or "and", it is
// said of the last name alone.
func (c *clauses) deniedAfter(g group) bool {
	at := c.said(g.last + 1)
	denied, plural := c.absence(at)
	return denied && (g.claim == g.last || g.or || g.and && plural)
}

// said skips to the verb: over what the name is called, and "which".
func (c *clauses) said(at int) int {
	for thing(c.text(at)) || c.is(at, aPause) || relative(c.text(at)) {
		at++
	}
	return at
}

func relative(word string) bool {
	return word == "which" || word == "that" || word == "it" || word == "both"
}

// absence reports whether the words at i say that something does not exist,
// and whether of several things.
func (c *clauses) absence(at int) (denied, plural bool) {
	word, next := c.text(at), c.text(at+1)
	switch word {
	case "do", "are", "were", "have", "don't", "aren't", "weren't", "haven't":
		plural = true
	}
	switch word {
	case "does", "do", "did", "will", "is", "are", "was", "were":
		if next == "not" || next == "never" {
			return c.lacking(at + 2), plural
		}
		return c.missing(at + 1), plural
	case "doesn't", "don't", "didn't", "isn't", "aren't", "wasn't", "weren't", "hasn't", "haven't", "not", "never":
		return c.lacking(at + 1), plural
	case "has", "have":
		return (next == "not" || next == "never") && c.lacking(at+2), plural
	case "cannot", "can't", "couldn't":
		return next == "be" && finds(c.text(at+2)), true
	case "can", "could":
		return next == "not" && c.text(at+2) == "be" && finds(c.text(at+3)), true
	case "no":
		return next == "such" || next == "longer" && existence(c.text(at+2)), true
	}
	return false, false
}

// lacking reads on after a negation: exist, defined, available, a real file,
// part of, in the repository.
func (c *clauses) lacking(at int) bool {
	for adverb(c.text(at)) || c.text(at) == "be" || c.text(at) == "been" {
		at++
	}
	word, next := c.text(at), c.text(at+1)
	switch word {
	case "a", "an", "any":
		return genuine(next) || thing(next) && within(c.text(at+2))
	case "part":
		return next == "of"
	case "in":
		return determines(next) && whole(c.text(at+2))
	case "appear":
		return next != "to"
	}
	return existence(word) || genuine(word)
}

// within reports what bounds "is not a function in this package". Without it
// the thing may be something else: "is not a method but a function".
func within(word string) bool {
	return word == "in" || word == "of" || word == "that" || word == "here" || word == "anywhere" || word == "defined"
}

// missing reads on after "is": missing, undefined, no longer there.
func (c *clauses) missing(at int) bool {
	for adverb(c.text(at)) {
		at++
	}
	word := c.text(at)
	return unreal(word) || word == "absent" || word == "unavailable" ||
		word == "no" && c.text(at+1) == "longer" && c.lacking(at+2) || word == "nowhere"
}

// present reports whether the clause goes on to say that the names exist,
// which "no" and "neither" before them turn around.
func (c *clauses) present(at int) bool {
	at = c.said(at)
	switch c.text(at) {
	case "is", "are", "was", "were":
		at++
	}
	return existence(c.text(at))
}
