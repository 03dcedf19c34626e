package textmatch

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// identifierPart returns the length of the first part of an identifier that
// is written in mixed case. Parts begin at a capital after a small letter or
// digit, and at the last capital of several when a small letter follows:
// HTTP|Server. An acronym in the plural (URLs) stays whole.
func identifierPart(run string) int {
	var before rune
	for i := 0; i < len(run); {
		r, size := utf8.DecodeRuneInString(run[i:])
		if unicode.IsUpper(r) {
			if unicode.IsLower(before) || unicode.IsDigit(before) ||
				unicode.IsUpper(before) && beginsWord(run[i+size:]) {
				return i
			}
		}
		if !unicode.IsMark(r) {
			before = r
		}
		i += size
	}
	return len(run)
}

// beginsWord reports whether what follows a capital makes it the first letter
// of a word rather than the last of an acronym.
func beginsWord(rest string) bool {
	next, size := utf8.DecodeRuneInString(rest)
	if next != 's' {
		return unicode.IsLower(next)
	}
	after, _ := utf8.DecodeRuneInString(rest[size:])
	return unicode.IsLower(after)
}

// prolonged lengthens the kana before it. It belongs to no script of its own.
const prolonged = 'ー'

// unspacedEnd returns the end of the stretch that s begins with and that is
// written without spaces, or 0.
func unspacedEnd(s string) int {
	for i, r := range s {
		if !Unspaced(r) && (i == 0 || !unicode.IsMark(r) && r != prolonged) {
			return i
		}
	}
	return len(s)
}

// spacedEnd returns the end of the stretch that s begins with and that is
// written in words.
func spacedEnd(s string) int {
	if i := strings.IndexFunc(s, Unspaced); i >= 0 {
		return i
	}
	return len(s)
}

// yieldPairs yields each two neighbouring characters of text, marks included,
// or the only one. Without a dictionary that is what comes closest to words.
func yieldPairs(text string, yield func(string) bool) bool {
	first := characterEnd(text, 0)
	if first == len(text) {
		return yield(text)
	}
	for start, middle := 0, first; middle < len(text); {
		end := characterEnd(text, middle)
		if !yield(text[start:end]) {
			return false
		}
		start, middle = middle, end
	}
	return true
}

// characterEnd returns the end of the character at i with the marks on it.
func characterEnd(s string, i int) int {
	_, size := utf8.DecodeRuneInString(s[i:])
	for i += size; i < len(s); i += size {
		var r rune
		if r, size = utf8.DecodeRuneInString(s[i:]); !unicode.IsMark(r) {
			break
		}
	}
	return i
}
