package compare

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
)

// severity orders verdicts by which of them a question takes over from its
// repeats: the highest. It is below 0 for what is no verdict.
func severity(v results.Verdict) int {
	switch v {
	case results.Pass:
		return 0
	case results.Skipped:
		return 1
	case results.Inconclusive:
		return 2
	case results.Error:
		return 3
	case results.Fail:
		return 4
	}
	return -1
}

// checkVerdicts: repeats stand in order, each once, and the question is as the
// worst of them.
func (q *Question) checkVerdicts() error {
	if severity(q.Verdict) < 0 {
		return fmt.Errorf("verdict %q is none", q.Verdict)
	}
	worst := results.Pass
	for i, r := range q.Repeats {
		if r.Number != i {
			return fmt.Errorf("repeat %d stands where repeat %d should", r.Number, i)
		}
		if severity(r.Verdict) < 0 {
			return fmt.Errorf("repeat %d: verdict %q is none", i, r.Verdict)
		}
		if err := checkState(r.State); err != nil {
			return fmt.Errorf("repeat %d: %w", i, err)
		}
		if severity(r.Verdict) > severity(worst) {
			worst = r.Verdict
		}
	}
	if len(q.Repeats) > 0 && q.Verdict != worst {
		return fmt.Errorf("its verdict is %s, and that of its repeats %s", q.Verdict, worst)
	}
	return nil
}

// checkState: reports of early versions name no state.
func checkState(s results.AnswerState) error {
	switch s {
	case "", results.StateAnswered, results.StateHedged, results.StateDeclined, results.StateUnknown:
		return nil
	}
	return fmt.Errorf("state %q is none", s)
}

func (q *Question) checkFindings() error {
	for _, c := range q.Checks {
		switch c.Status {
		case results.FindingPass, results.FindingFail, results.FindingWarning, results.FindingInconclusive:
		default:
			return fmt.Errorf("check %q: status %q is none", c.Check, c.Status)
		}
	}
	return nil
}

// checkGate: a gate may find that it cannot tell, but not nothing at all.
func (r *Run) checkGate() error {
	if err := gateVerdict(r.Gate.Verdict); err != nil {
		return fmt.Errorf("gate: %w", err)
	}
	for _, rule := range r.Gate.Rules {
		if err := gateVerdict(rule.Verdict); err != nil {
			return fmt.Errorf("gate: rule %q: %w", rule.Name, err)
		}
	}
	return nil
}

func gateVerdict(v results.Verdict) error {
	switch v {
	case results.Pass, results.Fail, results.Inconclusive:
		return nil
	}
	return fmt.Errorf("verdict %q is none", v)
}
