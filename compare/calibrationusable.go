package compare

import (
	"fmt"

	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

// What a dimension must reach to be gated on. They are conventions: agreement
// that people call substantial, and bounds that keep luck with few labels from
// reaching it.
const (
	leastAgreement      = 0.60
	leastAgreementLower = 0.40
	mostBias            = 0.25
	leastSpecificity    = 0.80
	leastSpecificityLow = 0.65
	leastQuestions      = 60
	hardlyAgrees        = 0.20 // little better than chance
	// ceilingSlack is how far a judge may stay below what people reach among
	// each other and still count as one of them.
	ceilingSlack = 0.10
)

// The coefficient that decides.
const (
	primaryKappa = "quadraticKappa"
	primaryAlpha = "alpha"
)

// decide applies the rule. With more than two raters, or where not everybody
// scored everything, alpha decides: kappa then mixes pairs of different people.
func (j *JudgeAgreement) decide(out CalibrationSeries, s *labelledSeries) {
	j.Primary = primaryKappa
	if len(s.raters) > 2 || !s.complete() {
		j.Primary = primaryAlpha
	}
	c := j.primary()
	j.againstAgreement(c)
	if b := j.Bias.Mean; b > mostBias+summary.Tolerance || b < -mostBias-summary.Tolerance {
		j.against("bias %s, at most %s either way is allowed", Signed(b), summary.Figure(mostBias, 2))
	}
	j.againstSpecificity(j.AtFloor.Specificity)
	if out.Questions < leastQuestions {
		j.against("%s, %d are needed", several(out.Questions, "labelled question"), leastQuestions)
	}
	j.Usable = len(j.Against) == 0
	if people := out.People; people != nil {
		if between := j.between(people); between.Value != nil && c.Lo != nil {
			j.AsGood = new(*c.Lo > *between.Value-ceilingSlack)
		}
	}
}

func (j *JudgeAgreement) primary() Coefficient {
	if j.Primary == primaryAlpha {
		return j.Alpha
	}
	return j.Quadratic
}

// between is the same coefficient among people.
func (j *JudgeAgreement) between(p *PeopleAgreement) Coefficient {
	if j.Primary == primaryAlpha {
		return p.Alpha
	}
	return p.Quadratic
}

func (j *JudgeAgreement) primaryName() string {
	if j.Primary == primaryAlpha {
		return "alpha"
	}
	return "quadratic kappa"
}

func (j *JudgeAgreement) against(format string, args ...any) {
	j.Against = append(j.Against, fmt.Sprintf(format, args...))
}

func (j *JudgeAgreement) againstAgreement(c Coefficient) {
	name := j.primaryName()
	switch {
	case c.Value == nil:
		j.against("no %s: %s", name, c.Reason)
		return
	case !summary.AtLeast(*c.Value, leastAgreement):
		j.against("%s %s, %s is needed", name, summary.Figure(*c.Value, 2, leastAgreement), summary.Figure(leastAgreement, 2))
	}
	switch {
	case c.Lo == nil:
		j.against("no interval of %s: %s", name, c.Reason)
	case !summary.AtLeast(*c.Lo, leastAgreementLower):
		j.against("lower bound of %s %s, %s is needed", name,
			summary.Figure(*c.Lo, 2, leastAgreementLower), summary.Figure(leastAgreementLower, 2))
	}
}

func (j *JudgeAgreement) againstSpecificity(s Share) {
	switch {
	case s.Rate == nil:
		j.against("no specificity: %s", s.Reason)
		return
	case !summary.AtLeast(*s.Rate, leastSpecificity):
		j.against("of %d answers that people fail the judge fails %d, %s; %s is needed", s.N, s.K,
			summary.Percent(*s.Rate, leastSpecificity), summary.Percent(leastSpecificity))
	}
	switch {
	case s.Lo == nil:
		j.against("no interval of specificity: %s", s.Reason)
	case !summary.AtLeast(*s.Lo, leastSpecificityLow):
		j.against("lower bound of specificity %s, %s is needed: at least %s",
			summary.Percent(*s.Lo, leastSpecificityLow), summary.Percent(leastSpecificityLow), moreBad(s.moreBad()))
	}
}

// moreBad is how many more answers that people fail it takes at least to bring
// the lower bound of specificity to what is needed: if the judge fails all of
// them, and each stands alone.
func (s Share) moreBad() int {
	for more := 0; ; more++ {
		if i, ok := stats.Wilson(s.K+more, s.N+more, conf); ok && summary.AtLeast(i.Lo, leastSpecificityLow) {
			return more
		}
	}
}

func moreBad(n int) string { return several(n, "more bad answer") }

// disagrees reports whether the labels suffice to say that the judge does not
// see what people see: more labels would not mend that.
func (s CalibrationSeries) disagrees() string {
	j := s.Judge
	c, spec := j.primary(), j.AtFloor.Specificity
	switch {
	case s.Questions < smallSample:
		return ""
	case c.Value != nil && *c.Value < hardlyAgrees:
		return fmt.Sprintf("%s %s", j.primaryName(), c.Words())
	case spec.Hi != nil && *spec.Hi < leastSpecificity:
		return "specificity " + spec.Words()
	}
	return ""
}
