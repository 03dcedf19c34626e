package quotes

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// compatText is a text as the compat profile compares it, with the way back
// to the original. text and units say the same. There are no runs of white
// space in it and none at its ends.
type compatText struct {
	original string
	text     string
	units    []uint16 // UTF-16
	// starts holds for each unit where in the original the character begins
	// that it comes from; a space comes from the character behind it. One
	// entry for each unit, not for each character: otherwise every character
	// beyond the basic plane would shift the spans behind it.
	starts []int32
}

// span returns the bytes of the original that length units from offset come
// from, in whole characters; length > 0. Marks and soft hyphens that follow
// the last character stay outside.
func (t *compatText) span(offset, length int) (start, end int) {
	last := int(t.starts[offset+length-1])
	_, size := utf8.DecodeRuneInString(t.original[last:])
	return int(t.starts[offset]), last + size
}

// compatNormalize brings s to the form that is compared: quotation marks and
// dashes as in ASCII, then each character by itself in its compatibility form
// and lower case, white space collapsed. Bytes that are not UTF-8 count as
// U+FFFD, one for each byte.
func compatNormalize(s string) *compatText {
	n := compatNormalizer{
		text:   make([]byte, 0, len(s)),
		units:  make([]uint16, 0, len(s)),
		starts: make([]int32, 0, len(s)),
		folds:  map[rune]string{},
	}
	for at := 0; at < len(s); {
		if c := s[at]; c < utf8.RuneSelf {
			n.add(lowerASCII(rune(c)), at)
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[at:])
		for _, part := range n.fold(r) {
			n.add(part, at)
		}
		at += size
	}
	return &compatText{original: s, text: string(n.text), units: n.units, starts: n.starts}
}

// compatNormalizer writes a compatText from left to right.
type compatNormalizer struct {
	text   []byte
	units  []uint16
	starts []int32
	space  bool            // white space was read and waits for a character behind it
	folds  map[rune]string // of the characters met so far
}

func lowerASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// fold remembers: the compatibility form costs most of a microsecond, and a
// text in Russian or Chinese has few different characters.
func (n *compatNormalizer) fold(r rune) string {
	folded, ok := n.folds[r]
	if !ok {
		folded = compatFold(r)
		n.folds[r] = folded
	}
	return folded
}

// compatFold returns what a character becomes, before white space is
// collapsed. The marks are replaced first, and what the compatibility form
// yields is not looked at again: a raised minus becomes a minus sign, which
// is not the hyphen that a minus sign becomes.
func compatFold(r rune) string {
	switch {
	case r == '\u00AD', '\u200B' <= r && r <= '\u200D', r == '\uFEFF':
		return "" // U+FEFF is white space as well; dropped, it does not part words
	case '\u201C' <= r && r <= '\u201F', r == '«', r == '»':
		return `"`
	case '\u2018' <= r && r <= '\u201B':
		return "'"
	case '\u2010' <= r && r <= '\u2015', r == '\u2212':
		return "-"
	}
	return textmatch.LowerNFKC(r)
}

// add appends a folded character that comes from the original at byte at.
func (n *compatNormalizer) add(r rune, at int) {
	if spaceJS(r) {
		n.space = len(n.units) > 0
		return
	}
	if n.space {
		n.put(' ', at)
		n.space = false
	}
	n.put(r, at)
}

func (n *compatNormalizer) put(r rune, at int) {
	if r < utf8.RuneSelf {
		n.text = append(n.text, byte(r))
		n.units = append(n.units, uint16(r))
		n.starts = append(n.starts, int32(at))
		return
	}
	n.text = utf8.AppendRune(n.text, r)
	n.units = utf16.AppendRune(n.units, r)
	for len(n.starts) < len(n.units) {
		n.starts = append(n.starts, int32(at))
	}
}
