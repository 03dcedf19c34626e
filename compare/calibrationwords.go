package compare

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// The sentences are plain text and the same on every surface.

// figure2 is two decimals of a figure, a dash where there is none.
func figure2(v *float64) string {
	if v == nil {
		return "—"
	}
	return summary.Figure(*v, 2)
}

// Words is the coefficient with its interval, or why there is none.
func (c Coefficient) Words() string {
	switch {
	case c.Value == nil:
		return "undefined (" + c.Reason + ")"
	case c.Lo == nil:
		return figure2(c.Value) + " (" + c.Reason + ")"
	}
	return fmt.Sprintf("%s (95 %% %s to %s)", figure2(c.Value), figure2(c.Lo), figure2(c.Hi))
}

// Words is the share with its counts and its interval.
func (s Share) Words() string {
	switch {
	case s.Rate == nil:
		return "undefined (" + s.Reason + ")"
	case s.Lo == nil:
		return kOfN(s.K, s.N) + " (" + s.Reason + ")"
	}
	return fmt.Sprintf("%s (95 %% %s to %s)", kOfN(s.K, s.N), summary.Percent(*s.Lo), summary.Percent(*s.Hi))
}

// Words is the bias with its direction.
func (b JudgeBias) Words() string {
	if b.Lo == nil {
		return Signed(b.Mean)
	}
	return fmt.Sprintf("%s (95 %% %s to %s)", Signed(b.Mean), Signed(*b.Lo), Signed(*b.Hi))
}

func kOfN(k, n int) string {
	if n == 0 {
		return "0 of 0"
	}
	return fmt.Sprintf("%d of %d, %s", k, n, summary.Percent(float64(k)/float64(n)))
}

func (c *CalibrationSeries) says(format string, args ...any) {
	c.Says = append(c.Says, fmt.Sprintf(format, args...))
}

func (c *CalibrationSeries) say(s *labelledSeries, scale results.Scale) {
	j := c.Judge
	if j == nil {
		c.sayPeople()
		return
	}
	if j.Usable {
		c.says("Usable for gating: %s %s, bias %s, specificity %s, n=%d.",
			j.primaryName(), j.primary().Words(), j.Bias.Words(), j.AtFloor.Specificity.Words(), c.Questions)
	} else {
		c.says("Advisory, report it and do not gate on it: %s.", strings.Join(j.Against, "; "))
		c.says("Bias %s; specificity %s.", j.Bias.Words(), j.AtFloor.Specificity.Words())
	}
	c.sayCrowded(s, scale)
	if v := j.Quadratic.Value; v != nil && *v > 1-summary.Tolerance {
		c.says("All labels agree with the judge: the interval has no width because no difference was seen, not because none is possible.")
	}
	if n := j.AtFloor.FalsePass; n > 0 {
		c.says("Of %s that people put below the floor of %s the judge passes %d.",
			several(j.AtFloor.Specificity.N, "answer"), summary.Score(j.Floor), n)
	}
	if b := j.Bias; b.Lo != nil && *b.Lo > 0 {
		c.says("The judge is more lenient than people: all of the interval of the bias is above 0.")
	} else if b.Hi != nil && *b.Hi < 0 {
		c.says("The judge is stricter than people: all of the interval of the bias is below 0.")
	}
	c.sayCeiling()
	c.sayCorrected()
}

// sayCrowded keeps a reader from taking one of three figures alone where
// nearly all scores are equal.
func (c *CalibrationSeries) sayCrowded(s *labelledSeries, scale results.Scale) {
	level, share, ok := s.judgePairs().crowded(scale)
	if !ok || c.Judge.AC1 == nil {
		return
	}
	c.says("%s of all scores are %d. Read three figures together: %s exact agreement, kappa %s, AC1 %s.",
		summary.Percent(share), level, summary.Percent(c.Judge.Exact), c.Judge.Unweighted.Words(), figure2(c.Judge.AC1))
}

func (c *CalibrationSeries) sayCeiling() {
	j := c.Judge
	if c.People == nil {
		c.says("No answer was scored by two people: how far people agree is not known.")
		return
	}
	between := j.between(c.People)
	switch {
	case j.AsGood == nil:
		c.says("Whether the judge is as good as another person cannot be told: among people %s is %s.", j.primaryName(), between.Words())
	case *between.Value < leastAgreementLower:
		c.says("People agree too little with each other to hold a judge against them: %s %s (n=%d).", j.primaryName(), between.Words(), c.People.Answers)
	case *j.AsGood:
		c.says("As good as another person: the lower bound %s is above the people's own %s (n=%d) less %s.",
			figure2(j.primary().Lo), figure2(between.Value), c.People.Answers, summary.Figure(ceilingSlack, 2))
	default:
		c.says("Not shown to be as good as another person: the lower bound %s is not above the people's own %s (n=%d) less %s.",
			figure2(j.primary().Lo), figure2(between.Value), c.People.Answers, summary.Figure(ceilingSlack, 2))
	}
}

func (c *CalibrationSeries) sayCorrected() {
	if p := c.Judge.Corrected.PassRate; p.Value != nil {
		c.says("At the floor or above: %s as the judge sees it, %s corrected (95 %% %s to %s).",
			summary.Percent(*p.Judge), summary.Percent(*p.Value), summary.Percent(*p.Lo), summary.Percent(*p.Hi))
	}
	if m := c.Judge.Corrected.Mean; m.Value != nil {
		c.says("Mean: %s as the judge sees it, %s corrected (95 %% %s to %s).",
			figure2(m.Judge), figure2(m.Value), figure2(m.Lo), figure2(m.Hi))
	}
}

func (c *CalibrationSeries) sayPeople() {
	if c.People == nil {
		c.says("No answer was scored by two people.")
		return
	}
	c.says("Two people give an answer the same score in %s of %d pairs, and scores at most one apart in %s.",
		summary.Percent(c.People.Exact), c.People.Pairs, summary.Percent(c.People.Within1))
}
