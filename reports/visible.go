package reports

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible replaces every rune that acts instead of showing: controls become
// \x1b, directional overrides and other invisible format characters become
// <U+202E>, broken bytes become U+FFFD. Line feeds and tabs stay. Text from
// outside is then safe to print on a terminal; markup is not escaped.
func Visible(s string) string {
	if plainASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\x%02x`, r)
		case hidden(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || (c < 0x20 && c != '\n' && c != '\t') {
			return false
		}
	}
	return true
}

// hidden reports the runes without a mark of their own that can move or hide
// others. Joiners stay: emoji and several scripts are written with them. So
// do the Arabic number signs, which are format characters with a glyph.
func hidden(r rune) bool {
	switch {
	case r == zwj || r == zwnj || unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	case unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point):
		return true
	}
	return false
}

const (
	zwnj = '\u200c'
	zwj  = '\u200d'
)

// lines splits text at every line break a reader may know; a lone carriage
// return would otherwise overwrite the line on a terminal and end one in
// Markdown.
func lines(s string) []string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(s, "\r", "\n"), "\n")
}

// oneLine makes text fit a cell, a heading or a list item: visible, and white
// space of any kind collapsed to single spaces.
func oneLine(s string) string {
	if oneLineAlready(s) {
		return s
	}
	return strings.Join(strings.Fields(Visible(strings.Join(lines(s), " "))), " ")
}

// oneLineAlready spares the usual short text from being taken apart.
func oneLineAlready(s string) bool {
	space := true // at the start and after a space none may follow
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < 0x20 || c >= 0x7f || (c == ' ' && space) {
			return false
		}
		space = c == ' '
	}
	return s == "" || !space
}

// cut shortens text to about n characters and says how many are left out. It
// cuts between characters as a reader sees them: never inside a rune, before
// a combining mark or inside a joined emoji.
func cut(s string, n int) string {
	total := utf8.RuneCountInString(s)
	if total <= n {
		return s
	}
	runes := []rune(s)
	for n > 0 && joins(runes[n-1], runes[n]) {
		n--
	}
	return fmt.Sprintf("%s … (%d more characters)", strings.TrimRightFunc(string(runes[:n]), unicode.IsSpace), total-n)
}

// joins reports whether two runes belong to one character on the page.
func joins(before, after rune) bool {
	regional := func(r rune) bool { return unicode.Is(unicode.Regional_Indicator, r) }
	skinTone := after >= 0x1f3fb && after <= 0x1f3ff
	return before == zwj || after == zwj || skinTone || unicode.Is(unicode.M, after) ||
		(regional(before) && regional(after))
}
