package quotes

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r\n", `\n`, "\n", `\n`)

func evidenceLine(item Evidence) string {
	return item.ClaimID + "|" + strconv.Itoa(item.Source) + `|"` + escapes.Replace(item.Quote) + `"`
}

// sourceIndex reads a source index made of ASCII digits.
func sourceIndex(digits string) (int, bool) {
	n, err := strconv.Atoi(digits)
	return n, err == nil && 1 <= n && n <= maxIndex
}

// unescapeJS undoes escapes as the reference does: \n is a line break, any
// other escaped character is that character. A backslash at the end or before
// a line terminator stays.
func unescapeJS(s string) string {
	return eachEscape(s, func(b *strings.Builder, rest string) int {
		r, size := utf8.DecodeRuneInString(rest)
		switch r {
		case '\n', '\r', '\u2028', '\u2029':
			b.WriteByte('\\')
			return 0
		case 'n':
			b.WriteByte('\n')
		default:
			b.WriteString(rest[:size])
		}
		return size
	})
}

// unescape undoes the escapes that the protocol defines and, leniently, those
// of JSON that cannot be meant literally. A tab's \t is not among them: it
// begins too many paths and formulas. Every other backslash stays, so that
// C:\dir and \alpha reach the matcher as they were written.
func unescape(s string) (text string, lenient bool) {
	text = eachEscape(s, func(b *strings.Builder, rest string) int {
		switch rest[0] {
		case '\\', '"':
			b.WriteByte(rest[0])
			return 1
		case 'n':
			b.WriteByte('\n')
			return 1
		}
		lenient = true
		switch rest[0] {
		case '\'', '/':
			b.WriteByte(rest[0])
			return 1
		case 'u':
			if r, size := unicodeEscape(rest); size > 0 {
				b.WriteRune(r)
				return size
			}
		}
		b.WriteByte('\\')
		return 0
	})
	return text, lenient
}

// eachEscape copies s and asks decode about what follows each backslash;
// decode writes what is meant and returns how many bytes it used. A backslash
// at the end is kept.
func eachEscape(s string, decode func(b *strings.Builder, rest string) int) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, `\`)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if rest == "" {
			b.WriteByte('\\')
			return b.String()
		}
		s = rest[decode(&b, rest):]
	}
}

// unicodeEscape reads uXXXX, or a pair of them for what lies beyond the basic
// plane. size is 0 when s does not begin with one.
func unicodeEscape(s string) (r rune, size int) {
	unit, ok := hexUnit(s)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(unit) {
		return unit, 5
	}
	if len(s) > 6 && s[5] == '\\' {
		if low, ok := hexUnit(s[6:]); ok {
			if r = utf16.DecodeRune(unit, low); r != utf8.RuneError {
				return r, 11
			}
		}
	}
	return 0, 0
}

func hexUnit(s string) (rune, bool) {
	if len(s) < 5 || s[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[1:5], 16, 16)
	return rune(n), err == nil
}
