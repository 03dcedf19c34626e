package summary

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
)

// A server may name itself anew with every reply. More names than these say
// nothing further and would let a run's memory grow with its questions.
const (
	maxServed     = 20
	maxServedName = 100 // characters
	otherServed   = "other names"
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
		j.addServed(r.Judge.Served)
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

// addServed keeps the first names in suite order and counts the rest together.
func (j *judgeWork) addServed(name string) {
	if utf8.RuneCountInString(name) > maxServedName {
		name = string([]rune(name)[:maxServedName]) + "…"
	}
	if _, known := j.out.Served[name]; !known && len(j.out.Served) >= maxServed {
		name = otherServed
	}
	j.out.Served[name]++
}

func (j *judgeWork) summary() results.JudgeSummary {
	out := j.out
	out.Errors, out.Served, out.Modes = maps.Clone(out.Errors), maps.Clone(out.Served), maps.Clone(out.Modes)
	return out
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
