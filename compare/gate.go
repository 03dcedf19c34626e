package compare

import (
	"cmp"
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// mostLost is the share of pairs that may lack a figure before the rest says
// too little of the whole.
const mostLost = 0.05

// unlike reports whether the pairs that lack a figure may be what makes the
// difference: too many of them, or more on one side than chance explains.
func (l Lost) unlike(paired int) bool {
	missed := l.missed()
	if missed == 0 {
		return false
	}
	return float64(missed) > mostLost*float64(paired+missed) || stats.McNemarExact(l.Base, l.Head).PTwo < alpha
}

// reachable reports whether a run without any change could show that the
// margin is kept. Where it could not, the series says nothing about the margin
// and must not hold up a gate for ever.
func reachable(m *measured, margin float64) bool {
	lower, ok := unchangedBound(m.single, len(m.pairs), m.clusters())
	return ok && lower > -margin
}

// fewestFor is the number of questions, all standing alone, from which on
// unchanged ones show a margin.
func fewestFor(m *measured, margin float64) int { return gateableFrom(m.single, 1, margin) }

// judge gives a gated series its state and verdict. The bounds of a figure of
// which less is better are turned round first.
func (s *Series) judge(margin float64) {
	if s.LowerBound == nil {
		s.State, s.Verdict = "", results.Inconclusive
		return
	}
	lo, hi, lower, upper := *s.Lo, *s.Hi, *s.LowerBound, *s.UpperBound
	if s.LowerIsBetter {
		lo, hi, lower, upper = -hi, -lo, -upper, -lower
	}
	s.State = stats.NonInferiority(lo, hi, lower, upper, margin)
	s.Verdict = results.Verdict(s.State.Verdict())
}

// decide is the gate: the worst of the gated series and the hard findings. No
// correction for several figures is due, since all of them must pass.
func (c *comparison) decide() {
	g := &c.doc.Gate
	switch {
	case c.doc.Refusal != nil:
		g.Reasons = append(g.Reasons, "the runs cannot be compared")
		g.ExitCode = refusedExit
		return
	case c.same:
		g.Verdict = results.Pass
		g.Reasons = append(g.Reasons, "both sides are the same run")
		c.settleAll()
		return
	case len(c.pairs.counted) == 0:
		g.Reasons = append(g.Reasons, "nothing to compare")
		g.ExitCode = exitCode(g.Verdict, "")
		return
	case c.overridden():
		g.Reasons = append(g.Reasons, "no gate: the runs were measured differently")
	default:
		c.gate()
	}
	g.ExitCode = exitCode(g.Verdict, c.opt.Inconclusive)
}

// refusedExit is the exit code of a comparison that was not made.
const refusedExit = 3

// settleAll: a run keeps every margin against itself, however few questions it
// has.
func (c *comparison) settleAll() {
	for i := range c.doc.Series {
		s := &c.doc.Series[i]
		if s.Gated {
			s.Verdict = results.Pass
		}
		s.Says, s.Reason, s.Notes = "Both sides are the same run.", "", []string{}
	}
}

func (c *comparison) gate() {
	g := &c.doc.Gate
	for i := range c.doc.Series {
		if s := &c.doc.Series[i]; s.Gated && s.Verdict != "" {
			g.Rules = append(g.Rules, s.rule())
		}
	}
	failed, unclear := []string{}, []string{}
	for _, r := range g.Rules {
		switch r.Verdict {
		case results.Fail:
			failed = append(failed, label(r.Name)+": "+r.Message)
		case results.Inconclusive:
			unclear = append(unclear, label(r.Name)+": "+r.Message)
		}
	}
	certain, doubtful := c.failures()
	for _, h := range certain {
		failed = append(failed, fmt.Sprintf("question %s: %s", h.Question, h.Message))
	}
	for _, h := range doubtful {
		unclear = append(unclear, fmt.Sprintf("question %s: %s, by scores of a judge that may have moved", h.Question, h.Message))
	}
	switch {
	case len(failed) > 0:
		g.Verdict = results.Fail
	case len(g.Rules) == 0:
		unclear = append(unclear, "no gated figure has enough questions to be gated")
	case len(unclear) == 0:
		g.Verdict = results.Pass
	}
	g.Reasons = append(append(g.Reasons, failed...), unclear...)
}

func (s *Series) rule() Rule {
	return Rule{
		Name: s.Name, Verdict: s.Verdict, State: s.State, Margin: *s.Margin, Message: cmp.Or(s.marginText(), s.Reason),
	}
}
