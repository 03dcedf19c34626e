package support

import (
	"slices"
	"strings"
)

// figureFound is how many tokens outside the stretch a figure or date may
// stand that the passage gives instead.
const figureFound = 12

// figures finds figures that the block lacks, gives for something else, or
// gives in another unit, and months and weekdays that it lacks.
func (c *comparison) figures() {
	for i := range c.claim.words {
		w := &c.claim.words[i]
		switch {
		case w.is(month) && w.capital:
			c.date(w)
		case w.quantity():
			c.figure(i, w)
		}
	}
}

func (c *comparison) figure(i int, w *said) {
	places := c.places(w)
	instead, at := c.figureInstead(i)
	switch {
	case len(places) == 0 && (w.digits() || instead != ""):
		c.conflict(Number, number, c.withUnit(i), instead)
	case len(places) == 0:
	case instead != "" && c.elsewhere(i, places, at):
		c.conflict(Number, number, c.withUnit(i), instead)
	case w.digits():
		c.unit(i, places)
	}
}

// withUnit returns the figure with the word it counts.
func (c *comparison) withUnit(i int) string {
	if counted := c.counted(i); counted != nil {
		return c.claim.words[i].text + " " + counted.text
	}
	return c.claim.words[i].text
}

// counted returns the content word directly behind a figure, or nil.
func (c *comparison) counted(i int) *said {
	if i+1 < len(c.claim.words) && c.claim.words[i+1].content() && !c.claim.words[i+1].quantity() {
		return &c.claim.words[i+1]
	}
	return nil
}

// figureInstead returns what the passage counts of the thing that word i
// counts, "30 days" for 45 days, and where. It looks in the stretch only.
func (c *comparison) figureInstead(i int) (string, int32) {
	counted := c.counted(i)
	if counted == nil {
		return "", 0
	}
	for _, p := range between(c.places(counted), c.window.from-figureFound, c.window.to+figureFound) {
		before := c.folded(p - 1)
		if before == "" || slices.Contains(c.places(&c.claim.words[i]), p-1) {
			continue
		}
		if notes()[before].figure != "" || asciiDigit(before[0]) {
			return c.text(p-1) + " " + c.text(p), p
		}
	}
	return "", 0
}

// elsewhere reports whether more of the claim's words stand around the other
// figure than around any place of its own: 5 days for the refund, where the
// passage has 30 days for it and 5 for something else. It takes more where
// the passage counts the same thing with both.
func (c *comparison) elsewhere(i int, places []int32, other int32) bool {
	const clearly, overwhelmingly = 2, 4
	counted := c.places(c.counted(i))
	for _, p := range places[:min(len(places), mostPlaces)] {
		margin := clearly
		if len(between(counted, p+1, p+2)) > 0 {
			margin = overwhelmingly
		}
		if c.company(i, other) < c.company(i, p)+margin {
			return false
		}
	}
	return true
}

// company counts the content words of the claim around a place.
func (c *comparison) company(i int, place int32) int {
	const reach = 8
	count := 0
	for k := range c.claim.words {
		w := &c.claim.words[k]
		if k != i && w.content() && len(between(c.places(w), place-reach, place+reach+1)) > 0 {
			count++
		}
	}
	return count
}

// unit compares the unit behind a figure with those that the passage gives
// it.
func (c *comparison) unit(i int, places []int32) {
	if i+1 == len(c.claim.words) || !c.claim.words[i+1].is(unit) {
		return
	}
	said, other := &c.claim.words[i+1], ""
	for _, p := range places {
		behind := c.folded(p + 1)
		if notes()[behind].cue&unit == 0 {
			return // no unit to compare with
		}
		if newTerm(behind, word, "").key == said.key {
			return
		}
		other = c.text(p) + " " + c.text(p+1)
	}
	if other != "" {
		c.conflict(Unit, number, c.withUnit(i), other)
	}
}

// date reports a month or weekday that the block lacks; found is one that the
// stretch has instead.
func (c *comparison) date(w *said) {
	if len(c.places(w)) > 0 {
		return
	}
	for p := c.window.from - figureFound; p < c.window.to+figureFound; p++ {
		if text := c.text(p); text != "" && capital(text[0]) && notes()[strings.ToLower(text)].cue&month != 0 {
			c.conflict(Date, number, w.text, text)
			return
		}
	}
	c.conflict(Date, number, w.text, "")
}
