package support

import (
	"cmp"
	"slices"
)

// cover is how much of a claim a block holds, or two blocks together.
type cover struct {
	block   *block
	second  *block  // nil unless the claim takes much from two
	literal float64 // weighted share of the content words that stand in the block, 0..1
	meant   float64 // the same, synonyms and cases of a wider word among them
	near    float64 // share of neighbouring content words that are neighbours in the block
	held    []hold  // by word of the claim
}

// hold is how a block has a word.
type hold uint8

const (
	absent hold = iota
	similar
	same
)

// best returns the cover by the block that holds most of a claim, and with it
// another one where the claim takes much from that too.
func (f *finder) best(c *claim) cover {
	var all []cover
	for _, i := range f.closest(c) {
		all = append(all, coverBy(c, &f.blocks[i]))
	}
	if len(all) == 0 {
		return cover{block: &block{passage: -1}, held: make([]hold, len(c.words))}
	}
	slices.SortStableFunc(all, func(a, b cover) int { return cmp.Compare(b.literal+b.meant, a.literal+a.meant) })
	tops := all[:min(len(all), paired)]
	for i := range tops {
		tops[i].near = near(c, tops[i].block, nil)
	}
	top := slices.MaxFunc(tops, func(a, b cover) int {
		return cmp.Compare(a.literal+a.meant+a.near, b.literal+b.meant+b.near)
	})
	return c.withSecond(top, all)
}

// paired is how many blocks are compared by their word pairs too.
const paired = 3

func coverBy(c *claim, b *block) cover {
	out := cover{block: b, held: make([]hold, len(c.words))}
	for i := range c.words {
		switch w := &c.words[i]; {
		case !w.content():
		case w.in(b):
			out.held[i] = same
		case b.means(&w.term):
			out.held[i] = similar
		}
	}
	out.weigh(c)
	return out
}

// weigh works out the shares of what is held.
func (out *cover) weigh(c *claim) {
	var literal, meant, whole float64
	for i := range c.words {
		if !c.words[i].content() {
			continue
		}
		weight := c.words[i].weight
		whole += weight
		if out.held[i] == same {
			literal += weight
		}
		if out.held[i] != absent {
			meant += weight
		}
	}
	out.literal, out.meant = literal/whole, meant/whole
}

// means reports whether a word of the block means what the term means, or is
// a case of it: an apple is a fruit.
func (b *block) means(t *term) bool {
	for _, lemma := range t.lemmas {
		for _, m := range english().meanings.of(lemma) {
			if b.meanings.has(m) {
				return true
			}
		}
	}
	return false
}

// neighbours is how many tokens apart two words of a passage may stand to
// count as side by side: "earnings per share" is "share earnings".
const neighbours = 3

// near returns the share of the claim's neighbouring content words that stand
// side by side in one of the blocks, in either order. The second may be nil.
func near(c *claim, first, second *block) float64 {
	pairs, found := 0, 0
	var before *said
	for i := range c.words {
		w := &c.words[i]
		if !w.content() {
			continue
		}
		if before != nil {
			pairs++
			if before.beside(w, first) || second != nil && before.beside(w, second) {
				found++
			}
		}
		before = w
	}
	if pairs == 0 {
		return 0
	}
	return float64(found) / float64(pairs)
}

// apart reports whether two sorted lists have places at most reach apart.
func apart(a, b []int32, reach int32) bool {
	for i, k := 0, 0; i < len(a) && k < len(b); {
		distance := a[i] - b[k]
		switch {
		case -reach <= distance && distance <= reach:
			return true
		case distance < 0:
			i++
		default:
			k++
		}
	}
	return false
}
