package summary

import (
	"strings"

	"github.com/evalrun/evalrun/results"
)

// addTarget counts how the answer of one record was had. An answer that a
// resumed run found in its folder was paid for by a record that may be gone;
// its tokens are counted nowhere else, so they are counted here.
func (s *Spending) addTarget(r *results.Record) {
	failed := r.Error != nil && strings.HasPrefix(r.Error.Code, "target_")
	if failed {
		s.target.Errors[r.Error.Code]++
	}
	if r.Target.Reused {
		s.target.Reused++
	} else {
		calls := targetCalls(r, failed)
		s.target.Asked++
		s.target.Calls += calls
		s.target.Retries += calls - 1
	}
	if r.Answer != nil {
		s.addUsage(r)
	}
}

// targetCalls is one at least: the question was put to the target.
func targetCalls(r *results.Record, failed bool) int {
	calls := max(1, r.Target.Attempts)
	if failed {
		calls = max(calls, r.Error.Attempts)
	}
	return calls
}

func (s *Spending) addUsage(r *results.Record) {
	usage := r.Answer.Usage
	if usage == nil || usage.PromptTokens == nil && usage.CompletionTokens == nil {
		s.target.Unmetered++
		return
	}
	if usage.PromptTokens != nil {
		s.target.PromptTokens += max(0, *usage.PromptTokens)
	}
	if usage.CompletionTokens != nil {
		s.target.CompletionTokens += max(0, *usage.CompletionTokens)
	}
}
