package quotes

import (
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// token is a word, a number, a sign that carries meaning (%, €, <), or one
// character of a script that parts no words. lo and hi are bytes of the
// reading that it was cut from.
type token struct {
	text     string
	lo, hi   int
	weight   float64 // characters and one more, so that short words count too
	digits   bool    // a number: a third are digits, unlike a scanner's "gras5"
	unspaced bool
	sense
}

// tokenize cuts the bytes lo..hi of a plain reading, both of which are ends
// of tokens or between them. Citation marks such as [12] are left out.
func tokenize(reading string, lo, hi int) []token {
	tokens := make([]token, 0, (hi-lo)/5+1)
	for i := lo; i < hi; {
		end, kind := tokenEnd(reading, i, hi)
		if kind != noToken {
			tokens = append(tokens, newToken(reading, i, end, kind))
		}
		i = end
	}
	return tokens
}

type tokenKind int

const (
	noToken tokenKind = iota
	wordToken
	signToken
	unspacedToken
)

func tokenEnd(s string, i, hi int) (int, tokenKind) {
	r, size := utf8.DecodeRuneInString(s[i:hi])
	switch {
	case r == '[':
		return citationEnd(s, i, hi), noToken
	case textmatch.Unspaced(r):
		return i + size, unspacedToken
	case textmatch.Wordlike(r):
		return wordEnd(s, i, hi), wordToken
	case r == '-' && negative(s, i, hi):
		return wordEnd(s, i+size, hi), wordToken
	case meaningful(r):
		return i + size, signToken
	}
	return i + size, noToken
}

// citationEnd returns the end of the citation mark at i, [3] or [3, 4], or
// that of the bracket alone.
func citationEnd(s string, i, hi int) int {
	for end := i + 1; end < hi; end++ {
		switch c := s[end]; {
		case c == ']' && end > i+1:
			return end + 1
		case !('0' <= c && c <= '9' || c == ',' || c == ' '):
			return i + 1
		}
	}
	return i + 1
}

// wordEnd goes on over letters and digits, over an apostrophe between letters
// and over a decimal sign between digits.
func wordEnd(s string, i, hi int) int {
	var last rune
	for i < hi {
		r, size := utf8.DecodeRuneInString(s[i:hi])
		next, _ := utf8.DecodeRuneInString(s[i+size : hi])
		switch {
		case textmatch.Wordlike(r) && !textmatch.Unspaced(r):
		case r == '\'' && unicode.IsLetter(last) && unicode.IsLetter(next) && !textmatch.Unspaced(next):
		case (r == '.' || r == ',' || r == '\u2044') && unicode.IsDigit(last) && unicode.IsDigit(next):
		default:
			return i
		}
		last = r
		i += size
	}
	return i
}

// negative reports whether the hyphen at i is the sign of a number.
func negative(s string, i, hi int) bool {
	if i+1 >= hi || s[i+1] < '0' || s[i+1] > '9' {
		return false
	}
	return i == 0 || s[i-1] == ' ' || s[i-1] == '('
}

func meaningful(r rune) bool {
	switch r {
	case '%', '‰', '°', '+', '<', '>', '=', '≤', '≥', '±', '×', '÷', '≠':
		return true
	}
	return unicode.Is(unicode.Sc, r)
}

func newToken(s string, lo, hi int, kind tokenKind) token {
	t := token{text: s[lo:hi], lo: lo, hi: hi, unspaced: kind == unspacedToken}
	runes, digits := 0, 0
	for _, r := range t.text {
		runes++
		if unicode.IsDigit(r) {
			digits++
		}
	}
	t.digits = 3*digits >= runes && digits > 0
	t.weight = float64(1 + runes)
	t.sense = senseOf(t.text, t.digits)
	if kind == signToken {
		t.class |= classSymbolic
	}
	return t
}
