package textmatch

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// FindOptions narrow what counts as a hit.
type FindOptions struct {
	// Word asks for word edges where the phrase begins or ends with a letter
	// or digit: "no" is not in "known", and C++ is found before a full stop.
	Word bool
}

// Find returns the first hit of a phrase. A phrase without anything to match
// is never found.
func (t *Text) Find(phrase string, opt FindOptions) (Hit, bool) {
	for h := range t.FindAll(phrase, opt) {
		return h, true
	}
	return Hit{}, false
}

// FindAll yields the hits of a phrase from left to right, without overlaps.
// An edge of the phrase that is a digit never matches inside a longer number.
func (t *Text) FindAll(phrase string, opt FindOptions) iter.Seq[Hit] {
	return func(yield func(Hit) bool) {
		n := needle(phrase)
		if n == "" {
			return
		}
		raw := newScan(t.raw, n, opt)
		plain := &scan{done: true}
		if t.plain != t.raw {
			plain = newScan(t.plain, n, opt)
		}
		for last := 0; !raw.done || !plain.done; {
			h := leftmost(raw, plain)
			if h.Start < last {
				continue
			}
			h.End = marksEnd(t.original, h.End)
			last = h.End
			if !yield(h) {
				return
			}
		}
	}
}

// needle is the normalised form of a phrase, without outer white space.
func needle(phrase string) string {
	return strings.Trim(newView(phrase, nil).norm, " ")
}

// leftmost takes the next hit of two scans, of which at least one has more.
func leftmost(a, b *scan) Hit {
	if b.done || (!a.done && a.hit.Start <= b.hit.Start) {
		b = a
	}
	h := b.hit
	b.advance()
	return h
}

// marksEnd moves the end of a hit behind the combining marks that stand on
// its last character.
func marksEnd(s string, end int) int {
	for end < len(s) && s[end] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(s[end:])
		if !combining(r) {
			break
		}
		end += size
	}
	return end
}

// scan finds one needle in one view. hit is its current hit until done.
type scan struct {
	view   *view
	needle string
	edges  edges
	from   int
	hit    Hit
	done   bool
}

func newScan(v *view, needle string, opt FindOptions) *scan {
	s := &scan{view: v, needle: needle, edges: edgesOf(needle, opt)}
	s.advance()
	return s
}

func (s *scan) advance() {
	norm := s.view.norm
	for {
		i := strings.Index(norm[s.from:], s.needle)
		if i < 0 {
			s.done = true
			return
		}
		lo := s.from + i
		hi := lo + len(s.needle)
		if s.edges.fit(norm, lo, hi) {
			s.hit, s.from = s.view.span(lo, hi), hi
			return
		}
		_, size := utf8.DecodeRuneInString(norm[lo:])
		s.from = lo + size
	}
}
