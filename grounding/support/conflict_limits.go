package support

// limits finds words that make a claim narrower, wider or firmer than its
// passage, and words of the speaker.
func (c *comparison) limits() {
	for i := range c.claim.words {
		w := &c.claim.words[i]
		if len(c.places(w)) > 0 {
			continue
		}
		switch {
		case w.is(exclusive) && i > 0 && c.affirmed(i-1):
			// "not only" rules nothing out
		case w.is(exclusive):
			c.conflict(Quantifier, limit, w.text, "")
		case w.is(speaker) && !c.country(i):
			c.conflict(Speaker, speaking, w.text, "")
		case c.aligned():
			c.quantifier(w)
		}
	}
}

// country reports the US in any case of letters.
func (c *comparison) country(i int) bool {
	w := &c.claim.words[i]
	return w.text == "US" || w.folded == "us" && i > 0 && c.claim.words[i-1].folded == "the"
}

// rivals are the cues that change a claim when one stands for the other.
var rivals = []struct{ own, others cue }{
	{every, most | some}, {most, every | some}, {some, every | most}, {obligation, permission}, {permission, obligation},
}

// determiner is how far before a stretch the quantifier of its first word may
// stand: "some of the".
const determiner = 3

// quantifier looks in the stretch for a quantifier or modal that says more or
// less than the claim's.
func (c *comparison) quantifier(w *said) {
	for _, r := range rivals {
		if !w.is(r.own) {
			continue
		}
		for p := c.window.from - determiner; p < c.window.to; p++ {
			if found := notes()[c.folded(p)].cue; found&r.others != 0 && found&r.own == 0 {
				c.conflict(Quantifier, limit, w.text, c.text(p))
				return
			}
		}
	}
}
