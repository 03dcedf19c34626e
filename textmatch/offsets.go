package textmatch

import "sort"

// view is a normalised string with the way back to the original. A reader of
// norm sees valid UTF-8 without runs of white space.
type view struct {
	norm   string
	pieces []piece
}

// piece maps the normalised bytes from norm up to the next piece. There are
// two kinds, so that plain prose needs a handful of pieces and no text more
// than about eight bytes for each of its own:
//
//   - a run, where every rune takes as many bytes as its original; end is 0;
//   - a unit, whose runes all stand for the original bytes start..end: half a
//     ligature maps to the whole ligature.
type piece struct{ norm, start, end uint32 }

// span maps the normalised bytes lo..hi to the original; lo < hi.
func (v *view) span(lo, hi int) Span {
	return Span{Start: v.start(lo), End: v.end(hi)}
}

// start returns where the normalised byte at pos begins in the original.
func (v *view) start(pos int) int {
	p := v.pieces[v.holding(pos)]
	if p.end != 0 {
		return int(p.start)
	}
	return int(p.start) + pos - int(p.norm)
}

// end returns where the normalised byte before pos ends in the original.
func (v *view) end(pos int) int {
	p := v.pieces[v.holding(pos-1)]
	if p.end != 0 {
		return int(p.end)
	}
	return int(p.start) + pos - int(p.norm)
}

// holding returns the index of the piece that the normalised byte at pos
// belongs to.
func (v *view) holding(pos int) int {
	return sort.Search(len(v.pieces), func(i int) bool { return int(v.pieces[i].norm) > pos }) - 1
}

// without returns the view with the normalised bytes at the given positions
// left out; positions ascend.
func (v *view) without(positions []int) *view {
	b := builder{out: make([]byte, 0, len(v.norm)), pieces: make([]piece, 0, len(v.pieces)+len(positions))}
	from := 0
	for _, pos := range positions {
		b.copyFrom(v, from, pos)
		from = pos + 1
	}
	b.copyFrom(v, from, len(v.norm))
	return b.view()
}

// copyFrom appends the normalised bytes lo..hi of another view.
func (b *builder) copyFrom(v *view, lo, hi int) {
	if lo >= hi {
		return
	}
	for i := v.holding(lo); i < len(v.pieces) && int(v.pieces[i].norm) < hi; i++ {
		p := v.pieces[i]
		into := max(lo-int(p.norm), 0) // bytes of the piece already behind lo
		if p.end == 0 {
			p.start += uint32(into)
		}
		p.norm = uint32(len(b.out) + int(p.norm) + into - lo)
		b.pieces = append(b.pieces, p)
	}
	b.out = append(b.out, v.norm[lo:hi]...)
}
