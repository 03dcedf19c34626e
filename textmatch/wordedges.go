package textmatch

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// WordEdges reports whether both ends of a span stand between words: no word
// and no number goes on over them. Invisible characters part nothing, and in
// scripts without spaces every place is an edge.
func WordEdges(original string, s Span) bool {
	return edgeAt(original, s.Start) && edgeAt(original, s.End)
}

func edgeAt(s string, i int) bool {
	if splitsRune(s, i) {
		return false
	}
	before, head := lastVisible(s[:i])
	after, tail := firstVisible(s[i:])
	if inWord(before) && inWord(after) {
		return false
	}
	if joinsDigits(before) && unicode.IsDigit(after) {
		earlier, _ := utf8.DecodeLastRuneInString(head)
		return !unicode.IsDigit(earlier)
	}
	if joinsDigits(after) && unicode.IsDigit(before) {
		later, _ := utf8.DecodeRuneInString(tail)
		return !unicode.IsDigit(later)
	}
	return !combining(after)
}

// splitsRune reports whether i lies within a character. A phrase that is not
// UTF-8 could begin there.
func splitsRune(s string, i int) bool {
	if i >= len(s) || utf8.RuneStart(s[i]) {
		return false
	}
	for start := i - 1; start >= max(0, i-utf8.UTFMax+1); start-- {
		if utf8.RuneStart(s[start]) {
			_, size := utf8.DecodeRuneInString(s[start:])
			return start+size > i
		}
	}
	return false
}

// lastVisible returns the last visible character of s and what precedes it.
func lastVisible(s string) (rune, string) {
	for s != "" {
		r, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
		if !invisible(r) {
			return r, s
		}
	}
	return ' ', ""
}

// firstVisible returns the first visible character of s and what follows it.
func firstVisible(s string) (rune, string) {
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		if !invisible(r) {
			return r, s
		}
	}
	return ' ', ""
}

// Wordlike reports the characters that words and numbers are made of, in any
// script; Unspaced those of scripts that write words without spaces.
func Wordlike(r rune) bool { return inWord(r) || Unspaced(r) }

// Unspaced reports the letters of scripts that part no words.
func Unspaced(r rune) bool {
	return r > unicode.MaxLatin1 && unspacedRune(r) && (unicode.IsLetter(r) || unicode.IsNumber(r))
}

// Negates reports whether word, which is folded, is an English negator; next
// is the word after it, since "not only" and "no doubt" deny nothing.
func Negates(word, next string) bool { return negator(word) && !affirms(word, next) }

// NegatorBefore returns the negator that Negated sees, with the words from it
// to the hit, or "".
func NegatorBefore(original string, h Hit) string {
	words := clauseWords(original[max(0, h.Start-clauseBytes):h.Start])
	for i := len(words) - 1; i >= 0; i-- {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if Negates(words[i], next) {
			return strings.Join(words[i:], " ")
		}
	}
	return ""
}

// NegatorAfter returns the word that denies what the hit ends with: "will"
// cut out of "will not rise". It is "" where another word or the end of the
// clause follows.
func NegatorAfter(original string, h Hit) string {
	rest := original[h.End:min(len(original), h.End+clauseBytes)]
	between := func(r rune) bool { return !wordLetter(r) }
	word := strings.TrimLeftFunc(rest, between)
	closing := original[len(strings.TrimRightFunc(original[:h.End], between)):h.End]
	if breaksClause(closing + rest[:len(rest)-len(word)]) {
		return ""
	}
	after := strings.TrimLeftFunc(word, wordLetter)
	first := strings.Trim(needle(word[:len(word)-len(after)]), "'")
	next, _, _ := strings.Cut(needle(after), " ")
	switch first {
	case "not", "never", "cannot", "n't":
		if !affirms(first, next) {
			return first
		}
	}
	return ""
}
