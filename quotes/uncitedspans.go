package quotes

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// sentences returns the sentences without bullets and the like. One also ends
// behind a claim marker that a new sentence follows: "Fact[1]{c1} Another".
func (f *uncitedFinder) sentences() []textmatch.Span {
	starts := f.claimEnds()
	var out []textmatch.Span
	add := func(start, end int) {
		if start, end = trimClaim(f.masked, start, end); start < end {
			out = append(out, textmatch.Span{Start: start, End: end})
		}
	}
	for _, span := range textmatch.Sentences(f.masked) {
		for len(starts) > 0 && starts[0] <= span.Start {
			starts = starts[1:]
		}
		start := span.Start
		for i, r := range f.masked[span.Start:span.End] {
			at := span.Start + i
			if len(starts) > 0 && starts[0] == at {
				starts = starts[1:]
				add(start, at)
				start = at
			}
			if otherStop(r) {
				at += utf8.RuneLen(r)
				add(start, at)
				start = at
			}
		}
		add(start, span.End)
	}
	return out
}

// otherStop reports full stops and question marks of scripts whose sentences
// no others end: Arabic, Urdu, Devanagari, Armenian, Ethiopic.
func otherStop(r rune) bool { return strings.ContainsRune("؟۔।॥։።", r) }

// claimEnds returns where a new sentence begins behind a marked claim, in
// order.
func (f *uncitedFinder) claimEnds() []int {
	var out []int
	for _, claim := range f.claims {
		if !strings.HasPrefix(claim.ID, "c") || len(claim.Sources) == 0 {
			continue
		}
		rest := strings.TrimLeft(f.masked[claim.End:], " \t.,;:!?…*_")
		r, _ := utf8.DecodeRuneInString(rest)
		if unicode.IsUpper(r) || ideographic(r) {
			out = append(out, len(f.masked)-len(rest))
		}
	}
	slices.Sort(out)
	return out
}

// cited tells of each sentence whether it cites: a citation stands in it, or
// behind it and does not begin the next, or it is part of a claim that does.
func (f *uncitedFinder) cited(spans []textmatch.Span) []bool {
	cited := make([]bool, len(spans))
	for _, m := range f.marks {
		if i := f.owner(spans, m); i >= 0 {
			cited[i] = true
		}
	}
	for _, claim := range f.claims {
		if len(claim.Sources) == 0 {
			continue
		}
		for i := spanBefore(spans, claim.End-1); i >= 0 && spans[i].End > claim.Start; i-- {
			cited[i] = true
		}
	}
	return cited
}

// owner returns the index of the sentence that a citation belongs to, or -1.
func (f *uncitedFinder) owner(spans []textmatch.Span, m mark) int {
	i := spanBefore(spans, m.start)
	if i >= 0 && m.start < spans[i].End {
		return i
	}
	from := 0
	if i >= 0 {
		from = spans[i].End
	}
	newLine := i < 0 || strings.Contains(f.masked[from:m.start], "\n")
	line := lineBehind(f.masked, m.end)
	if goesOn(line) || newLine && strings.ContainsFunc(line, wordRune) {
		i = min(i+1, len(spans)-1)
	}
	return i
}

// spanBefore returns the index of the last span that begins at offset or
// before, or -1.
func spanBefore(spans []textmatch.Span, offset int) int {
	return sort.Search(len(spans), func(i int) bool { return spans[i].Start > offset }) - 1
}
