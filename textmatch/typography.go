package textmatch

import (
	"unicode"
	"unicode/utf8"
)

// appendFolded appends r with its typography folded: white space to a space,
// quotes and primes to the two ASCII quotes, dashes to a hyphen, and nothing
// for what cannot be seen.
func appendFolded(b []byte, r rune) []byte {
	switch {
	case r < utf8.RuneSelf && !unicode.IsSpace(r):
		return append(b, byte(r))
	case invisible(r):
		return b
	case unicode.IsSpace(r):
		return append(b, ' ')
	case unicode.Is(doubleQuotes, r):
		return append(b, '"')
	case unicode.Is(singleQuotes, r):
		return append(b, '\'')
	case dash(r):
		return append(b, '-')
	}
	return utf8.AppendRune(b, r)
}

// doubleQuotes are “ ” „ ‟ « » and the double primes.
var doubleQuotes = &unicode.RangeTable{
	LatinOffset: 2,
	R16: []unicode.Range16{
		{Lo: 0x00AB, Hi: 0x00AB, Stride: 1},
		{Lo: 0x00BB, Hi: 0x00BB, Stride: 1},
		{Lo: 0x02BA, Hi: 0x02BA, Stride: 1},
		{Lo: 0x201C, Hi: 0x201F, Stride: 1},
		{Lo: 0x2033, Hi: 0x2033, Stride: 1},
		{Lo: 0x2036, Hi: 0x2036, Stride: 1},
		{Lo: 0x301D, Hi: 0x301F, Stride: 1},
	},
}

// singleQuotes are ‘ ’ ‚ ‛ ‹ › ′ ‵, the modifier apostrophes, and the acute
// accent that some keyboards write for an apostrophe.
var singleQuotes = &unicode.RangeTable{
	LatinOffset: 1,
	R16: []unicode.Range16{
		{Lo: 0x00B4, Hi: 0x00B4, Stride: 1},
		{Lo: 0x02B9, Hi: 0x02B9, Stride: 1},
		{Lo: 0x02BC, Hi: 0x02BC, Stride: 1},
		{Lo: 0x2018, Hi: 0x201B, Stride: 1},
		{Lo: 0x2032, Hi: 0x2032, Stride: 1},
		{Lo: 0x2035, Hi: 0x2035, Stride: 1},
		{Lo: 0x2039, Hi: 0x203A, Stride: 1},
	},
}

const (
	softHyphen   = '\u00AD'
	firstMark    = '\u0300' // no character below is drawn on another
	hyphenBullet = '\u2043'
	minusSign    = '\u2212'
)

func dash(r rune) bool {
	return unicode.Is(unicode.Pd, r) || r == minusSign || r == hyphenBullet
}

// unseen are the characters that leave no mark on a page: soft hyphen,
// zero-width characters, direction marks, variation selectors, tags. The
// format characters of Arabic and other scripts that are drawn are not here.
var unseen = &unicode.RangeTable{
	LatinOffset: 1,
	R16: []unicode.Range16{
		{Lo: 0x00AD, Hi: 0x00AD, Stride: 1},
		{Lo: 0x034F, Hi: 0x034F, Stride: 1},
		{Lo: 0x061C, Hi: 0x061C, Stride: 1},
		{Lo: 0x115F, Hi: 0x1160, Stride: 1},
		{Lo: 0x17B4, Hi: 0x17B5, Stride: 1},
		{Lo: 0x180B, Hi: 0x180F, Stride: 1},
		{Lo: 0x200B, Hi: 0x200F, Stride: 1},
		{Lo: 0x202A, Hi: 0x202E, Stride: 1},
		{Lo: 0x2060, Hi: 0x206F, Stride: 1},
		{Lo: 0x3164, Hi: 0x3164, Stride: 1},
		{Lo: 0xFE00, Hi: 0xFE0F, Stride: 1},
		{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1},
		{Lo: 0xFFA0, Hi: 0xFFA0, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0xE0000, Hi: 0xE0FFF, Stride: 1},
	},
}

func invisible(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unseen, r) }

// selfFolding reports the letters of the large scripts without case whose
// compatibility form is themselves: ideographs, kana and Hangul syllables,
// with the comma and full stop between them.
func selfFolding(r rune) bool {
	return (0x4E00 <= r && r <= 0x9FFF) || (0xAC00 <= r && r <= 0xD7A3) ||
		(0x3041 <= r && r <= 0x3096) || (0x30A1 <= r && r <= 0x30FA) || r == 0x3001 || r == 0x3002
}

// plainLetter reports characters of the Latin, Greek and Cyrillic blocks that
// are seen and never drawn on another, without asking the large tables.
func plainLetter(r rune) bool {
	return r < firstMark && r != softHyphen || '\u0370' <= r && r <= '\u0482'
}

// numeral reports the numbers that are not decimal digits: ², ½, ①.
func numeral(r rune) bool { return r > unicode.MaxASCII && unicode.Is(unicode.No, r) }
