package quotes

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// maxOccurrences bounds how many hits of a quote are counted.
const maxOccurrences = 1000

// literal finds a quote whose words are all there. Levels go from strict to
// loose, fields in their order.
func (p *Prepared) literal(q *quoted) (Match, bool) {
	return unaltered(func(yield func(Match) bool) {
		for _, level := range []Method{Exact, Normalized, Loose} {
			for _, f := range p.fields {
				if m, ok := f.literal(q, level); ok && !yield(m) {
					return
				}
			}
		}
	})
}

// unaltered returns the first match without alterations, or else the first:
// another place may say the same without them.
func unaltered(matches iter.Seq[Match]) (m Match, ok bool) {
	for next := range matches {
		if len(next.Alterations) == 0 {
			return next, true
		}
		if !ok {
			m, ok = next, true
		}
	}
	return m, ok
}

func (f *field) literal(q *quoted, level Method) (Match, bool) {
	hits := f.hits(q, level)
	if len(hits) == 0 {
		return Match{}, false
	}
	best, alterations := hits[0], f.clipped(hits[0])
	for _, h := range hits[1:] {
		if len(alterations) == 0 {
			break
		}
		if a := f.clipped(h); len(a) == 0 {
			best, alterations = h, nil
		}
	}
	m := foundAt(level, f, best, 1, alterations)
	m.Occurrences = len(hits)
	if len(hits) > 1 {
		m.RunnerUp = 1
	}
	return m, true
}

// hits returns where a quote stands at one level, as spans of the field.
func (f *field) hits(q *quoted, level Method) []textmatch.Span {
	switch level {
	case Exact:
		same := func(lo, hi int) textmatch.Span { return textmatch.Span{Start: lo, End: hi} }
		return f.scan(f.text, q.text, same)
	case Normalized:
		return f.scan(f.folded().String(), q.folded(), f.folded().Span)
	}
	return f.scan(f.tight().String(), q.tight(), f.tight().Span)
}

// scan finds a needle in a reading of the field, at word edges.
func (f *field) scan(reading, needle string, span func(lo, hi int) textmatch.Span) []textmatch.Span {
	var hits []textmatch.Span
	if needle == "" {
		return nil
	}
	for from := 0; len(hits) < maxOccurrences; {
		i := indexOf(reading[from:], needle)
		if i < 0 {
			break
		}
		lo := from + i
		hi := lo + len(needle)
		if s := span(lo, hi); textmatch.WordEdges(f.text, s) {
			hits = append(hits, s)
			from = hi
		} else {
			from = nextStart(reading, lo)
		}
	}
	return hits
}

const (
	// quickNeedle is the length up to which the standard library searches
	// with vector instructions.
	quickNeedle = 60
	// maxFalseStarts keeps a text of one repeated letter from being compared
	// with a long quote at every place.
	maxFalseStarts = 64
)

// indexOf is strings.Index, several times faster on long needles that are
// not there.
func indexOf(s, needle string) int {
	if len(needle) <= quickNeedle {
		return strings.Index(s, needle)
	}
	from := 0
	for range maxFalseStarts {
		i := strings.Index(s[from:], needle[:quickNeedle])
		if i < 0 {
			return -1
		}
		from += i
		if strings.HasPrefix(s[from:], needle) {
			return from
		}
		from++
	}
	if i := strings.Index(s[from:], needle); i >= 0 {
		return from + i
	}
	return -1
}

// nextStart returns where a needle that failed at lo may stand next: behind
// the word there, since hits begin at word edges. Without this a long run of
// one letter would be read once for each of its letters.
func nextStart(s string, lo int) int {
	r, size := utf8.DecodeRuneInString(s[lo:])
	lo += size
	for textmatch.Wordlike(r) && !textmatch.Unspaced(r) && lo < len(s) {
		next, size := utf8.DecodeRuneInString(s[lo:])
		if !textmatch.Wordlike(next) || textmatch.Unspaced(next) {
			break
		}
		r, lo = next, lo+size
	}
	return lo
}

// afterTitle finds a quote before which the title of its source stands, as
// in "Harbour report: the board met". It is loose at best.
func (p *Prepared) afterTitle(q *quoted) (Match, bool) {
	title := p.field(titleField)
	if title == nil {
		return Match{}, false
	}
	rest, ok := strings.CutPrefix(q.folded(), strings.Trim(title.folded().String(), " "))
	rest = strings.TrimLeft(rest, " ")
	if !ok || !strings.HasPrefix(rest, ":") && !strings.HasPrefix(rest, "-") {
		return Match{}, false
	}
	m, ok := p.literal(readQuote(rest[1:]))
	if ok {
		m.Method = Loose
		return m, true
	}
	m = p.nearly(readQuote(rest[1:]))
	return m, m.Method != NotFound
}
