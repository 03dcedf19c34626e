package grounding

import (
	"fmt"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// Trace holds a response against its context and the ground, and decides.
func Trace(response string, c *Context, g Ground, rules Rules) Report {
	r := newReport(c, g)
	r.rules = rules
	matched, total := c.Score(response)
	if why := nothingToJudge(response, c, total); why != "" {
		r.inconclude(why)
		return r
	}
	r.judged, r.Score = true, ratio(matched, total)
	r.check(response, c, g)
	r.warn(response, c)
	r.Confidence = r.confidence()
	if rules.Support {
		s := c.evidence().Score(response)
		r.Support = &s
	}
	r.decide()
	return r
}

// nothingToJudge says what is missing, "" for nothing. An empty side is named
// before one that holds only words which say nothing.
func nothingToJudge(response string, c *Context, terms int) string {
	switch {
	case blank(response):
		return "the response is empty"
	case blank(c.text):
		return "the context is empty"
	case len(c.terms) == 0:
		return "the context holds no technical vocabulary"
	case terms == 0:
		return "the response holds no technical vocabulary"
	}
	return ""
}

func blank(s string) bool { return answers.Answer{Text: s}.Blank() }

// inconclude ends a report before anything was measured.
func (r *Report) inconclude(why string) {
	r.Verdict, r.Reasons = results.Inconclusive, []string{why}
	r.Claims.Structural = false
	r.Confidence = Confidence{Level: "low", Basis: []string{"nothing to judge"}}
}

func (r *Report) check(response string, c *Context, g Ground) {
	for _, claim := range Claims(response) {
		if claim.Denied {
			r.Claims.Denied = append(r.Claims.Denied, placeOf(claim))
			continue
		}
		r.Claims.add(claim, g.route(claim, c))
	}
	r.Claims.Coverage = ratio(r.Claims.Grounded, r.Claims.Total)
}

func (r *Report) warn(response string, c *Context) {
	r.hedgings = hedgings(response)
	for _, h := range r.hedgings {
		r.Warnings = append(r.Warnings, hedgingWarning(h))
	}
	if c.source.Warning != "" {
		r.Warnings = append(r.Warnings, c.source.Warning)
	}
}

// decide gathers what fails the answer under the rules. Without a failure, too
// few claims leave it open.
func (r *Report) decide() {
	rules := r.rules
	if rules.FailOn.Score && r.Score < rules.Threshold {
		r.Reasons = append(r.Reasons, r.underThreshold())
	}
	if rules.FailOn.Ungrounded {
		for _, p := range r.Claims.Ungrounded {
			r.Reasons = append(r.Reasons, r.Claims.unfound(p))
		}
	}
	if rules.FailOn.Warning {
		r.Reasons = append(r.Reasons, r.Warnings...)
	}
	switch {
	case len(r.Reasons) > 0:
		r.Verdict = results.Fail
	case r.Claims.Total < rules.RequireClaims:
		r.Verdict = results.Inconclusive
		r.Reasons = append(r.Reasons, fmt.Sprintf("%d claim(s), %d required", r.Claims.Total, rules.RequireClaims))
	default:
		r.Verdict = results.Pass
	}
}

func (r Report) underThreshold() string {
	return fmt.Sprintf("score %s is under the threshold %s", shortest(r.Score), shortest(r.rules.Threshold))
}

// unfound says which claim has no ground and where it was looked for.
func (r ClaimReport) unfound(p Place) string {
	where := "the context"
	if r.Structural {
		where = "the context or the repository"
	}
	return fmt.Sprintf("%s %s is not grounded in %s", p.Kind, Shown(p.Kind, p.Value), where)
}
