package targets

import (
	"strconv"
	"unicode/utf8"
)

// shownBytes is how much of a foreign text a message shows.
const shownBytes = 1000

// shown is the beginning of a foreign text on one line, in quotes: control
// and invisible characters are escaped, so that none of them acts.
func shown(text string) string {
	if len(text) <= shownBytes {
		return strconv.Quote(text)
	}
	cut := shownBytes
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strconv.Quote(text[:cut]) + "…"
}

// shownEnd is the end of a foreign text in the same way.
func shownEnd(text string) string {
	if len(text) <= shownBytes {
		return strconv.Quote(text)
	}
	cut := len(text) - shownBytes
	for cut < len(text) && !utf8.RuneStart(text[cut]) {
		cut++
	}
	return "…" + strconv.Quote(text[cut:])
}
