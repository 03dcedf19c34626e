package textmatch

import (
	"unicode"
	"unicode/utf8"
)

// Tight returns the reading that overlooks how signs are spaced: white space
// beside punctuation and between ideographs is gone, both kinds of quotes are
// one, runs of quotes or dashes are one sign, and a hyphen within a word is
// none. "12 - 15 %" is 12-15%, and "second - highest" is "secondhighest" as
// "second-highest" is.
//
// Word edges cannot be seen in it; ask WordEdges about the original.
func (f *Folded) Tight() *Folded {
	t := tightener{text: []byte(f.view.norm)}
	for i, c := range t.text {
		if c == '"' || c == '`' {
			t.text[i] = '\''
		}
	}
	for i := 0; i < len(t.text); {
		i = t.step(t.skipWord(i))
	}
	same := &view{norm: string(t.text), pieces: f.view.pieces}
	return &Folded{original: f.original, view: same.without(t.drop)}
}

// tightener walks a folded text. before holds the last two characters kept.
type tightener struct {
	text   []byte
	drop   []int
	before [2]rune
}

// skipWord goes over the ASCII letters and digits from i, which are all kept.
func (t *tightener) skipWord(i int) int {
	end := i
	for end < len(t.text) && (asciiLetter(t.text[end]) || asciiDigit(t.text[end])) {
		end++
	}
	if end-i >= len(t.before) {
		t.before = [2]rune{rune(t.text[end-2]), rune(t.text[end-1])}
		return end
	}
	return i
}

// step keeps or drops the character at i and returns the next one's place.
func (t *tightener) step(i int) int {
	if i == len(t.text) {
		return i
	}
	r, size := t.at(i)
	switch {
	case r == ' ' && t.spaceFalls(i):
		t.drop = append(t.drop, i)
		return i + 1
	case (r == '-' || r == '\'') && t.before[1] == r:
		t.drop = append(t.drop, i)
		return i + 1
	case r == '-' && letter(t.before[1]):
		if next, ok := t.letterAfter(i); ok {
			for ; i < next; i++ {
				t.drop = append(t.drop, i)
			}
			return next
		}
	}
	t.before[0], t.before[1] = t.before[1], r
	return i + size
}

func (t *tightener) at(i int) (rune, int) {
	if i < len(t.text) && t.text[i] < utf8.RuneSelf {
		return rune(t.text[i]), 1
	}
	return utf8.DecodeRune(t.text[i:])
}

// spaceFalls reports whether the space at i says nothing: it stands beside a
// sign or between characters of a script that parts no words. A space that
// parts two numbers stays: "version 3. 5 people" is not 3.5.
func (t *tightener) spaceFalls(i int) bool {
	next, size := t.at(i + 1)
	if unspacedRune(t.before[1]) && unspacedRune(next) {
		return true
	}
	second, _ := t.at(i + 1 + size)
	switch {
	case sign(t.before[1]):
		return !(joinsDigits(t.before[1]) && unicode.IsDigit(t.before[0]) && unicode.IsDigit(next))
	case sign(next):
		return !(joinsDigits(next) && unicode.IsDigit(t.before[1]) && unicode.IsDigit(second))
	}
	return false
}

// letterAfter returns where the letter stands that follows the hyphens and
// spaces from i; ok is false where something else does.
func (t *tightener) letterAfter(i int) (next int, ok bool) {
	for i < len(t.text) && (t.text[i] == '-' || t.text[i] == ' ') {
		i++
	}
	r, _ := t.at(i)
	return i, letter(r)
}

func letter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z'
	}
	return unicode.IsLetter(r) && r != utf8.RuneError
}

// sign reports what is drawn and is neither letter, digit nor mark.
func sign(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' < r && !inWord(r)
	}
	return r != utf8.RuneError && (unicode.IsPunct(r) || unicode.IsSymbol(r))
}

func unspacedRune(r rune) bool { return r > unicode.MaxLatin1 && unicode.In(r, unspaced...) }
