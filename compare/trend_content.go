package compare

import "github.com/evalrun/evalrun/results"

// content is what a suite asked as long as it had one hash: each question by
// its id. One night may have run only part of it.
type content map[string]part

// part is the content of one question.
type part struct {
	hash   string
	anchor bool
}

// contentsOf gathers the content of each suite hash over all nights. A night
// without a suite hash is known to be like no other.
func contentsOf(nights []results.Night) map[string]content {
	out := map[string]content{}
	for _, n := range nights {
		key := contentKey(n)
		all := out[key]
		if all == nil {
			all = make(content, len(n.Questions))
			out[key] = all
		}
		for i := range n.Questions {
			q := &n.Questions[i]
			all[q.ID] = part{hash: q.ContentHash, anchor: q.Anchor}
		}
	}
	return out
}

func contentKey(n results.Night) string {
	if n.SuiteHash == "" {
		return "run " + n.Run
	}
	return n.SuiteHash
}

// changed counts the questions of one suite that are not the same in another:
// edited, added or removed. Of is how many either of the two has. Anchors are
// not counted: nobody asks them, and a suite that gets some is still the same.
func (c content) changed(other content) (changed, of int) {
	same := 0
	for id, p := range c {
		if p.anchor {
			continue
		}
		of++
		if other[id] == p {
			same++
		}
	}
	for id, p := range other {
		if have, ok := c[id]; !p.anchor && (!ok || have.anchor) {
			of++
		}
	}
	return of - same, of
}

// anchorsBeyond counts the anchors that another content does not have: those
// it does not know, and those it has in other words.
func (c content) anchorsBeyond(other content) (added, edited int) {
	for id, p := range c {
		if have, ok := other[id]; p.anchor && !ok {
			added++
		} else if p.anchor && have != p {
			edited++
		}
	}
	return added, edited
}

// takeAnchors adds the anchors of a later night that are new.
func (c content) takeAnchors(later content) {
	for id, p := range later {
		if _, ok := c[id]; p.anchor && !ok {
			c[id] = p
		}
	}
}
