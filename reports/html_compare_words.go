package reports

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// piece is a part of an answer. Changed: the other answer does not have it.
type piece struct {
	Text    string
	Changed bool
}

// mostCells bounds the table of a word diff, 2 MB of it, and so the time that
// an answer of any length can take: 1,000 changed words against 1,000.
const mostCells = 1 << 20

// leastShared is the share of the longer answer's words that both must have.
// With less in common the marks would show chance: "the" and "of".
const leastShared = 0.25

// wordDiff marks the words that only one of two answers has. It reports false
// where marks would not help: the answers are too long, or have too little in
// common.
func wordDiff(base, head string) (was, is []piece, ok bool) {
	a, b := wordsOf(base), wordsOf(head)
	sameA, sameB := make([]bool, len(a)), make([]bool, len(b))
	if !align(a, b, sameA, sameB) || shared(sameA) < leastShared*float64(max(len(a), len(b))) {
		return []piece{{Text: base}}, []piece{{Text: head}}, false
	}
	dropIslands(a, b, sameA, sameB)
	return pieces(a, sameA), pieces(b, sameB), true
}

func shared(same []bool) float64 {
	n := 0
	for _, is := range same {
		if is {
			n++
		}
	}
	return float64(n)
}

// word is a word or a single sign, with the white space behind it, which is
// shown and not compared.
type word struct {
	text, space string
}

// named reports whether a word has a letter or a digit.
func (w word) named() bool {
	r, _ := utf8.DecodeRuneInString(w.text)
	return partOfWord(r)
}

func wordsOf(s string) []word {
	var out []word
	for s != "" {
		text := s[:wordEnd(s)]
		rest := s[len(text):]
		space := rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsSpace))]
		out = append(out, word{text, space})
		s = rest[len(space):]
	}
	return out
}

// wordEnd is where the first word or sign of a text ends: 0 at white space.
// Scripts that put no space between words are compared by character, and a
// number keeps its separators: 2.50 is one word.
func wordEnd(s string) int {
	first, end := utf8.DecodeRuneInString(s)
	switch {
	case unicode.IsSpace(first):
		return 0
	case unspaced(first) || !partOfWord(first):
		return end + marks(s[end:])
	}
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		next, _ := utf8.DecodeRuneInString(s[end+size:])
		if unspaced(r) || !partOfWord(r) && !(strings.ContainsRune(".,'’-_", r) && partOfWord(next) && !unspaced(next)) {
			break
		}
		end += size
	}
	return end
}

// marks is how far combining marks and joined characters go on.
func marks(s string) int {
	end := 0
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if !unicode.Is(unicode.M, r) && r != zwj && r != zwnj {
			break
		}
		end += size
	}
	return end
}

func partOfWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.M, r)
}

func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// pieces joins neighbours of one kind. White space behind the last changed
// word is not part of the change.
func pieces(list []word, same []bool) []piece {
	var out []piece
	add := func(text string, changed bool) {
		if last := len(out) - 1; text == "" {
			return
		} else if last >= 0 && out[last].Changed == changed {
			out[last].Text += text
			return
		}
		out = append(out, piece{text, changed})
	}
	for i, w := range list {
		add(w.text, !same[i])
		add(w.space, !same[i] && i+1 < len(list) && !same[i+1])
	}
	return out
}
