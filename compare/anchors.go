package compare

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// measureAnchors asks whether the judge moved: the answers to anchors are
// frozen, so nothing else can have. Checks find the same in the same answer;
// only means are looked at.
func (c *comparison) measureAnchors() {
	a := &c.doc.Anchors
	a.N = len(c.pairs.anchors)
	if a.N == 0 || c.same {
		return
	}
	f := figuresOf(c.base, c.head, byID(c.pairs.anchors), true)
	for i := range f.series {
		s := &f.series[i]
		if s.N+s.Lost.missed() == 0 {
			continue
		}
		s.say(f.family, 0, c.overridden())
		if s.Claim == Lower || s.Claim == Higher {
			a.Moved = append(a.Moved, s.Name)
		}
		a.Series = append(a.Series, *s)
	}
	a.Says = a.text()
}

func (a *Anchors) text() string {
	var moved []string
	most := 0
	for i := range a.Series {
		s := &a.Series[i]
		most = max(most, s.N)
		if s.Claim == Lower || s.Claim == Higher {
			moved = append(moved, fmt.Sprintf("%s on %s by %s (95 %% %s, %s)", s.Claim, s.Name, s.unit().size(*s.Difference), s.sizes(), s.nText()))
		}
	}
	switch {
	case len(moved) > 0:
		return "The judge may have moved: on anchors, whose answers are frozen, the head is " + listed(moved) + "."
	case most < fewestPairs:
		return fmt.Sprintf("Too few anchors to tell whether the judge moved: %s.", nText(most))
	}
	return fmt.Sprintf("No evidence on the anchors that the judge moved, %s.", nText(most))
}

// judgeMoved: a figure that fails may be the judge's doing.
func (c *comparison) judgeMoved() bool { return len(c.doc.Anchors.Moved) > 0 }

// doubt takes the verdict fail off a figure that the judge may have moved.
func (s *Series) doubt() {
	s.Verdict = results.Inconclusive
	s.Notes = append(s.Notes, "Fails by its figures, which the judge may have moved: see the anchors.")
}

// failures are the hard findings that fail the gate, and those that the judge
// may have brought about.
func (c *comparison) failures() (certain, doubtful []Hard) {
	for _, h := range c.doc.Hard {
		if h.Judged && c.judgeMoved() {
			doubtful = append(doubtful, h)
		} else {
			certain = append(certain, h)
		}
	}
	return certain, doubtful
}

// withAnchors adds to the headline that the judge may have moved.
func (c *comparison) withAnchors(headline string) string {
	if !c.judgeMoved() {
		return headline
	}
	return strings.TrimSpace(headline + " " + c.doc.Anchors.Says)
}
