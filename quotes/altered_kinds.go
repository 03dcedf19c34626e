package quotes

// altersNumber reports a number that is not the source's: another one in its
// place, one that the source does not have, or one cut out of an expression
// whose rest is kept ("5 of 10", "12-15 %"). A number in words counts only
// against another number, since "one" and "second" are other words as well.
func (d *difference) altersNumber() bool {
	inQuote, inSource := numbers(d.quote), numbers(d.source)
	if len(inQuote) == 0 {
		return d.cutsNumber()
	}
	for _, t := range inQuote {
		if !hasValue(inSource, t.value) && (t.digits || len(inSource) > 0) {
			return true
		}
	}
	return len(inSource) == len(inQuote) && !sameValues(inQuote, inSource)
}

// cutsNumber reports a number of the source that is missing beside a number
// or unit that the quote kept.
func (d *difference) cutsNumber() bool {
	if len(d.quote) > 0 || len(d.source) == 0 {
		return false
	}
	first, last := d.source[0], d.source[len(d.source)-1]
	return last.digits && d.sourceAfter != nil && (d.sourceAfter.digits || d.sourceAfter.class&classUnit != 0) ||
		first.digits && d.sourceBefore != nil && d.sourceBefore.digits
}

func numbers(tokens []token) []token {
	return ofClass(tokens, classNumber)
}

func ofClass(tokens []token, c class) []token {
	var out []token
	for _, t := range tokens {
		if t.class&c != 0 {
			out = append(out, t)
		}
	}
	return out
}

func hasValue(tokens []token, value string) bool {
	for _, t := range tokens {
		if t.value == value {
			return true
		}
	}
	return false
}

func sameValues(a, b []token) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].value != b[i].value {
			return false
		}
	}
	return true
}

// altersUnit reports another unit in the place of the source's, and a % or
// million that was put to a number or taken from it.
func (d *difference) altersUnit() bool {
	inQuote, inSource := ofClass(d.quote, classUnit), ofClass(d.source, classUnit)
	if len(inQuote) > 0 && len(inSource) > 0 {
		return !sameValues(inQuote, inSource)
	}
	return clipsUnit(d.quote, d.quoteBefore) || clipsUnit(d.source, d.sourceBefore)
}

// clipsUnit reports whether tokens begin with what changes the number before
// them, or hold it behind a number of their own.
func clipsUnit(tokens []token, before *token) bool {
	for i := range tokens {
		if tokens[i].class&classClipping != 0 && before != nil && before.class&classNumber != 0 {
			return true
		}
		before = &tokens[i]
	}
	return false
}

// altersNegation reports a negator that only one side has.
func (d *difference) altersNegation() bool {
	if negations(d.quote, d.quoteAfter) != negations(d.source, d.sourceAfter) {
		return true
	}
	return d.anyPair(func(q, s token) bool { return deniedForm(q.text, s.text) })
}

// altersModal reports another commitment: may for must or will, and a may,
// must or should that was put in or left out. Next to a number, May is a
// month.
func (d *difference) altersModal() bool {
	inQuote, inSource := ofClass(d.quote, classModal), ofClass(d.source, classModal)
	if len(inQuote) > 0 && len(inSource) > 0 {
		return !sameValues(inQuote, inSource)
	}
	return commits(d.quote, d.quoteBefore, d.quoteAfter) || commits(d.source, d.sourceBefore, d.sourceAfter)
}

func commits(tokens []token, before, after *token) bool {
	for i, t := range tokens {
		next := after
		if i+1 < len(tokens) {
			next = &tokens[i+1]
		}
		month := before != nil && before.digits || next != nil && next.digits
		switch t.text {
		case "may", "might", "could", "must", "shall", "should":
			if !month {
				return true
			}
		}
		before = &tokens[i]
	}
	return false
}

// opposes reports a word in the place of its opposite.
func (d *difference) opposes() bool {
	return d.anyPair(func(q, s token) bool { return q.opposed(s.sense) })
}

func (d *difference) anyPair(holds func(q, s token) bool) bool {
	for _, q := range d.quote {
		for _, s := range d.source {
			if holds(q, s) {
				return true
			}
		}
	}
	return false
}
