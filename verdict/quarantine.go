package verdict

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// maxOver is how many questions one message names.
const maxOver = 5

// quarantineRule fails a run with a question whose quarantine is over, passed
// or not: a quarantine that ends unnoticed would be one for ever.
func quarantineRule(s summary.Summary) []ruling {
	if s.Quarantine == nil || s.Quarantine.Over == 0 {
		return nil
	}
	var named []string
	for _, q := range s.Quarantine.Questions {
		if q.Over && len(named) < maxOver {
			named = append(named, fmt.Sprintf("%s (until %s: %s)", q.ID, q.Until, q.Reason))
		}
	}
	if left := s.Quarantine.Over - len(named); left > 0 {
		named = append(named, fmt.Sprintf("%d more", left))
	}
	return []ruling{{RuleResult: results.RuleResult{
		Name: "quarantine", Verdict: results.Fail,
		Message: "quarantine is over: " + strings.Join(named, ", ") + ": mend the question or give it a new date",
	}}}
}
