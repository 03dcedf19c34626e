package summary

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// judgeWork counts what asking the judge took.
type judgeWork struct{ out results.JudgeSummary }

func newJudgeWork() judgeWork {
	return judgeWork{out: results.JudgeSummary{
		Errors: map[string]int{}, Served: map[string]int{}, Modes: map[string]int{},
	}}
}

// add counts one record. A cached judgement cost no call, whatever the
// attempts that it carries once cost.
func (j *judgeWork) add(r *results.Record) {
	if r.Error != nil && strings.HasPrefix(r.Error.Code, "judge_") {
		j.out.Errors[r.Error.Code]++
	}
	if r.Judge == nil {
		return
	}
	if r.Judge.Served != "" {
		j.out.Served[r.Judge.Served]++
	}
	if r.Judge.Mode != "" {
		j.out.Modes[r.Judge.Mode]++
	}
	if r.Judge.Cached {
		j.out.Cached++
		return
	}
	j.out.Calls += len(r.Judge.Attempts)
	j.out.Retries += max(0, len(r.Judge.Attempts)-1)
	for _, a := range r.Judge.Attempts {
		j.out.PromptTokens += a.PromptTokens
		j.out.CompletionTokens += a.CompletionTokens
	}
}

func (j *judgeWork) summary() results.JudgeSummary {
	out := j.out
	out.Errors, out.Served, out.Modes = maps.Clone(out.Errors), maps.Clone(out.Served), maps.Clone(out.Modes)
	return out
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
