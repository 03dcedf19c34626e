package summary

import "github.com/evalrun/evalrun/results"

// addVerdicts counts the verdicts of one question's repeats.
func (a *Accumulator) addVerdicts(q results.Question, records []*results.Record, missing int) {
	passed, decided := 0, 0
	for _, r := range records {
		switch r.Verdict {
		case results.Pass:
			passed++
			decided++
		case results.Fail:
			decided++
		case results.Error:
			a.totals.Error++
		case results.Inconclusive:
			a.totals.Inconclusive++
		case results.Skipped:
			a.totals.Skipped++
		}
	}
	a.totals.Planned += a.repeats
	a.totals.Pass += passed
	a.totals.Fail += decided - passed
	a.totals.Skipped += missing
	a.pass.add(q.Group, passed, decided, a.repeats-decided)
}
