package fleet

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// seat is a run as a worker knows it.
type seat struct {
	data    []byte // its entry as it stands in the bucket
	entry   jobEntry
	member  *member // nil: it takes no part
	opening bool
	refused bool     // its entry cannot be read
	lacks   []string // why it takes no part, as others may read it
	said    string   // of that, by this worker
}

// told takes the entry of a run.
func (c *crew) told(key string, data []byte) {
	entry, err := decodeJob(data, key)
	if err != nil {
		c.refuseRun(key, err)
		return
	}
	if entry.State != jobRunning {
		c.leave(key)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.seats[key]; s != nil {
		if bytes.Equal(s.data, data) {
			return
		}
		// A coordinator that came back may measure otherwise. What is in flight
		// ends as it was begun.
		c.retire(s)
	}
	s := &seat{data: data, entry: entry}
	c.seats[key] = s
	c.try(s)
}

// refuseRun keeps out of a run of which only the key is known.
func (c *crew) refuseRun(key string, err error) {
	c.leave(key)
	c.Say(fmt.Sprintf("run %s is refused: %v", key, err))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seats[key] = &seat{entry: jobEntry{Run: key}, refused: true, lacks: []string{"a version that can read it: " + err.Error()}}
	signal(c.news)
}

// tryAgain looks once more at the runs that it could not take part in.
func (c *crew) tryAgain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(c.seats)) {
		c.try(c.seats[key])
	}
}

// try takes part in a run where nothing is lacking. It is called with the lock
// held and opens the run beside it.
func (c *crew) try(s *seat) {
	if s.member != nil || s.opening || s.refused || c.draining {
		return
	}
	if lacks := c.lacking(s.entry); len(lacks) > 0 {
		c.out(s, lacks, "lacks "+strings.Join(lacks, ", "))
		return
	}
	s.opening = true
	c.beside.Go(func() { c.openRun(s) })
}

// out notes why it takes no part in a run and says it when that is new.
func (c *crew) out(s *seat, lacks []string, why string) {
	if s.said != why {
		c.Say(fmt.Sprintf("takes no part in run %s: %s", s.entry.Run, why))
	}
	s.lacks, s.said = lacks, why
	signal(c.news)
}

func (c *crew) lacking(e jobEntry) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(e.Tags)) {
		if c.Tags[name] != e.Tags[name] {
			out = append(out, fmt.Sprintf("tag %s=%s", cut(name, maxShown), cut(e.Tags[name], maxShown)))
		}
	}
	if c.Lacks != nil {
		out = append(out, c.Lacks(e.Needs)...)
	}
	return out
}

// openRun makes a run ready and takes its seat, unless the run is gone by
// then.
func (c *crew) openRun(s *seat) {
	m, err := openMember(c.hard, c, s.entry)
	c.mu.Lock()
	defer c.mu.Unlock()
	s.opening = false
	current := c.seats[token(s.entry.Run)] == s && !c.draining
	switch {
	case err != nil && current:
		c.out(s, []string{publicLack(err)}, saidLack(err))
	case err == nil && !current:
		c.beside.Go(m.close)
	case err == nil:
		s.member, s.lacks, s.said = m, nil, ""
		c.Tell(fmt.Sprintf("takes part in run %s (%s)", s.entry.Run, cut(s.entry.Suite, maxShown)))
		signal(c.news)
		signal(c.wake)
	}
}

// retire lets what is in flight of a run end and begins nothing of it. It is
// called with the lock held.
func (c *crew) retire(s *seat) {
	if m := s.member; m != nil {
		s.member = nil
		c.beside.Go(m.close)
	}
}

// leave ends what is in flight of a run: nobody waits for it any more.
func (c *crew) leave(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.seats[key]
	if s == nil {
		return
	}
	delete(c.seats, key)
	if m := s.member; m != nil {
		m.cut()
		c.retire(s)
		c.Tell("left run " + s.entry.Run)
	}
	signal(c.news)
}

// leaveAll is for a worker that ends: nothing of it is in flight.
func (c *crew) leaveAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.seats {
		c.retire(s)
	}
	clear(c.seats)
}
