package quotes

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// trimClaim narrows start..end by white space, bullets, list numbers, table
// pipes and the punctuation that belongs to the sentence before.
func trimClaim(s string, start, end int) (int, int) {
	for {
		n := leadIn(s[start:end])
		if n == 0 {
			break
		}
		start += n
	}
	return start, start + len(strings.TrimRight(s[start:end], " \t\r\n|"))
}

// leadIn returns the length of one thing before a claim, or 0.
func leadIn(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	rest := s[min(size, len(s)):]
	switch {
	case size == 0:
		return 0
	case unicode.IsSpace(r):
		return size
	case strings.ContainsRune(".,;:!?…。，、；：！？)]}|", r):
		if beginsDigit(rest) && r == '.' {
			return 0
		}
		return size
	case strings.ContainsRune("-–—*+•#>_", r):
		marks := strings.TrimLeft(s, string(r))
		if marks == "" || strings.ContainsRune(" \t.,;:", rune(marks[0])) {
			return len(s) - len(marks)
		}
		return 0
	}
	return listNumber(s)
}

// listNumber returns the length of the number of a list item, or 0.
func listNumber(s string) int {
	rest := strings.TrimLeft(s, "0123456789")
	n := len(s) - len(rest)
	if n == 0 || n > 3 || len(rest) < 2 || (rest[0] != '.' && rest[0] != ')') || rest[1] != ' ' {
		return 0
	}
	return n + 2
}

func beginsDigit(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
