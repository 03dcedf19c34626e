package textmatch

import (
	"bytes"
	"slices"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// folder folds one normalisation segment at a time, reusing its buffers.
type folder struct {
	caser cases.Caser
	in    []byte
	out   []byte
}

func newFolder() *folder { return &folder{caser: cases.Fold()} }

// fold returns the composed compatibility form of a segment with letter case
// and typography folded. The result is valid until the next call.
func (f *folder) fold(segment string) []byte {
	f.in = f.in[:0]
	for _, r := range segment {
		f.in = appendFolded(f.in, r)
	}
	if simple(f.in) {
		return f.in
	}
	f.normalize()
	f.foldCase()
	// Case folding may leave marks that compose (ΐ, ǰ) and typography that
	// only the compatibility form shows (⁻ is a raised minus).
	f.normalize()
	return f.in
}

// normalize brings in to composed compatibility form, typography folded.
func (f *folder) normalize() {
	f.out = norm.NFKC.Append(f.out[:0], f.in...)
	f.in = f.in[:0]
	for rest := f.out; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		f.in = appendFolded(f.in, r)
		rest = rest[size:]
	}
}

// foldCase is full case folding (ß is ss, final sigma is sigma) with one step
// more: İ folds to i and a dot above, and the dot is dropped, since nobody
// types it in a phrase.
func (f *folder) foldCase() {
	const widest = 3 // bytes for one: ΐ folds to a letter and two marks
	f.out = slices.Grow(f.out[:0], widest*len(f.in)+utf8.UTFMax)
	n, _, err := f.caser.Transform(f.out[:cap(f.out)], f.in, true)
	if err != nil {
		return // not folded is better than lost; there is room, so it cannot be
	}
	f.in = append(f.in[:0], f.out[:n]...)
	if i := bytes.Index(f.in, []byte("i\u0307")); i >= 0 {
		f.in = append(f.in[:i+1], f.in[i+len("i\u0307"):]...)
	}
}

// tabled is where the table of foldedAlone ends: behind the scripts of Europe,
// the Near East, India and South-East Asia, and general punctuation.
const tabled = 0x2070

// foldings holds what each character below tabled folds to, 0 where that is
// not one character or hangs on its neighbours. It is made once, from the full
// rules: those cost most of a microsecond for every letter, too much for a
// text in Greek or Russian.
var foldings = sync.OnceValue(func() *[tabled]rune {
	var table [tabled]rune
	f := newFolder()
	for r := rune(utf8.RuneSelf); r < tabled; r++ {
		if numeral(r) {
			continue
		}
		folded := f.fold(string(r))
		if only, size := utf8.DecodeRune(folded); size > 0 && size == len(folded) {
			table[r] = only
		}
	}
	return &table
})

// foldedAlone returns what a character folds to where no mark follows it, or
// 0 where only the full rules tell.
func foldedAlone(r rune) rune {
	switch {
	case r < tabled:
		return foldings()[r]
	case selfFolding(r):
		return r
	}
	return 0
}

// simple reports whether typography alone has settled the segment.
func simple(b []byte) bool {
	return len(b) == 0 || (len(b) == 1 && b[0] < utf8.RuneSelf && (b[0] < 'A' || b[0] > 'Z'))
}
