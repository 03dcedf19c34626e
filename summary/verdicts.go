package summary

import "github.com/evalrun/evalrun/results"

// addVerdicts counts the verdicts of one question's repeats and says how many
// passed and how many were decided.
func addVerdicts(t *results.Totals, records []*results.Record, missing int) (passed, decided int) {
	for _, r := range records {
		switch r.Verdict {
		case results.Pass:
			passed++
			decided++
		case results.Fail:
			decided++
		case results.Error:
			t.Error++
		case results.Inconclusive:
			t.Inconclusive++
		case results.Skipped:
			t.Skipped++
		}
	}
	t.Planned += len(records) + missing
	t.Pass += passed
	t.Fail += decided - passed
	t.Skipped += missing
	return passed, decided
}
