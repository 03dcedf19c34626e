package support

import "slices"

// A second block must add this share of a claim's weight and this many of its
// words: any long text adds a word or two.
const (
	leastAdded      = 0.2
	leastAddedWords = 3
)

// withSecond joins the cover that adds most to the first, if any adds enough.
func (c *claim) withSecond(first cover, others []cover) cover {
	best := first
	for _, other := range others {
		both, words := c.join(first, other)
		if words >= leastAddedWords && both.literal-first.literal >= leastAdded && both.literal > best.literal {
			best = both
		}
	}
	if best.second != nil {
		best.near = near(c, best.block, best.second)
	}
	return best
}

// join returns the cover by two blocks and how many words the second adds.
func (c *claim) join(first, second cover) (both cover, added int) {
	both = cover{block: first.block, second: second.block, held: slices.Clone(first.held)}
	for i, h := range second.held {
		if h == same && both.held[i] != same {
			added++
		}
		both.held[i] = max(both.held[i], h)
	}
	both.weigh(c)
	return both, added
}
