package verdict

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

// ruling is a gate rule's result and what the exit code needs to know of it.
type ruling struct {
	results.RuleResult
	// unreached: inconclusive, and decided were it not for what a target or
	// a transport failed to deliver.
	unreached bool
}

// outcome counts questions and repeats for a rate rule; apart are those that
// no rule is about.
type outcome struct{ passed, failed, planned, unreached, apart int }

func (o outcome) undecided() int { return o.planned - o.passed - o.failed }

// rateRule holds a pass rate to its floor. What is undecided counts as failed
// in the lower bound and as passed in the upper one: the floor is passed or
// missed only when no outcome of the undecided could change that.
func rateRule(o outcome, floor float64, what string) ruling {
	r := ruling{RuleResult: results.RuleResult{Name: "passRate", Floor: &floor, Verdict: results.Inconclusive}}
	bounds, ok := stats.PassMissingBounds(o.passed, o.failed, o.undecided())
	if !ok {
		r.Message = "no question was selected: cannot tell"
		if o.apart > 0 {
			r.Message = fmt.Sprintf("all of %d planned are anchors or in quarantine: cannot tell", o.apart)
		}
		return r
	}
	r.Lower, r.Upper = &bounds.Worst, &bounds.Best
	r.Verdict = between(bounds, floor)
	r.Message = rateMessage(o, r.RuleResult, what)
	r.unreached = r.Verdict == results.Inconclusive && o.decidedWithoutUnreached(floor)
	return r
}

func between(b stats.Bounds, floor float64) results.Verdict {
	switch {
	case summary.AtLeast(b.Worst, floor):
		return results.Pass
	case !summary.AtLeast(b.Best, floor):
		return results.Fail
	}
	return results.Inconclusive
}

func (o outcome) decidedWithoutUnreached(floor float64) bool {
	bounds, ok := stats.PassMissingBounds(o.passed, o.failed, o.undecided()-o.unreached)
	return !ok || between(bounds, floor) != results.Inconclusive
}

func rateMessage(o outcome, r results.RuleResult, what string) string {
	floor := summary.Percent(*r.Floor, *r.Floor)
	counts := fmt.Sprintf("%d of %d %s", o.passed, o.planned, what)
	lower, upper := summary.Percent(*r.Lower, *r.Floor), summary.Percent(*r.Upper, *r.Floor)
	if n := o.undecided(); n > 0 {
		counts += fmt.Sprintf(", %d undecided", n)
		switch r.Verdict {
		case results.Pass:
			return fmt.Sprintf("%s: at least %s, floor %s", counts, lower, floor)
		case results.Fail:
			return fmt.Sprintf("%s: at most %s, below the floor %s", counts, upper, floor)
		}
		return fmt.Sprintf("%s: %s to %s, floor %s: cannot tell", counts, lower, upper, floor)
	}
	if r.Verdict == results.Fail {
		return fmt.Sprintf("%s: %s, below the floor %s", counts, lower, floor)
	}
	return fmt.Sprintf("%s: %s, floor %s", counts, lower, floor)
}

// meanRule holds the mean of a dimension to its floor, once enough of its
// cells are scored. The bounds beside it say where missing cells could move
// the mean.
func meanRule(d results.DimensionSummary, floor, minScored float64, unreached int) ruling {
	r := ruling{RuleResult: results.RuleResult{
		Name: string(d.Name), Floor: &floor, Verdict: results.Inconclusive, Lower: d.Worst, Upper: d.Best,
	}}
	switch {
	case d.Coverage != nil && !summary.AtLeast(*d.Coverage, minScored):
		r.Message = fmt.Sprintf("%s: %s of its cells scored (%d), %s needed: cannot tell",
			d.Name, summary.Percent(*d.Coverage, minScored), d.Scored, summary.Percent(minScored, minScored))
	case d.Mean == nil:
		r.Message = fmt.Sprintf("%s: %s", d.Name, d.Reason)
	default:
		r.Verdict = results.Fail
		relation := "below the floor"
		if summary.AtLeast(*d.Mean, floor) {
			r.Verdict, relation = results.Pass, "floor"
		}
		r.Message = fmt.Sprintf("%s: mean %s over %d of %d planned, %s %s", d.Name,
			summary.Figure(*d.Mean, 2, floor), d.Scored, d.Planned, relation, summary.Figure(floor, 2, floor))
	}
	r.unreached = r.Verdict == results.Inconclusive && coveredWithoutUnreached(d, minScored, unreached)
	return r
}

func coveredWithoutUnreached(d results.DimensionSummary, minScored float64, unreached int) bool {
	rest := d.Scored + d.Errored + d.Inconclusive + d.Skipped - unreached
	if unreached == 0 {
		return false
	}
	return rest == 0 || d.Scored > 0 && summary.AtLeast(float64(d.Scored)/float64(rest), minScored)
}
