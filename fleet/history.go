package fleet

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"
)

// history is what workers noted of a task before.
type history struct {
	counts map[attempt]bool // those that were not given back
	notes  []note           // the last ones, the oldest first
	before int              // how many there are before these
}

// attempt is one delivery of a task to one worker. The server numbers the
// deliveries of a message from 1, so that those of a task that is published
// anew have the same numbers, and a worker may have its name from a person.
type attempt struct {
	worker             string
	sequence, delivery uint64
}

// mostNotes is what a person can read of a history.
const mostNotes = 50

// history reads the notes of the task, all of them: one that was often given
// back is no better for it. Those of this attempt, which the server may have
// stored without having been heard, are none of its past.
func (d *delivery) history(ctx context.Context) (history, error) {
	h := history{counts: map[attempt]bool{}}
	found, err := d.m.crew.Conn.allOf(ctx, d.m.results, startSubject(d.m.entry.Run, d.key), math.MaxInt)
	for _, s := range found {
		if n, err := decodeNote(s.data, d.m.entry.Run); err == nil && n.attempt() != d.tried {
			h.add(n)
		}
	}
	return h, err
}

// add takes the next note. One that was stored twice counts once.
func (h *history) add(n note) {
	h.counts[n.attempt()] = n.Event != noteReturned
	if len(h.notes) == mostNotes {
		h.notes = h.notes[1:]
		h.before++
	}
	h.notes = append(h.notes, n)
}

// begun is how often the task was begun and not given back.
func (h history) begun() (times int) {
	for _, counts := range h.counts {
		if counts {
			times++
		}
	}
	return times
}

// String says who began the task and when, and why it failed.
func (h history) String() string {
	var b strings.Builder
	if h.before > 0 {
		fmt.Fprintf(&b, "; %d notes before", h.before)
	}
	for _, n := range h.notes {
		fmt.Fprintf(&b, "; %s %s by %s", n.At.UTC().Format(time.RFC3339), n.Event, cut(n.Worker, maxShown))
		if n.Message != "" {
			b.WriteString(": " + cut(n.Message, maxShown))
		}
	}
	return strings.TrimPrefix(b.String(), "; ")
}
