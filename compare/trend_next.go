package compare

import (
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// next says what to do, with the commands to do it.
func (t *trend) next() string {
	newest := t.newest()
	if newest < 0 {
		return "run the suite: its nights are charted from the third one on"
	}
	if s, ok := t.gravest(); ok && (s.fails() || !t.anyPending()) {
		return t.afterSignal(s)
	}
	if t.anyPending() {
		return t.afterPending()
	}
	switch {
	case t.doc.Gate.Verdict == results.Pass:
		return "nothing; a single bad night is no signal, its own report tells what happened"
	case t.doc.Nights[newest].Left != "":
		return "look at " + t.doc.Nights[newest].Folder
	}
	return "go on with the nightly runs; until the charts have their nights, hold each run to its floors"
}

// gravest is the lasting signal to look at first: one that fails, then one
// that may be the judge, then a rise.
func (t *trend) gravest() (found Signal, ok bool) {
	rank := func(s Signal) int {
		switch {
		case s.fails():
			return 3
		case s.Anchors || s.Direction == Fall:
			return 2
		}
		return 1
	}
	for _, s := range t.those(func(s Signal) bool { return s.Active }) {
		if !ok || rank(s) > rank(found) {
			found, ok = s, true
		}
	}
	return found, ok
}

func (t *trend) afterSignal(s Signal) string {
	accept := fmt.Sprintf("if it is to stay, %s begins a new segment with the first night of the change, so that every night since teaches it what is normal", t.accept(s.Likely))
	if s.Anchors || s.Doubt != "" {
		return "judge the answers of the nights before with the judge of tonight (evalrun rejudge) and compare; " + accept
	}
	before := t.before(s.Likely)
	if before < 0 {
		return "read the report of " + t.doc.Nights[s.Last].Folder + "; " + accept
	}
	return fmt.Sprintf("evalrun compare %s %s names the questions; %s", quoted(t.doc.Nights[before].Folder), quoted(t.doc.Nights[s.Last].Folder), accept)
}

func (t *trend) accept(night int) string {
	return fmt.Sprintf("evalrun history accept %s %s --reason TEXT", quoted(t.doc.Suite), quoted(t.doc.Nights[night].Run))
}

func (t *trend) anyPending() bool {
	return slices.ContainsFunc(t.doc.Signals, func(s Signal) bool { return s.Pending })
}

// afterPending tells how to look at a fall of a segment before this one, and
// how to be done with it: accepting the night with which the present segment
// begins costs no night of it.
func (t *trend) afterPending() string {
	var last Signal
	for _, s := range t.doc.Signals {
		if s.Pending && s.Last >= last.Last {
			last = s
		}
	}
	night := t.doc.Segments[len(t.doc.Segments)-1].First
	if night <= last.Last {
		night = t.newest()
	}
	accept := fmt.Sprintf("if it is known, is over, or is to stay, %s says so", t.accept(night))
	if before := t.before(last.Likely); before >= 0 {
		return fmt.Sprintf("evalrun compare %s %s names the questions; %s", quoted(t.doc.Nights[before].Folder), quoted(t.doc.Nights[last.Last].Folder), accept)
	}
	return "read the report of " + t.doc.Nights[last.Last].Folder + "; " + accept
}

// before is the charted night before another one, -1 where there is none.
func (t *trend) before(night int) int {
	for i := night - 1; i >= 0; i-- {
		if t.together(i, night) {
			return i
		}
	}
	return -1
}
