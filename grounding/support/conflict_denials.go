package support

import (
	"strings"

	"github.com/evalrun/evalrun/textmatch"
)

// Reach in tokens within which a negator denies a word.
const (
	denialBefore = 4
	denialAfter  = 5
	denialFound  = 4 // either side, in the passage
)

// denials finds negations that only one side makes.
func (c *comparison) denials() {
	any := false
	for i := range c.claim.words {
		w := &c.claim.words[i]
		if !w.is(negator) || c.affirmed(i) {
			continue
		}
		any = true
		if !c.deniedToo(i) {
			c.conflict(Negation, denied, c.phrase(i), "")
		}
	}
	if !any && c.aligned() {
		c.dropped()
	}
}

// affirmed reports "not only" and "no doubt", which deny nothing.
func (c *comparison) affirmed(i int) bool {
	w := c.claim.words[i].folded
	return (w == "not" || w == "no" || w == "without") && i+1 < len(c.claim.words) &&
		!textmatch.Negates(w, c.claim.words[i+1].folded)
}

// deniedToo reports whether the passage denies near any of the words that the
// negator stands by.
func (c *comparison) deniedToo(i int) bool {
	b := c.cover.block
	denials := between(c.Evidence.denials, b.from, b.to)
	for _, w := range c.around(i, denialBefore, denialAfter) {
		if apart(denials, c.places(w), denialFound) {
			return true
		}
	}
	return false
}

// phrase returns a word of the claim with the one behind it.
func (c *comparison) phrase(i int) string {
	if i+1 < len(c.claim.words) {
		return c.claim.words[i].text + " " + c.claim.words[i+1].text
	}
	return c.claim.words[i].text
}

// dropped finds a negator of the passage between the words that an aligned
// claim took over.
func (c *comparison) dropped() {
	for _, p := range between(c.Evidence.denials, c.window.from, c.window.to) {
		if c.besideHits(p) && !c.sentenceBreak(p) {
			c.conflict(Negation, denied, "", strings.TrimSpace(c.text(p)+" "+c.text(p+1)))
			return
		}
	}
}

// besideHits reports whether words of the claim stand directly around a
// place: one of the two before it and one of the two behind it.
func (c *comparison) besideHits(p int32) bool {
	before, behind := false, false
	for i := range c.claim.words {
		w := &c.claim.words[i]
		if !w.content() {
			continue
		}
		before = before || len(between(c.places(w), p-3, p)) > 0
		behind = behind || len(between(c.places(w), p+1, p+3)) > 0
	}
	return before && behind
}

// sentenceBreak reports a full stop between the tokens around a place.
func (c *comparison) sentenceBreak(p int32) bool {
	if c.text(p-1) == "" || c.text(p+1) == "" {
		return true
	}
	text := c.passages[c.cover.block.passage].Text
	return strings.ContainsAny(text[c.spots[p-1].end:c.spots[p+1].start], ".!?;\n")
}
