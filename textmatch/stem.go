package textmatch

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// Stem returns what the forms of an English word have in common, which need
// not be a word: "queries" and "query" give "queri". The word is in lower
// case. Words that are not ASCII come back unchanged: other languages inflect
// by other rules.
func Stem(word string) string {
	if len(word) <= shortest || !inflected(word) || !ascii(word) {
		return word
	}
	return english.Stem(word, true)
}

// shortest is the length up to which the Snowball rules change nothing.
const shortest = 2

// inflected reports whether a word ends in what some rule of the Snowball
// English stemmer removes or rewrites. The rules cost a microsecond, and of
// the words in code most do not end so.
func inflected(word string) bool {
	switch word[len(word)-1] {
	case 'e', 'i', 's', 'y', '\'':
		return true
	case 'c':
		return strings.HasSuffix(word, "ic")
	case 'd':
		return strings.HasSuffix(word, "ed")
	case 'g':
		return strings.HasSuffix(word, "ing")
	case 'l':
		return strings.HasSuffix(word, "al") || strings.HasSuffix(word, "ll") || strings.HasSuffix(word, "ful")
	case 'm':
		return strings.HasSuffix(word, "ism")
	case 'n':
		return strings.HasSuffix(word, "ion")
	case 'r':
		return strings.HasSuffix(word, "er") || strings.HasSuffix(word, "or")
	case 't':
		return strings.HasSuffix(word, "nt")
	}
	return false
}
