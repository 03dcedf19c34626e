package support

// names finds names that the block lacks. In English a capital tells them.
func (c *comparison) names() {
	if !c.inEnglish() {
		return
	}
	for i := range c.claim.words {
		w := &c.claim.words[i]
		if !w.capital || !w.content() || w.quantity() || w.is(month) || len(c.places(w)) > 0 {
			continue
		}
		if !c.openings()[opening(w.key)] {
			c.conflict(Name, name, w.text, "")
		}
	}
}
