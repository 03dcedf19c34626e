package support

import (
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// shape is what a token is made of.
type shape uint8

const (
	word   shape = iota // ASCII letters and digits
	wide                // letters of any other script that parts words
	pair                // two neighbouring characters of a script that does not
	figure              // begins with a digit
	denial              // the n't of a contraction
)

// scan visits the tokens of s in order. It reads each byte a bounded number
// of times.
func scan(s string, visit func(start, end int, is shape)) {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case asciiLetter(c) || asciiDigit(c):
			i = scanASCII(s, i, visit)
		case c < utf8.RuneSelf:
			i++
		default:
			i = scanRune(s, i, visit)
		}
	}
}

// scanASCII visits the word or figure at i and returns where it ends.
func scanASCII(s string, i int, visit func(int, int, shape)) int {
	if asciiDigit(s[i]) {
		end, is := figureEnd(s, i), figure
		if i > 1 && s[i-1] == '-' && asciiLetter(s[i-2]) {
			is = word // a part of a name, as in COVID-19
		}
		visit(i, end, is)
		return end
	}
	end := i
	for end < len(s) && (asciiLetter(s[end]) || asciiDigit(s[end])) {
		end++
	}
	if end < len(s) && s[end] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRuneInString(s[end:]); unicode.IsLetter(r) || unicode.IsMark(r) {
			return scanWide(s, i, visit)
		}
	}
	return scanApostrophe(s, i, end, visit)
}

// scanApostrophe visits the word i..end and what an apostrophe adds to it:
// n't denies, 's says nothing.
func scanApostrophe(s string, i, end int, visit func(int, int, shape)) int {
	quote := apostrophe(s, end)
	if quote == 0 || end+quote == len(s) {
		visit(i, end, word)
		return end
	}
	next := end + quote
	single := next+1 == len(s) || !asciiLetter(s[next+1])
	switch {
	case single && s[next]|0x20 == 't' && s[end-1]|0x20 == 'n':
		if end-1 > i {
			visit(i, end-1, word)
		}
		visit(end-1, next+1, denial)
		return next + 1
	case single && s[next]|0x20 == 's':
		visit(i, end, word)
		return next + 1
	}
	visit(i, end, word)
	return end
}

// apostrophe returns the length of the apostrophe at i, or 0.
func apostrophe(s string, i int) int {
	switch {
	case i < len(s) && s[i] == '\'':
		return 1
	case i+2 < len(s) && s[i:i+3] == "’":
		return 3
	}
	return 0
}

// scanRune visits what begins with the character at i, which is not ASCII.
func scanRune(s string, i int, visit func(int, int, shape)) int {
	r, size := utf8.DecodeRuneInString(s[i:])
	switch {
	case textmatch.Unspaced(r):
		return scanPairs(s, i, visit)
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsNumber(r):
		return scanWide(s, i, visit)
	}
	return i + size
}

// scanWide visits a word with letters beyond ASCII.
func scanWide(s string, i int, visit func(int, int, shape)) int {
	end := i
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) || textmatch.Unspaced(r) {
			break
		}
		end += size
	}
	visit(i, end, wide)
	return end
}

// scanPairs visits each two neighbours of a run without spaces; a character
// that stands alone is visited alone.
func scanPairs(s string, i int, visit func(int, int, shape)) int {
	last, end := i, i
	for n := 0; ; n++ {
		r, size := utf8.DecodeRuneInString(s[end:])
		if end == len(s) || !textmatch.Unspaced(r) {
			if n == 1 {
				visit(last, end, pair)
			}
			return end
		}
		if n > 0 {
			visit(last, end+size, pair)
		}
		last, end = end, end+size
	}
}

func asciiLetter(c byte) bool { c |= 0x20; return 'a' <= c && c <= 'z' }
func asciiDigit(c byte) bool  { return '0' <= c && c <= '9' }
func capital(c byte) bool     { return 'A' <= c && c <= 'Z' }
