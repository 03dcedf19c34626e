package summary

import (
	"iter"
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

// JudgeCalls yields every judgement of a record's answer, the first one
// first.
func JudgeCalls(r *results.Record) iter.Seq[*results.JudgeCall] {
	return func(yield func(*results.JudgeCall) bool) {
		if r.Judge != nil && !yield(r.Judge) {
			return
		}
		for i := range r.JudgeAgain {
			if !yield(&r.JudgeAgain[i]) {
				return
			}
		}
	}
}

// addJudge counts one judgement. A cached one cost nothing, whatever the
// attempts that it carries once cost.
func (s *Spending) addJudge(call *results.JudgeCall) {
	if call.Served != "" {
		s.addServed(call.Served)
	}
	if call.Mode != "" {
		s.judge.Modes[call.Mode]++
	}
	if call.Cached {
		s.judge.Cached++
		return
	}
	s.judge.Fresh++
	s.judge.Calls += len(call.Attempts)
	s.judge.Retries += max(0, len(call.Attempts)-1)
	for _, a := range call.Attempts {
		s.judge.PromptTokens += a.PromptTokens
		s.judge.CompletionTokens += a.CompletionTokens
		if replied(a) && a.PromptTokens+a.CompletionTokens == 0 {
			s.judge.Unmetered++
		}
	}
	s.members[call.Model].add(call)
}

// replied tells a reply, which somebody will be billed for, from a request
// that failed on the way or was turned away.
func replied(a results.Attempt) bool { return a.Code == "" || a.Status/100 == 2 }

// addServed keeps the first names in suite order and counts the rest together.
func (s *Spending) addServed(name string) {
	name = shortName(name)
	if _, known := s.judge.Served[name]; !known && len(s.judge.Served) >= maxServed {
		name = otherServed
	}
	s.judge.Served[name]++
}

// shortName bounds a name that a server or an answer gave.
func shortName(name string) string {
	if utf8.RuneCountInString(name) <= maxServedName {
		return name
	}
	return string([]rune(name)[:maxServedName]) + "…"
}
