package quotes

import (
	"strings"
	"unicode/utf8"
)

// quotation is a passage between quotation marks: start..end with them,
// from..to without. citation is the index of what it cites, -1 for nothing.
type quotation struct {
	start, end int
	from, to   int
	citation   int
	dropped    bool // a term beside the quotation proper
}

// longestQuotation bounds the search for a closing mark, in bytes.
const longestQuotation = 4000

// findQuotations returns the outermost quotations of s outside code, none of
// which goes over a paragraph's end. citedAt tells whether a citation stands
// at an offset; a single mark, which is an apostrophe more often, closes
// there only.
func findQuotations(s string, citedAt func(int) bool) []quotation {
	f := quoteFinder{s: s, citedAt: citedAt, barren: map[rune]int{}}
	code := codeSpans(s)
	end := sourceList(s)
	var out []quotation
	for i := 0; i < end; {
		for len(code) > 0 && code[0].End <= i {
			code = code[1:]
		}
		if len(code) > 0 && code[0].Start <= i {
			i = code[0].End
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if q, ok := f.at(i, r, size); ok {
			out = append(out, q)
			i = q.end
			continue
		}
		i += size
	}
	return out
}

// quoteFinder looks for closing marks. barren remembers, for each opening
// mark, up to where there is no closing one, so that a text of nothing but
// opening marks is read once.
type quoteFinder struct {
	s       string
	citedAt func(int) bool
	barren  map[rune]int
}

// at returns the quotation that the mark r at i opens.
func (f *quoteFinder) at(i int, r rune, size int) (quotation, bool) {
	closers := proseClosers(r)
	if closers == "" || !f.opens(i, r, size) {
		return quotation{}, false
	}
	from := i + size
	limit := f.paragraphEnd(from)
	to, width := -1, 0
	if start := max(from, f.barren[r]); start < limit {
		if to, width = f.closing(start, limit, r, closers); to < 0 {
			f.barren[r] = limit
		}
	}
	if to < 0 && r == '“' { // some write one mark on both sides
		to, width = f.closing(from, limit, '”', "“")
	}
	if to < 0 {
		return quotation{}, false
	}
	q := quotation{start: i, end: to + width, from: from, to: to, citation: -1}
	return q, strings.ContainsFunc(f.s[from:to], wordRune)
}

// closing returns the offset and width of the mark that closes a quotation,
// or -1. Marks of the same kind within it are counted; where they do not add
// up the first that closes is taken.
func (f *quoteFinder) closing(from, limit int, opener rune, closers string) (at, width int) {
	depth, first, firstWidth := 0, -1, 0
	for i := from; i < limit; {
		r, size := utf8.DecodeRuneInString(f.s[i:limit])
		switch {
		case strings.ContainsRune(closers, r) && f.closes(i, r, size, limit):
			if first < 0 {
				first, firstWidth = i, size
			}
			if depth == 0 {
				return i, size
			}
			depth--
		case r == opener && !strings.ContainsRune(closers, r):
			depth++
		}
		i += size
	}
	return first, firstWidth
}

// paragraphEnd returns where the paragraph of offset ends, or how far a
// quotation may reach in it.
func (f *quoteFinder) paragraphEnd(offset int) int {
	limit := runeStart(f.s, offset+longestQuotation)
	if i := strings.Index(f.s[offset:limit], "\n\n"); i >= 0 {
		return offset + i
	}
	return limit
}
