package judgeprompt

import (
	"unicode"
	"unicode/utf8"
)

// cluster follows the code points of a text and knows where a cut would tear
// what a reader sees as one character: accents, emoji sequences, flags, Hangul
// letters of one syllable, the two halves of a line break. It covers the
// scripts in which that happens in running text, not the whole of Unicode's
// segmentation; where it errs, a mark stands alone at the edge of an excerpt.
type cluster struct {
	prev  rune
	flags int // regional indicators in a row up to prev; two make a flag
}

func (c *cluster) next(r rune) {
	c.prev = r
	if flagHalf(r) {
		c.flags++
	} else {
		c.flags = 0
	}
}

// joins reports whether r belongs to the same character as what came before.
func (c *cluster) joins(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return c.prev == '\r' && r == '\n'
	case c.prev == zeroWidthJoiner, r == zeroWidthJoiner, skinTone(r), unicode.Is(unicode.M, r):
		return true
	case flagHalf(r):
		return c.flags%2 == 1
	case vowelOrFinal(r):
		return leading(c.prev) || vowelOrFinal(c.prev)
	}
	return leading(r) && leading(c.prev)
}

const zeroWidthJoiner = '\u200d'

func skinTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }
func flagHalf(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// The Hangul letters that combine into syllables.
func leading(r rune) bool      { return r >= 0x1100 && r <= 0x115F }
func vowelOrFinal(r rune) bool { return r >= 0x1160 && r <= 0x11FF }
