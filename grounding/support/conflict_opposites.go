package support

import "strings"

// Reach in tokens around a word that both sides have, within which its own
// word or the opposite of that speaks of it.
const (
	oppositeSaid  = 4
	oppositeFound = 8
	ownFound      = 12
)

// opposites finds words whose opposite the passage says of the same thing.
func (c *comparison) opposites() {
	for i := range c.claim.words {
		w := &c.claim.words[i]
		if !w.content() {
			continue
		}
		for _, lemma := range w.lemmas {
			if c.opposed(i, w, lemma) {
				break
			}
		}
	}
}

func (c *comparison) opposed(i int, w *said, lemma int32) bool {
	rivals := english().opposites[lemma]
	if len(rivals) == 0 {
		return false
	}
	near := c.around(i, oppositeSaid, oppositeSaid)
	own := c.places(w)
	for _, n := range near {
		if apart(own, c.places(n), ownFound) {
			return false
		}
	}
	for _, rival := range rivals {
		places := c.at(c.cover.block, english().stems[rival])
		for _, n := range near {
			if n.key != w.key && apart(places, c.places(n), oppositeFound) {
				c.conflict(Opposite, opposite, w.text, c.text(places[0]))
				return true
			}
		}
	}
	return false
}

// roles finds two names of an aligned claim that the passage has in the
// reverse order around the same word: A sold to C, C sold to A. A passive
// turns them rightly.
func (c *comparison) roles() {
	const nearlyAll = 0.95
	if c.window.share < nearlyAll || !c.inEnglish() || c.passive() {
		return
	}
	order := c.once()
	for k := 1; k+1 < len(order); k++ {
		for _, a := range order[:k] {
			for _, b := range order[k+1:] {
				if a.place > order[k].place && order[k].place > b.place && c.named(a) && c.named(b) {
					words := c.claim.words
					c.conflict(Role, denied, words[a.word].text+" … "+words[b.word].text, c.text(b.place)+" … "+c.text(a.place))
					return
				}
			}
		}
	}
}

// named reports a word with a capital on both sides. Things change places
// freely: "delivery is free for orders", "orders are delivered free".
func (c *comparison) named(h hit) bool {
	return capital(c.claim.words[h.word].text[0]) && capital(c.text(h.place)[0])
}

// longestRole bounds the sentences whose order is compared, in content words.
const longestRole = 16

// once returns the claim's content words in order with their places in the
// stretch, nothing if one stands there twice or there are too many.
func (c *comparison) once() []hit {
	var out []hit
	for i := range c.claim.words {
		w := &c.claim.words[i]
		if !w.content() {
			continue
		}
		places := between(c.places(w), c.window.from, c.window.to)
		if len(places) > 1 || len(out) == longestRole {
			return nil
		}
		if len(places) == 1 {
			out = append(out, hit{places[0], int32(i)})
		}
	}
	return out
}

// passive reports "by" on either side.
func (c *comparison) passive() bool {
	for i := range c.claim.words {
		if c.claim.words[i].folded == "by" {
			return true
		}
	}
	for p := c.window.from; p < c.window.to; p++ {
		if strings.EqualFold(c.text(p), "by") {
			return true
		}
	}
	return false
}
