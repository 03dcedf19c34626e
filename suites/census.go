package suites

// census counts a suite's questions: their ids, which are unique over the
// whole command, and the hashes of what they ask.
type census struct {
	loader    *loader
	files     *boxFiles
	questions int
	pairs     pairHashes
	checkouts map[string]bool // the folders that rubric.grounding.root names
}

func (c *census) count(r *reader, e *entry) {
	c.questions++
	if e.ID == "" {
		return // noted where it was read
	}
	c.unique(r, e)
	c.checkout(r, e)
	for _, bad := range c.files.fill(e) {
		r.problem(bad.at, boxHint(bad.err), "question %s: context file %s: %s", visible(e.ID), quoted(bad.name), cause(bad.err))
	}
	c.pairs.add(e.ID, e.ContentHash)
}

// checkout sees to it that a folder that counts as evidence is there: a
// missing one would make every claim of the answers look invented.
func (c *census) checkout(r *reader, e *entry) {
	rule := e.Rubric.Grounding
	if rule == nil || rule.Root == "" || c.checkouts[rule.Root] {
		return
	}
	if err := c.files.statFolder(rule.Root); err != nil {
		r.problem(e.groundingRoot, boxHint(err), "question %s: grounding.root %s: %s", visible(e.ID), quoted(rule.Root), cause(err))
		return
	}
	if c.checkouts == nil {
		c.checkouts = map[string]bool{}
	}
	c.checkouts[rule.Root] = true
}

func (c *census) unique(r *reader, e *entry) {
	equal, alike, where := c.loader.ids.enter(e.ID, e.File, e.at.line)
	switch {
	case equal != nil && where == e.File:
		r.problem(e.at, "", "duplicate question id %s: first on line %d", quoted(e.ID), equal.line)
	case equal != nil:
		r.problem(e.at, "", "duplicate question id %s: in %s:%d and %s:%d", quoted(e.ID), visible(where), equal.line, visible(e.File), e.at.line)
	case alike != nil:
		r.warn(e.at, "file systems and people confuse them", "question id %s differs from one in %s:%d in case only", quoted(e.ID), visible(where), alike.line)
	}
}
