package textmatch

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// newView normalises s without the bytes under skip, which are sorted and do
// not overlap.
func newView(s string, skip []Span) *view {
	b := builder{src: s, out: make([]byte, 0, len(s))}
	from := 0
	for _, gap := range skip {
		b.add(from, gap.Start)
		from = gap.End
	}
	b.add(from, len(s))
	return foldNumbers(b.view(), s)
}

// builder writes a view from left to right.
type builder struct {
	src    string
	out    []byte
	pieces []piece
	folder *folder // made at the first text that is not ASCII
}

func (b *builder) view() *view { return &view{norm: string(b.out), pieces: b.pieces} }

// add normalises the source bytes lo..hi.
func (b *builder) add(lo, hi int) {
	for i := lo; i < hi; {
		if end := b.asciiEnd(i, hi); end > i {
			b.ascii(i, end)
			i = end
		} else if asciiSpace(b.src[i]) {
			b.space(i, i+1)
			i++
		} else {
			i = b.segment(i, lo, hi)
		}
	}
}

// asciiEnd returns how far the ASCII bytes from i go that each become one
// byte: up to the second white space of a run, and not including a character
// that a combining mark follows.
func (b *builder) asciiEnd(i, hi int) int {
	spaced := b.endsInSpace()
	end := i
	for ; end < hi && b.src[end] < utf8.RuneSelf; end++ {
		space := asciiSpace(b.src[end])
		if space && spaced {
			return end
		}
		spaced = space
	}
	if end > i && mayCompose(b.src[end:hi]) {
		end--
	}
	return end
}

// mayCompose reports whether s may begin with a mark on what stands before
// it, seen or hidden behind an invisible character.
func mayCompose(s string) bool {
	if s == "" || s[0] < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s)
	if plainLetter(r) || selfFolding(r) {
		return false
	}
	return invisible(r) || !norm.NFKC.PropertiesString(s).BoundaryBefore()
}

func (b *builder) ascii(lo, hi int) {
	b.openRun(lo)
	from := len(b.out)
	b.out = append(b.out, b.src[lo:hi]...)
	for i, c := range b.out[from:] {
		if 'A' <= c && c <= 'Z' {
			b.out[from+i] = c + 'a' - 'A'
		} else if c < ' ' && asciiSpace(c) {
			b.out[from+i] = ' '
		}
	}
}

// segment normalises the character at i with the marks on it and returns
// where the next one starts.
func (b *builder) segment(i, lo, hi int) int {
	r, size := utf8.DecodeRuneInString(b.src[i:hi])
	if folded := foldedAlone(r); folded != 0 && !mayCompose(b.src[i+size:hi]) {
		b.emitRune(folded, i, i+size)
		return i + size
	}
	switch {
	case r == utf8.RuneError && size == 1:
		b.emitRune(utf8.RuneError, i, i+1)
		return i + 1
	case invisible(r):
		return i + size
	case numeral(r) && b.touchesNumber(i, i+size, lo, hi):
		b.emitRune(r, i, i+size)
		return i + size
	}
	if b.folder == nil {
		b.folder = newFolder()
	}
	end := segmentEnd(b.src, i, hi)
	b.emit(b.folder.fold(b.src[i:end]), i, end)
	return end
}

// touchesNumber reports whether a digit stands on either side. A raised or
// circled digit beside one is an exponent, a footnote or a bullet; writing it
// as a plain digit would make another number: 10² is not 102, 1½ not 11⁄2.
func (b *builder) touchesNumber(start, end, lo, hi int) bool {
	before, _ := utf8.DecodeLastRuneInString(b.src[lo:start])
	after, _ := utf8.DecodeRuneInString(b.src[end:hi])
	return unicode.IsDigit(before) || numeral(before) || unicode.IsDigit(after) || numeral(after)
}

// segmentEnd returns the end of the normalisation segment at i: a character
// with the marks that may compose with it, also across invisible characters,
// which would otherwise hide a phrase.
func segmentEnd(s string, i, hi int) int {
	for {
		end := i + norm.NFKC.NextBoundaryInString(s[i:hi], true)
		next := end
		for next < hi {
			r, size := utf8.DecodeRuneInString(s[next:hi])
			if !invisible(r) {
				break
			}
			next += size
		}
		if next == end || next == hi || norm.NFKC.PropertiesString(s[next:hi]).BoundaryBefore() {
			return end
		}
		i = next
	}
}

// emit appends what the source bytes start..end were folded to.
func (b *builder) emit(folded []byte, start, end int) {
	if r, size := utf8.DecodeRune(folded); size == len(folded) {
		b.emitRune(r, start, end)
		return
	}
	for len(folded) > 0 {
		n := 0
		for n < len(folded) && folded[n] != ' ' {
			n++
		}
		if n > 0 {
			b.openUnit(start, end)
			b.out = append(b.out, folded[:n]...)
		} else {
			n = 1
			b.space(start, end)
		}
		folded = folded[n:]
	}
}

func (b *builder) emitRune(r rune, start, end int) {
	switch {
	case r == ' ':
		b.space(start, end)
		return
	case utf8.RuneLen(r) == end-start:
		b.openRun(start)
	default:
		b.openUnit(start, end)
	}
	b.out = utf8.AppendRune(b.out, r)
}

// openRun makes sure that the next byte of out continues a run at start.
func (b *builder) openRun(start int) {
	if n := len(b.pieces); n > 0 {
		p := b.pieces[n-1]
		if p.end == 0 && int(p.start)+len(b.out)-int(p.norm) == start {
			return
		}
	}
	b.pieces = append(b.pieces, piece{norm: uint32(len(b.out)), start: uint32(start)})
}

// openUnit makes the next bytes of out stand for the source bytes start..end.
func (b *builder) openUnit(start, end int) {
	b.pieces = append(b.pieces, piece{norm: uint32(len(b.out)), start: uint32(start), end: uint32(end)})
}

func (b *builder) endsInSpace() bool {
	return len(b.out) > 0 && b.out[len(b.out)-1] == ' '
}

// space appends white space, or widens the space that out ends with.
func (b *builder) space(start, end int) {
	if !b.endsInSpace() {
		b.openUnit(start, end)
		b.out = append(b.out, ' ')
		return
	}
	at := uint32(len(b.out) - 1)
	last := &b.pieces[len(b.pieces)-1]
	if last.norm == at {
		last.end = uint32(end)
		return
	}
	// The space closes a run: it becomes a unit of its own.
	b.pieces = append(b.pieces, piece{norm: at, start: last.start + at - last.norm, end: uint32(end)})
}

func asciiSpace(c byte) bool { return c == ' ' || ('\t' <= c && c <= '\r') }
