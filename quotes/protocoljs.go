package quotes

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// shownLine is how many UTF-16 units of a line a warning quotes.
const shownLine = 80

// spaceJS reports what JavaScript takes for white space. It differs from
// unicode.IsSpace in two characters: U+FEFF is one, U+0085 is none.
func spaceJS(r rune) bool {
	return r == '\uFEFF' || r != '\u0085' && unicode.IsSpace(r)
}

func trimJS(s string) string { return strings.TrimFunc(s, spaceJS) }

// collapseJS makes each run of white space one space and trims.
func collapseJS(s string) string {
	return strings.Join(strings.FieldsFunc(s, spaceJS), " ")
}

// lenJS is the length of s in UTF-16 units.
func lenJS(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// cutJS returns s in at most limit UTF-16 units, the last of them an ellipsis
// where something was cut. It cuts between characters.
func cutJS(s string, limit int) string {
	if len(s) <= limit || lenJS(s) <= limit {
		return s
	}
	return headJS(s, limit-1) + "…"
}

// headJS returns the longest beginning of s of at most limit UTF-16 units.
func headJS(s string, limit int) string {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if limit -= max(1, utf16.RuneLen(r)); limit < 0 {
			return s[:i]
		}
		i += size
	}
	return s
}
