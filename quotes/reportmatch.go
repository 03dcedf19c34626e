package quotes

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// matchAll looks for all quotes at once: on megabytes of sources a search
// takes long enough to share the work.
func (v *verification) matchAll(ctx context.Context) error {
	next := make(chan *Citation)
	var workers sync.WaitGroup
	for range min(len(v.citations), runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for c := range next {
				v.match(c)
			}
		})
	}
	for i := range v.citations {
		if ctx.Err() != nil {
			break
		}
		next <- &v.citations[i]
	}
	close(next)
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	return nil
}

// snippetRoom is how many characters a snippet shows on each side.
const snippetRoom = 80

// match looks for one quote in its source and, in the default profile, in
// the others where it is not rightly there. TextMatch always speaks of the
// source that the answer names; FoundIn and the snippet of the better one.
func (v *verification) match(c *Citation) {
	if v.opt.Profile == Compat {
		v.place(c, v.prepared[c.SourceIndex-1].Match(c.Quote))
		return
	}
	if strings.TrimSpace(c.Quote) == "" {
		v.place(c, missing())
		return
	}
	m, in := Locate(c.Quote, v.prepared, c.SourceIndex)
	c.FoundIn = in
	switch {
	case !v.has(c.SourceIndex):
		v.place(c, missing())
	case in > 0:
		v.place(c, v.prepared[c.SourceIndex-1].Match(c.Quote))
	default:
		v.place(c, m)
	}
	if in > 0 {
		c.Snippet = v.prepared[in-1].Snippet(m, snippetRoom)
	}
}

// missing is the match of a citation that has no quote, or no source.
func missing() Match { return Match{Method: Missing, Field: "text"} }

func (v *verification) place(c *Citation, m Match) {
	score := m.Score
	c.TextMatch, c.Score = m, &score
	if v.has(c.SourceIndex) {
		c.Snippet = v.prepared[c.SourceIndex-1].Snippet(m, snippetRoom)
	}
	c.Status = statusOf(*c, v.opt.MinScore)
}
