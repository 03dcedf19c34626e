package compare

import "github.com/evalrun/evalrun/results"

// content is what a suite asked as long as it had one hash: the content hash
// of each question by its id. One night may have run only part of it.
type content map[string]string

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
			all[n.Questions[i].ID] = n.Questions[i].ContentHash
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
// edited, added or removed. Of is how many either of the two has.
func (c content) changed(other content) (changed, of int) {
	same := 0
	for id, hash := range c {
		if have, ok := other[id]; ok && have == hash {
			same++
		}
	}
	edited := 0
	for id := range c {
		if _, ok := other[id]; ok {
			edited++
		}
	}
	of = len(c) + len(other) - edited
	return of - same, of
}
