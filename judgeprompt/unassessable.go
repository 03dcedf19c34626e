package judgeprompt

import (
	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// Unassessable returns the dimensions that the judge would be told not to
// score, as Build puts them in the prompt's Spec, for an answer that no judge
// is asked about. The slice is shared and must not be changed.
func (r Request) Unassessable() []results.Dimension {
	evidence := answers.Answer{Retrieved: r.Evidence}.Evidence(nil)
	calibrated := !r.ConfidenceOptional || r.Answer.Confidence.Stated()
	return formOf(results.CategoryOf(r.Category != results.Negative), len(evidence) > 0, calibrated).spec.Unassessable
}
