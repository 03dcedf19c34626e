package verdict

import (
	"fmt"
	"maps"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// onChecks is the gate setting under which the mechanical checks alone count.
const onChecks = "checks"

// Gate holds a run to its rules; the worst of them is its verdict, and with
// the way the run ended it gives the exit code. Reasons are the messages of
// the rules that made the verdict, then why the exit code differs from it.
func Gate(info results.RunInfo, s summary.Summary) results.GateResult {
	rulings := rule(info, s)
	out := results.GateResult{Verdict: results.Pass, Reasons: []string{}, Rules: []results.RuleResult{}}
	for _, r := range rulings {
		out.Rules = append(out.Rules, r.RuleResult)
		out.Verdict = worse(out.Verdict, r.Verdict)
	}
	for _, r := range rulings {
		// A series may be gated and keep the run from passing for one reason.
		if r.Verdict == out.Verdict && !slices.Contains(out.Reasons, r.Message) {
			out.Reasons = append(out.Reasons, r.Message)
		}
	}
	end := endOf(info, s, out.Verdict, rulings)
	out.ExitCode = end.code
	if end.why != "" {
		out.Reasons = append(out.Reasons, fmt.Sprintf("exit %d: %s", end.code, end.why))
	}
	return out
}

func worse(a, b results.Verdict) results.Verdict {
	if a == results.Fail || b == results.Fail {
		return results.Fail
	}
	if a == results.Inconclusive || b == results.Inconclusive {
		return results.Inconclusive
	}
	return results.Pass
}

func rule(info results.RunInfo, s summary.Summary) []ruling {
	spec := info.Gate
	if spec.On == onChecks {
		out := append([]ruling{checksRule(spec.PassRate, s)}, dimensionRules(spec, s)...)
		out = append(out, quarantineRule(s)...)
		if info.Judge.Kind == results.JudgeNone {
			return out
		}
		return append(out, groundingRule(s)...)
	}
	out := []ruling{rateRule(outcome{
		passed: s.Totals.Pass, failed: s.Totals.Fail, planned: s.Totals.Counted(),
		unreached: s.Infrastructure.Errors, apart: s.Totals.Planned - s.Totals.Counted(),
	}, spec.PassRate, "pass")}
	out = append(out, dimensionRules(spec, s)...)
	out = append(out, quarantineRule(s)...)
	return append(out, groundingRule(s)...)
}

func checksRule(floor float64, s summary.Summary) ruling {
	c := s.Checks
	return rateRule(outcome{
		passed: c.Passed, failed: c.Failed, planned: s.Totals.Counted(), unreached: c.Unreached,
		apart: s.Totals.Planned - s.Totals.Counted(),
	}, floor, "pass the checks")
}

// dimensionRules follow the order of the report. A gated series that the run
// does not have is not measured, and says so.
func dimensionRules(spec results.GateSpec, s summary.Summary) []ruling {
	var out []ruling
	open := maps.Clone(spec.Dimensions)
	for _, d := range s.Dimensions {
		if floor, gated := open[d.Name]; gated {
			out = append(out, meanRule(d, floor, spec.MinScored, s.Infrastructure.Cells[d.Name]))
			delete(open, d.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(open)) {
		absent := results.DimensionSummary{Name: name, Reason: "not measured: not a series of this run"}
		out = append(out, meanRule(absent, open[name], spec.MinScored, 0))
	}
	return out
}

// groundingRule keeps a run from passing in which no answer to a covered
// question was held against its sources, for whatever reason: that is what a
// run is for.
func groundingRule(s summary.Summary) []ruling {
	name := results.SeriesOf(results.Positive, results.Grounding)
	for _, d := range s.Dimensions {
		if d.Name == name && d.Planned > 0 && d.Scored == 0 {
			return []ruling{{
				RuleResult: results.RuleResult{
					Name: "coverage", Verdict: results.Inconclusive,
					Message: fmt.Sprintf("%s: %s", name, d.Reason),
				},
				unreached: s.Infrastructure.Cells[name] == d.Planned,
			}}
		}
	}
	return nil
}
