package quotes

// Kinds of alterations.
const (
	kindNumber   = "number"
	kindNegation = "negation"
	kindUnit     = "unit"
	kindModal    = "modal"
	kindOpposite = "opposite"
	kindOrder    = "order"
	kindClipped  = "clipped"
)

// difference is what stands in the quote where something else, or nothing,
// stands in the source, with the tokens around both.
type difference struct {
	quote, source               []token
	quoteBefore, sourceBefore   *token
	quoteAfter, sourceAfter     *token
	quoteReading, sourceReading string
}

// alterations reads from an alignment what a quote changed of its source's
// meaning. Slips of spelling, dropped words and other punctuation change
// nothing here; they cost similarity.
func (a *alignment) alterations(quote, source string) []Alteration {
	var out []Alteration
	for _, d := range a.differences() {
		d.quoteReading, d.sourceReading = quote, source
		out = append(out, d.judge()...)
	}
	return append(out, a.reordered(quote, source)...)
}

// differences returns what lies between the pairs of equal tokens.
func (a *alignment) differences() []difference {
	if len(a.pairs) == 0 {
		return nil
	}
	var out []difference
	q, s := 0, a.pairs[0].s
	for _, p := range a.pairs {
		if !p.equal() {
			continue
		}
		out = a.appendDifference(out, q, p.q, s, p.s)
		q, s = p.q+p.qn, p.s+p.sn
	}
	last := a.pairs[len(a.pairs)-1]
	return a.appendDifference(out, q, len(a.quote), s, last.s+last.sn)
}

func (a *alignment) appendDifference(out []difference, q, qEnd, s, sEnd int) []difference {
	if q == qEnd && s == sEnd {
		return out
	}
	return append(out, difference{
		quote: a.quote[q:qEnd], source: a.source[s:sEnd],
		quoteBefore: tokenAt(a.quote, q-1), quoteAfter: tokenAt(a.quote, qEnd),
		sourceBefore: tokenAt(a.source, s-1), sourceAfter: tokenAt(a.source, sEnd),
	})
}

func tokenAt(tokens []token, i int) *token {
	if i < 0 || i >= len(tokens) {
		return nil
	}
	return &tokens[i]
}

// judge returns the alterations that a difference amounts to, each kind once.
func (d *difference) judge() []Alteration {
	var out []Alteration
	for _, check := range []struct {
		kind   string
		alters func() bool
	}{
		{kindNumber, d.altersNumber},
		{kindUnit, d.altersUnit},
		{kindNegation, d.altersNegation},
		{kindModal, d.altersModal},
		{kindOpposite, d.opposes},
	} {
		if check.alters() {
			out = append(out, Alteration{
				Kind:   check.kind,
				Quote:  excerptOf(d.quoteReading, d.quote),
				Source: excerptOf(d.sourceReading, d.source),
			})
		}
	}
	return out
}

// longestShown bounds what an alteration shows of either side, in tokens.
const longestShown = 12

// excerptOf returns the text that tokens cover.
func excerptOf(reading string, tokens []token) string {
	if len(tokens) == 0 {
		return ""
	}
	if len(tokens) > longestShown {
		return reading[tokens[0].lo:tokens[longestShown-1].hi] + " …"
	}
	return reading[tokens[0].lo:tokens[len(tokens)-1].hi]
}

// reordered reports the longest part of the quote that the source has
// elsewhere.
func (a *alignment) reordered(quote, source string) []Alteration {
	if len(a.moved) == 0 {
		return nil
	}
	m := a.moved[0]
	return []Alteration{{
		Kind:   kindOrder,
		Quote:  excerptOf(quote, a.quote[m.q:m.q+m.n]),
		Source: excerptOf(source, a.source[m.s:m.s+m.n]),
	}}
}
