package support

import (
	"slices"
	"strings"
)

// comparison is one claim beside the block that holds most of it.
type comparison struct {
	*Evidence
	claim     *claim
	cover     cover
	window    stretch
	tally     Measures
	conflicts []Conflict
}

func (f *finder) compare(c *claim) comparison {
	out := comparison{Evidence: f.Evidence, claim: c, cover: f.best(c)}
	out.window = out.closestStretch()
	out.tally[meantCover], out.tally[literalCover], out.tally[nearCover] = out.cover.meant, out.cover.literal, out.cover.near
	out.figures()
	out.names()
	out.denials()
	out.limits()
	out.opposites()
	out.roles()
	return out
}

// conflict keeps a disagreement and counts it for the score. Where the claim
// is else a passage's own sentence, the disagreement is what the claim says,
// and counts twice.
func (c *comparison) conflict(kind Kind, measure int, said, found string) {
	c.tally[measure]++
	if c.aligned() {
		c.tally[measure]++
	}
	c.conflicts = append(c.conflicts, Conflict{Kind: kind, Said: said, Found: found})
}

// inEnglish reports a claim with words that only English has. Elsewhere a
// capital need not be a name, nor the order of words a role.
func (c *comparison) inEnglish() bool {
	return slices.ContainsFunc(c.claim.words, func(w said) bool { return w.is(onlyEnglish) })
}

// places returns where a word of the claim stands in its block, or in the
// second where the first does not have it.
func (c *comparison) places(w *said) []int32 {
	if own := w.within(c.cover.block); len(own) > 0 || c.cover.second == nil {
		return own
	}
	return w.within(c.cover.second)
}

// around returns the content words up to before words before and after words
// behind word i of the claim.
func (c *comparison) around(i, before, after int) []*said {
	var out []*said
	for k := max(0, i-before); k <= min(len(c.claim.words)-1, i+after); k++ {
		if w := &c.claim.words[k]; k != i && w.content() {
			out = append(out, w)
		}
	}
	return out
}

// text returns a token of a passage as it is written, "" where it is part of
// the title or lies outside the claim's blocks.
func (c *comparison) text(place int32) string {
	b := c.cover.block
	if !b.holds(place) && c.cover.second != nil {
		b = c.cover.second
	}
	if !b.holds(place) || c.spots[place].start == inTitle {
		return ""
	}
	return c.passages[b.passage].Text[c.spots[place].start:c.spots[place].end]
}

// folded returns a token of the passage in lower case.
func (c *comparison) folded(place int32) string { return strings.ToLower(c.text(place)) }

// aligned reports whether the claim is a passage's sentence with little
// changed. Only then does the order or the lack of a word mean anything.
func (c *comparison) aligned() bool {
	const mostly = 0.75
	return c.window.share >= mostly
}
