package textmatch

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const ellipsis = "…"

// longHit is the most characters of a hit that an excerpt shows, so that a
// pattern which spans a whole answer does not fill a report with it.
const longHit = 240

// Excerpt returns the hit as it was written with up to around characters of
// text on each side. It cuts between words, within one only where a word is
// longer than the room, and marks every cut with …. A hit of more than 240
// characters shows its two ends alone.
func Excerpt(original string, h Hit, around int) string {
	return before(original[:h.Start], around) + middle(original[h.Start:h.End]) + after(original[h.End:], around)
}

func before(s string, room int) string {
	cut := lastRunes(s, room)
	if cut == 0 {
		return s
	}
	kept := s[cut:]
	if last, _ := utf8.DecodeLastRuneInString(s[:cut]); !unicode.IsSpace(last) {
		if i := strings.IndexFunc(kept, unicode.IsSpace); i >= 0 {
			kept = kept[i:]
		}
	}
	return ellipsis + strings.TrimLeftFunc(kept, unicode.IsSpace)
}

func after(s string, room int) string {
	cut := firstRunes(s, room)
	if cut == len(s) {
		return s
	}
	kept := s[:cut]
	if next, _ := utf8.DecodeRuneInString(s[cut:]); !unicode.IsSpace(next) {
		if i := strings.LastIndexFunc(kept, unicode.IsSpace); i >= 0 {
			kept = kept[:i]
		}
	}
	return strings.TrimRightFunc(kept, unicode.IsSpace) + ellipsis
}

func middle(s string) string {
	if firstRunes(s, longHit) == len(s) {
		return s
	}
	return after(s, longHit/2) + strings.TrimPrefix(before(s, longHit/2), ellipsis)
}

// firstRunes returns the bytes of the first n runes of s.
func firstRunes(s string, n int) int {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return i
}

// lastRunes returns where the last n runes of s begin.
func lastRunes(s string, n int) int {
	i := len(s)
	for ; n > 0 && i > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return i
}
