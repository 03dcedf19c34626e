package fleet

import (
	"errors"
	"fmt"
	"slices"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// maxMilliseconds is far above what any call takes.
const maxMilliseconds = 30 * 24 * 60 * 60 * 1000

// milliseconds reports whether something can have taken as long.
func milliseconds(ms float64) bool { return ms >= 0 && ms <= maxMilliseconds }

// tokens reports whether a call can have taken as many; see maxTokens.
func tokens(n int) bool { return n >= 0 && n <= maxTokens }

// checkNumbers wants counts and times that can be added up.
func checkNumbers(r *results.Record) error {
	if !milliseconds(r.Times.AnswerMs) || !milliseconds(r.Times.JudgeMs) {
		return fmt.Errorf("the record took %v and %v ms", r.Times.AnswerMs, r.Times.JudgeMs)
	}
	if r.Target != nil && r.Target.Attempts < 0 || r.Error != nil && r.Error.Attempts < 0 {
		return errors.New("the record counts less than no attempt")
	}
	calls := r.JudgeAgain
	if r.Judge != nil {
		calls = append(slices.Clone(calls), *r.Judge)
	}
	for _, call := range calls {
		for _, a := range call.Attempts {
			if !tokens(a.PromptTokens) || !tokens(a.CompletionTokens) || !milliseconds(a.LatencyMs) {
				return fmt.Errorf("a call of the record took %d and %d tokens and %v ms", a.PromptTokens, a.CompletionTokens, a.LatencyMs)
			}
		}
	}
	if r.Answer == nil {
		return nil
	}
	return checkUsage(r.Answer)
}

func checkUsage(a *answers.Answer) error {
	if a.Usage == nil {
		return nil
	}
	for _, n := range []*int{a.Usage.PromptTokens, a.Usage.CompletionTokens} {
		if n != nil && !tokens(*n) {
			return fmt.Errorf("the answer took %d tokens", *n)
		}
	}
	return nil
}
