package suites

import (
	"errors"
	"io/fs"
)

// census counts a suite's questions: their ids, which are unique over the
// whole command, and the hashes of what they ask.
type census struct {
	loader    *loader
	files     *boxFiles
	questions int
	pairs     pairHashes
}

func (c *census) count(r *reader, e *entry) {
	c.questions++
	if e.ID == "" {
		return // noted where it was read
	}
	c.unique(r, e)
	if failed, err := c.files.fill(e); err != nil {
		from := e.contextFiles[failed]
		r.problem(from.at, boxHint(err), "question %s: context file %s: %s", visible(e.ID), quoted(from.name), cause(err))
		return
	}
	c.pairs.add(e.ID, e.ContentHash)
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

// targetFile refuses a recorded file that leads outside. One that is not
// there is not the suite's problem: a flag may name another.
func (r *reader) targetFile(files *boxFiles, root *node) {
	if root.kind != kindMapping {
		return
	}
	target := (object{node: root}).get("target")
	if target == nil || target.kind != kindMapping {
		return
	}
	n := (object{node: target}).get("file")
	if n == nil || n.kind != kindText {
		return
	}
	if err := files.stat(n.value); err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.problem(n.pos, boxHint(err), "target.file %s: %s", quoted(n.value), cause(err))
	}
}
