package quotes

import (
	"strings"

	"github.com/evalrun/evalrun/textmatch"
)

const (
	// maxGap is the most text that one ellipsis may leave out, in folded
	// bytes: about four sentences.
	maxGap = 600
	// maxPieces bounds a quote of nothing but dots.
	maxPieces = 16
	// maxAnchors bounds the places that are tried.
	maxAnchors = 256
)

// elliptic finds a quote with ellipses in it piece by piece: in order, with
// bounded gaps, and without a negator in a gap that could turn a piece round.
// ok is false where the quote has no ellipsis or a piece is not there.
func (p *Prepared) elliptic(q *quoted) (Match, bool) {
	pieces := splitPieces(q.text)
	if len(pieces) < 2 {
		return Match{}, false
	}
	return unaltered(func(yield func(Match) bool) {
		for _, f := range p.fields {
			if m, ok := f.elliptic(pieces); ok && !yield(m) {
				return
			}
		}
	})
}

// splitPieces returns the bare pieces between ellipses, which may stand in
// brackets.
func splitPieces(quote string) []string {
	marks := strings.NewReplacer("[...]", "…", "(...)", "…", "[…]", "…", "(…)", "…", "[. . .]", "…", ". . .", "…", "...", "…")
	var pieces []string
	for piece := range strings.SplitSeq(marks.Replace(quote), "…") {
		if b := bare(textmatch.Fold(piece).WithoutMarkup()); b != "" {
			pieces = append(pieces, b)
		}
	}
	if len(pieces) > maxPieces {
		return nil
	}
	return pieces
}

// elliptic looks at every place of the longest piece.
func (f *field) elliptic(pieces []string) (Match, bool) {
	anchor := 0
	for i := range pieces {
		if len(pieces[i]) > len(pieces[anchor]) {
			anchor = i
		}
	}
	return unaltered(func(yield func(Match) bool) {
		from := 0
		for range maxAnchors {
			lo, ok := f.pieceAfter(pieces[anchor], from, len(f.tight().String()))
			if !ok {
				return
			}
			from = lo + len(pieces[anchor])
			if spans, ordered := f.chain(pieces, anchor, lo); spans != nil && !yield(f.ellipticMatch(spans, ordered)) {
				return
			}
		}
	})
}

// chain finds the other pieces around the anchor's place. ordered is false
// where they are all near it, but not in the order of the quote.
func (f *field) chain(pieces []string, anchor, at int) (spans []textmatch.Span, ordered bool) {
	places := make([]int, len(pieces))
	places[anchor] = at
	ordered = true
	for i := anchor + 1; i < len(pieces); i++ {
		end := places[i-1] + len(pieces[i-1])
		if places[i], ordered = f.pieceAfter(pieces[i], end, end+maxGap); !ordered {
			return f.scattered(pieces, at), false
		}
	}
	for i := anchor - 1; i >= 0; i-- {
		if places[i], ordered = f.pieceBefore(pieces[i], places[i+1]); !ordered {
			return f.scattered(pieces, at), false
		}
	}
	for i, lo := range places {
		spans = append(spans, f.tight().Span(lo, lo+len(pieces[i])))
	}
	return spans, true
}

// scattered finds the pieces near a place whatever their order, or returns
// nil.
func (f *field) scattered(pieces []string, at int) []textmatch.Span {
	var spans []textmatch.Span
	for _, piece := range pieces {
		lo, ok := f.pieceAfter(piece, max(0, at-maxGap), at+2*maxGap)
		if !ok {
			return nil
		}
		spans = append(spans, f.tight().Span(lo, lo+len(piece)))
	}
	return spans
}

// pieceAfter returns the first place of a piece that begins in lo..hi.
func (f *field) pieceAfter(piece string, lo, hi int) (int, bool) {
	reading := f.tight().String()
	hi = min(len(reading), hi+len(piece))
	for lo < hi {
		i := strings.Index(reading[lo:hi], piece)
		if i < 0 {
			return 0, false
		}
		lo += i
		if f.pieceFits(lo, piece) {
			return lo, true
		}
		lo = nextStart(reading, lo)
	}
	return 0, false
}

// pieceBefore returns the last place of a piece that ends within the gap
// before hi.
func (f *field) pieceBefore(piece string, hi int) (int, bool) {
	reading := f.tight().String()
	lo := max(0, hi-maxGap-len(piece))
	for lo < hi {
		i := strings.LastIndex(reading[lo:hi], piece)
		if i < 0 {
			return 0, false
		}
		if f.pieceFits(lo+i, piece) {
			return lo + i, true
		}
		hi = lo + i + len(piece) - 1
	}
	return 0, false
}

func (f *field) pieceFits(lo int, piece string) bool {
	return textmatch.WordEdges(f.text, f.tight().Span(lo, lo+len(piece)))
}
