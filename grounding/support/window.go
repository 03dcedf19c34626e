package support

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// stretch is the part of a block where most words of a claim stand together.
type stretch struct {
	from, to int32   // spots, to exclusive; both 0 where there is none
	share    float64 // of the claim's content words
}

// widest is the length of a stretch in tokens: two or three sentences.
const widest = 60

// mostPlaces bounds how many places of one word are looked at in one block.
const mostPlaces = 64

type hit struct {
	place, word int32
}

// closestStretch slides over the places of the claim's words and keeps the
// shortest stretch that holds most weight.
func (c *comparison) closestStretch() stretch {
	hits, whole := c.hits()
	counts := make([]int, len(c.claim.words))
	var best stretch
	weight, first := 0.0, 0
	for last, h := range hits {
		if counts[h.word]++; counts[h.word] == 1 {
			weight += c.claim.words[h.word].weight
		}
		for first < last && (h.place-hits[first].place >= widest || counts[hits[first].word] > 1) {
			if counts[hits[first].word]--; counts[hits[first].word] == 0 {
				weight -= c.claim.words[hits[first].word].weight
			}
			first++
		}
		now := stretch{hits[first].place, h.place + 1, weight / whole}
		if better(now, best) {
			best = now
		}
	}
	return best
}

func better(a, b stretch) bool {
	const same = 1e-9
	if a.share < b.share-same {
		return false
	}
	return a.share > b.share+same || a.to-a.from < b.to-b.from
}

// hits returns the places of the claim's content words in the text of the
// block, in order, and the weight of all of them.
func (c *comparison) hits() (hits []hit, whole float64) {
	hits = make([]hit, 0, 2*len(c.claim.words))
	for i := range c.claim.words {
		w := &c.claim.words[i]
		if !w.content() || w.repeats {
			continue
		}
		whole += w.weight
		places := w.within(c.cover.block)
		for _, p := range places[:min(len(places), mostPlaces)] {
			if c.spots[p].start != inTitle {
				hits = append(hits, hit{p, int32(i)})
			}
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return int(a.place - b.place) })
	return hits, whole
}

// margin is how far a window reaches for the ends of its sentences, in bytes.
const margin = 160

// show returns the stretch as text, out to the ends of its sentences where
// they are near.
func (c *comparison) show() Window {
	if c.window.to == 0 {
		return Window{}
	}
	text := c.passages[c.cover.block.passage].Text
	start := sentenceStart(text, int(c.spots[c.window.from].start))
	end := sentenceEnd(text, int(c.spots[c.window.to-1].end))
	return Window{Start: start, End: end, Text: text[start:end]}
}

func sentenceStart(text string, at int) int {
	for i := at; i > 0 && at-i < margin; {
		r, size := utf8.DecodeLastRuneInString(text[:i])
		if i -= size; strings.ContainsRune("\n.!?。！？", r) {
			return skipSpace(text, i+size, at)
		}
	}
	if at <= margin {
		return skipSpace(text, 0, at)
	}
	return at
}

// skipSpace moves from over the white space and closing quotes before at.
func skipSpace(text string, from, at int) int {
	return at - len(strings.TrimLeft(text[from:at], " \t\r\n\"'”’)"))
}

func sentenceEnd(text string, at int) int {
	rest := text[at:min(len(text), at+margin)]
	cut := strings.IndexAny(rest, "\n.!?。！？")
	switch {
	case cut >= 0 && rest[cut] != '\n':
		_, size := utf8.DecodeRuneInString(rest[cut:])
		return at + cut + size
	case cut >= 0:
		return at + cut
	case len(rest) < margin:
		return at + len(strings.TrimRight(rest, " \t"))
	}
	return at
}
