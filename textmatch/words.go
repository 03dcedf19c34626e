package textmatch

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Words returns the words of s, normalised and folded: what Unicode's word
// rules part and what holds a letter or digit. "don't", "3.5" and
// "example.com" are one word each; an ideograph is a word of its own.
func Words(s string) []string {
	out := make([]string, 0, len(s)/6)
	eachWord(s, func(word string) { out = append(out, foldWord(word)) })
	return out
}

// CountWords returns len(Words(s)) without making them.
func CountWords(s string) int {
	n := 0
	eachWord(s, func(string) { n++ })
	return n
}

// foldWord normalises one word. Most are ASCII and need no more than lower
// case; a comma may be a thousands separator.
func foldWord(word string) string {
	if ascii(word) && !strings.Contains(word, ",") {
		return strings.ToLower(word)
	}
	return newView(word, nil).norm
}

// eachWord goes through s by its ASCII white space, which always parts words,
// so that the slow rules are asked only about pieces that need them.
func eachWord(s string, visit func(string)) {
	for chunk := range strings.FieldsFuncSeq(s, func(r rune) bool { return r < utf8.RuneSelf && asciiSpace(byte(r)) }) {
		if ascii(chunk) {
			asciiWords(chunk, visit)
		} else {
			unicodeWords(chunk, visit)
		}
	}
}

func unicodeWords(s string, visit func(string)) {
	state := -1
	for s != "" {
		var word string
		word, s, state = uniseg.FirstWordInString(s, state)
		if strings.ContainsFunc(word, letterOrDigit) {
			visit(word)
		}
	}
}

// asciiWords is Unicode's word rule for ASCII: runs of letters, digits and
// underscores, joined by the signs that stand within words and numbers.
func asciiWords(s string, visit func(string)) {
	for i := 0; i < len(s); {
		end := asciiWordEnd(s, i)
		if strings.ContainsFunc(s[i:end], letterOrDigit) {
			visit(s[i:end])
		}
		i = end
	}
}

// asciiWordEnd returns the end of the word, or of the single other character,
// at i.
func asciiWordEnd(s string, i int) int {
	end := i + 1
	if !inWord(rune(s[i])) {
		return end
	}
	for end < len(s) {
		switch {
		case inWord(rune(s[end])):
			end++
		case end+1 < len(s) && joinsWord(s[end-1], s[end], s[end+1]):
			end += 2
		default:
			return end
		}
	}
	return end
}

// joinsWord reports whether sign holds two letters or two digits together:
// don't, e.g, 3.5, 1,200.
func joinsWord(before, sign, after byte) bool {
	switch {
	case asciiLetter(before) && asciiLetter(after):
		return sign == '\'' || sign == '.' || sign == ':'
	case asciiDigit(before) && asciiDigit(after):
		return sign == '\'' || sign == '.' || sign == ',' || sign == ';'
	}
	return false
}

func asciiLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
