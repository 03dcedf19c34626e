package reports

import (
	"regexp"
	"strings"
	"unicode"
)

// ansi matches the escape sequences terminals obey: CSI (colours, cursor),
// OSC (titles, links) up to its end, and the two-character ones.
var ansi = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b[@-Z\\\\^_]")

// xmlText prepares text for character data. Escape sequences go, since no
// reader of JUnit obeys them and their rests only disturb; characters XML
// does not know become U+FFFD; invisible ones that reorder text are named.
// Markup is left to the encoder: CDATA would let control characters through.
func xmlText(s string) string {
	if plainASCII(s) {
		return s
	}
	s = strings.Join(lines(ansi.ReplaceAllString(s, "")), "\n")
	return Visible(strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Noncharacter_Code_Point, r)) {
			return unicode.ReplacementChar
		}
		return r
	}, s))
}

// xmlLine is xmlText on one line, for attributes.
func xmlLine(s string) string { return oneLine(xmlText(s)) }
