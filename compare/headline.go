package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// headline is the one sentence for somebody who reads no more.
func (c *comparison) headline() string {
	n := len(c.pairs.counted)
	switch {
	case c.doc.Refusal != nil:
		return "Not compared: " + c.doc.Refusal.text() + "."
	case c.same:
		return "Both sides are the same run: nothing can have changed."
	case n == 0:
		return "Nothing to compare: " + c.emptyWords() + "."
	case c.overridden():
		return fmt.Sprintf("Measured differently (%s): differences are between measurements, not between systems, on %s; %s.",
			strings.Join(c.doc.Allowed, ", "), several(n, "question"), c.flipWords())
	}
	switch c.doc.Gate.Verdict {
	case results.Fail:
		return c.failWords()
	case results.Pass:
		return c.passWords()
	}
	return fmt.Sprintf("Cannot tell whether head is worse than base: %s; %s.", c.unclearWords(), c.flipWords())
}

// unclearWords is why the gate cannot tell.
func (c *comparison) unclearWords() string {
	var parts []string
	for i := range c.doc.Series {
		s := &c.doc.Series[i]
		switch {
		case s.Verdict != results.Inconclusive:
		case s.State == "":
			parts = append(parts, label(s.Name)+": "+s.Reason)
		default:
			parts = append(parts, fmt.Sprintf("%s, and the %s may be as large as %s, %s", s.movedWords(), s.direction().drop, s.unit().size(s.direction().worst), s.allowedWords()))
		}
	}
	if _, doubtful := c.failures(); len(doubtful) > 0 {
		parts = append(parts, fmt.Sprintf("question %s %s", doubtful[0].Question, doubtful[0].Message)+moreSuch(len(doubtful)-1))
	}
	if len(parts) == 0 {
		return c.doc.Gate.Reasons[0]
	}
	return strings.Join(parts, "; ")
}

func (r *Refusal) text() string {
	var out []string
	for _, d := range r.Reasons {
		out = append(out, d.Message)
	}
	return strings.Join(out, "; ")
}

func (c *comparison) emptyWords() string {
	p := c.doc.Pairing
	switch {
	case p.Common == 0:
		return fmt.Sprintf("%d questions in the base, %d in the head, none in both", p.Base, p.Head)
	case len(p.Quarantined) > 0:
		return "every common question is in quarantine"
	}
	return "every common question was edited"
}

// failWords names what failed, with its size. A figure may fail the gate while
// test and interval do not agree on a change: then nobody is called worse.
func (c *comparison) failWords() string {
	var parts []string
	for i := range c.doc.Series {
		s := &c.doc.Series[i]
		if s.Verdict != results.Fail {
			continue
		}
		parts = append(parts, s.movedWords()+", "+s.allowedWords())
	}
	hard, _ := c.failures()
	if len(hard) > 0 {
		parts = append(parts, fmt.Sprintf("question %s %s", hard[0].Question, hard[0].Message)+moreSuch(len(hard)-1))
	}
	opening := "Head fails against base"
	if len(hard) > 0 || slices.ContainsFunc(c.doc.Series, func(s Series) bool { return s.Verdict == results.Fail && s.worse() }) {
		opening = "Head is worse than base"
	}
	return fmt.Sprintf("%s: %s; %s.", opening, strings.Join(parts, "; "), c.flipWords())
}

func moreSuch(k int) string {
	if k == 0 {
		return ""
	}
	return fmt.Sprintf(", and %d more such", k)
}

// movedWords are the difference with its interval and the questions that it
// was seen on.
func (s *Series) movedWords() string {
	moved := fmt.Sprintf("rose by %s", s.unit().size(*s.Difference))
	switch {
	case math.Abs(*s.Difference) <= tie:
		moved = "did not move on average"
	case *s.Difference < 0:
		moved = fmt.Sprintf("fell by %s", s.unit().size(*s.Difference))
	}
	return fmt.Sprintf("on %s the figure %s (95 %% %s, %s)", label(s.Name), moved, s.sizes(), s.nText())
}

func (s *Series) allowedWords() string { return s.unit().bare(*s.Margin) + " allowed" }

// passWords names what was shown, and what was not.
func (c *comparison) passWords() string {
	var kept, moved, open []string
	for i := range c.doc.Series {
		s := &c.doc.Series[i]
		switch {
		case s.Gated && s.Verdict == results.Pass:
			kept = append(kept, fmt.Sprintf("%s on %s (%s)", s.unit().size(*s.Margin), label(s.Name), s.nText()))
		case s.Gated && s.Verdict == "":
			open = append(open, label(s.Name))
		}
		if s.Claim == Lower || s.Claim == Higher {
			moved = append(moved, fmt.Sprintf("%s on %s by %s", s.Claim, label(s.Name), s.unit().size(*s.Difference)))
		}
	}
	text := "Head is not worse than base by more than " + listed(kept)
	if len(moved) > 0 {
		text += "; " + listed(moved)
	}
	if len(open) > 0 {
		text += "; too few questions to tell on " + listed(open)
	}
	return text + "; " + c.flipWords() + "."
}

func (c *comparison) flipWords() string {
	if k := c.doc.Flips.PassToFail + c.doc.Flips.FailToPass; k > 0 {
		return several(k, "flip") + " to read"
	}
	return "no question changed sides"
}
