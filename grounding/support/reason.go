package support

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/textmatch"
)

// mostReasons is how many disagreements one reason names.
const mostReasons = 3

// reason says in one clause what the score comes from: the disagreements
// first, then the rarest word that no passage holds, then the cover.
func (c *comparison) reason() string {
	var parts []string
	for _, one := range c.conflicts[:min(len(c.conflicts), mostReasons)] {
		parts = append(parts, one.words())
	}
	if missing := c.missing(); missing != "" {
		parts = append(parts, fmt.Sprintf("'%s' occurs nowhere in the passages", missing))
	}
	return strings.Join(append(parts, c.covered()), "; ")
}

func (c *comparison) covered() string {
	held, all := 0, 0
	for i := range c.claim.words {
		if c.claim.words[i].content() {
			all++
			if c.cover.held[i] == same {
				held++
			}
		}
	}
	switch {
	case c.cover.block.passage < 0:
		return fmt.Sprintf("none of %d content words in any passage", all)
	case c.cover.second != nil:
		return fmt.Sprintf("%d of %d content words in [%s] and [%s]", held, all,
			c.passages[c.cover.block.passage].ID, c.passages[c.cover.second.passage].ID)
	}
	return fmt.Sprintf("%d of %d content words in [%s]", held, all, c.passages[c.cover.block.passage].ID)
}

// missing returns the rarest content word that no passage holds and that no
// conflict speaks of already.
func (c *comparison) missing() string {
	rarest, weight := "", 0.0
	for i := range c.claim.words {
		w := &c.claim.words[i]
		if first, _ := utf8.DecodeRuneInString(w.text); textmatch.Unspaced(first) {
			continue // two characters need not be a word
		}
		if w.content() && c.cover.held[i] == absent && len(w.places)+len(w.scaled) == 0 &&
			w.weight > weight && !c.mentions(w.text) {
			rarest, weight = w.text, w.weight
		}
	}
	return rarest
}

func (c *comparison) mentions(text string) bool {
	for _, one := range c.conflicts {
		if strings.Contains(one.Said, text) {
			return true
		}
	}
	return false
}

// words says what a conflict is.
func (c Conflict) words() string {
	switch {
	case c.Kind == Speaker:
		return fmt.Sprintf("'%s' speaks of the writer or the reader", c.Said)
	case c.Kind == Negation && c.Said == "":
		return fmt.Sprintf("the passage says '%s'", c.Found)
	case c.Kind == Negation:
		return fmt.Sprintf("'%s' denies what the passage does not deny", c.Said)
	case c.Found == "":
		return fmt.Sprintf("says %s, which the passage does not", c.Said)
	}
	return fmt.Sprintf("says %s, the passage says %s", c.Said, c.Found)
}
