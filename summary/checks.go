package summary

import "github.com/evalrun/evalrun/results"

// Checks counts questions and repeats by what the mechanical checks alone
// say. Unknown are those without an answer or with nothing that could be
// checked; Unreached are the part of them whose target failed.
type Checks struct{ Passed, Failed, Unknown, Unreached int }

// add counts what the checks alone say of one record. A question passes them
// when one at least passed and none failed or had nothing to check.
func (c *Checks) add(r *results.Record) {
	switch {
	case checksFailed(r):
		c.Failed++
	case r.Answer != nil && hasFinding(r, results.FindingPass) && !hasFinding(r, results.FindingInconclusive):
		c.Passed++
	default:
		c.Unknown++
		if r.Answer == nil && r.Error != nil && Transport(r.Error.Code) {
			c.Unreached++
		}
	}
}

func checksFailed(r *results.Record) bool { return hasFinding(r, results.FindingFail) }

func hasFinding(r *results.Record, s results.FindingStatus) bool {
	for i := range r.Findings {
		if r.Findings[i].Status == s {
			return true
		}
	}
	return false
}
