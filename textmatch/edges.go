package textmatch

import (
	"unicode"
	"unicode/utf8"
)

// edges says what the two ends of a phrase demand of the text around a hit.
type edges struct {
	digitFirst, digitLast bool
	wordFirst, wordLast   bool
}

func edgesOf(needle string, opt FindOptions) edges {
	first, _ := utf8.DecodeRuneInString(needle)
	last, _ := utf8.DecodeLastRuneInString(needle)
	return edges{
		digitFirst: unicode.IsDigit(first),
		digitLast:  unicode.IsDigit(last),
		wordFirst:  opt.Word && inWord(first),
		wordLast:   opt.Word && inWord(last),
	}
}

// fit reports whether the needle may stand at lo..hi of a normalised text.
func (e edges) fit(norm string, lo, hi int) bool {
	if e.digitFirst && continuesNumber(norm, lo) || e.digitLast && numberGoesOn(norm, hi) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(norm[:lo])
	after, _ := utf8.DecodeRuneInString(norm[hi:])
	return !(e.wordFirst && inWord(before) || e.wordLast && inWord(after))
}

// inWord reports the characters that words are made of in scripts that part
// words. In scripts written without spaces every edge is a word edge, since
// no rule short of a dictionary knows better.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || r == '_'
	}
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || combining(r)) && !unicode.In(r, unspaced...)
}

var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// combining reports the marks that are drawn on the character before them.
func combining(r rune) bool { return r >= firstMark && unicode.In(r, unicode.Mn, unicode.Me) }
