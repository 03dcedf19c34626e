package review

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evalrun/evalrun/reports"
)

// piece is a part of an excerpt; a Hit is one of the words looked for.
type piece struct {
	Text string
	Hit  bool
}

// What an excerpt shows before its first hit and in all, in bytes.
const (
	excerptBefore = 100
	excerptWhole  = 320
)

// excerptOf cuts the text around the first of the words that it has, on one
// line and visible, and marks them.
func excerptOf(text string, words []string) []piece {
	text = reports.Line(text, math.MaxInt)
	marks := marksOf(text, words)
	from := 0
	if len(marks) > 0 {
		from = max(0, marks[0][0]-excerptBefore)
	}
	from, to := atRune(text, from), atRune(text, min(len(text), from+excerptWhole))
	var out []piece
	add := func(s string, hit bool) {
		if s != "" {
			out = append(out, piece{s, hit})
		}
	}
	if from > 0 {
		add("… ", false)
	}
	at := from
	for _, m := range marks {
		if m[0] < at || m[1] > to {
			continue
		}
		add(text[at:m[0]], false)
		add(text[m[0]:m[1]], true)
		at = m[1]
	}
	add(text[at:to], false)
	if to < len(text) {
		add(" …", false)
	}
	return out
}

// atRune moves back to where a rune starts.
func atRune(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// marksOf are the places of the words in a text, in order and apart from each
// other.
func marksOf(text string, words []string) [][2]int {
	lower, origin := lowered(text)
	var found [][2]int
	for _, word := range words {
		for at := 0; word != ""; {
			i := strings.Index(lower[at:], word)
			if i < 0 {
				break
			}
			start, end := at+i, at+i+len(word)
			found = append(found, [2]int{origin[start], origin[end]})
			at = end
		}
	}
	slices.SortFunc(found, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], b[1]-a[1]) })
	var out [][2]int
	for _, m := range found {
		last := len(out) - 1
		switch {
		case last < 0 || m[0] > out[last][1]:
			out = append(out, m)
		default:
			out[last][1] = max(out[last][1], m[1])
		}
	}
	return out
}

// lowered is a text in lower case and, for each of its bytes, the place in the
// original: the two need not be of one length.
func lowered(text string) (string, []int) {
	var b strings.Builder
	origin := make([]int, 0, len(text)+1)
	for at, r := range text {
		before := b.Len()
		b.WriteRune(unicode.ToLower(r))
		for range b.Len() - before {
			origin = append(origin, at)
		}
	}
	return b.String(), append(origin, len(text))
}
