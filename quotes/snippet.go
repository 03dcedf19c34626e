package quotes

import (
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// Snippet returns what a match found as it was written, with up to around
// characters on each side, cut between words and marked with … where cut. It
// is "" for a match without a span.
func (p *Prepared) Snippet(m Match, around int) string {
	f, span, ok := p.place(m)
	if !ok {
		return ""
	}
	return textmatch.Excerpt(f.text, span, around)
}

// Around returns the text of the match's own field from up to chars
// characters before the match to as many after it, or the head of the field
// where nothing was found.
func (p *Prepared) Around(m Match, chars int) string {
	f, span, ok := p.place(m)
	if !ok {
		if f = p.field(m.Field); f == nil {
			return ""
		}
		return f.text[:runesAfter(f.text, 0, 2*chars)]
	}
	return f.text[runesBefore(f.text, span.Start, chars):runesAfter(f.text, span.End, chars)]
}

// place returns where a match stands, if it is one of this source's.
func (p *Prepared) place(m Match) (*field, textmatch.Span, bool) {
	f := p.field(m.Field)
	if f == nil || m.Start == nil || m.End == nil || *m.Start < 0 || *m.Start > *m.End || *m.End > len(f.text) {
		return nil, textmatch.Span{}, false
	}
	return f, textmatch.Span{Start: *m.Start, End: *m.End}, true
}

func runesBefore(s string, i, n int) int {
	for ; n > 0 && i > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return i
}

func runesAfter(s string, i, n int) int {
	for ; n > 0 && i < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return i
}
