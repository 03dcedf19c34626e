package quotes

import (
	"strings"

	"github.com/evalrun/evalrun/textmatch"
)

// ellipticMatch makes the match of pieces in the quote's order.
func (f *field) ellipticMatch(pieces []textmatch.Span, ordered bool) Match {
	whole := pieces[0]
	for _, s := range pieces[1:] {
		whole.Start, whole.End = min(whole.Start, s.Start), max(whole.End, s.End)
	}
	var alterations []Alteration
	if !ordered {
		alterations = append(alterations, Alteration{Kind: kindOrder, Source: f.text[pieces[0].Start:pieces[0].End]})
	} else {
		alterations = append(f.deniedGaps(pieces), f.clipped(whole)...)
	}
	m := foundAt(Ellipsis, f, whole, 1, alterations)
	m.Occurrences = 1
	return m
}

// deniedGaps reports the gaps in which a negator stands in the same sentence
// as the piece before or after it: "held the party … liable" out of "held the
// party not liable". A negator in a sentence of its own denies neither.
func (f *field) deniedGaps(pieces []textmatch.Span) []Alteration {
	var out []Alteration
	for i := 1; i < len(pieces); i++ {
		if pieces[i-1].End > pieces[i].Start {
			continue
		}
		for _, part := range gapEnds(f.text[pieces[i-1].End:pieces[i].Start]) {
			reading := textmatch.Fold(part).String()
			tokens := tokenize(reading, 0, len(reading))
			if negations(tokens, nil) > 0 {
				out = append(out, Alteration{Kind: kindNegation, Quote: "…", Source: strings.TrimSpace(part)})
				break
			}
		}
	}
	return out
}

// gapEnds returns what of a gap belongs to the clauses of the pieces beside
// it: all of it where neither a sentence nor a main clause ends in it.
func gapEnds(gap string) []string {
	first, last := len(gap), 0
	sentences := textmatch.Sentences("x" + gap + "X")
	if n := len(sentences); n > 1 {
		first, last = sentences[0].End-1, sentences[n-1].Start-1
	}
	for _, mark := range []string{";", ":", ", and ", ", but "} {
		if i := strings.Index(gap, mark); i >= 0 {
			first, last = min(first, i), max(last, strings.LastIndex(gap, mark)+len(mark))
		}
	}
	if last == 0 {
		return []string{gap}
	}
	return []string{gap[:first], gap[last:]}
}
