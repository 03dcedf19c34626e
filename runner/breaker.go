package runner

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// maxBreaker errors in a row are no accident in a run of any size; minBreaker
// keeps a run of a few questions from ending over one of them.
const (
	maxBreaker   = 20
	minBreaker   = 3
	breakerShare = 30 // percent of what is planned
)

func breakerLimit(set, planned int) int {
	if set > 0 {
		return set
	}
	return min(max((planned*breakerShare+99)/100, minBreaker), maxBreaker)
}

// breaker counts, in the order in which records are written, the errors of the
// way to the target and to the judge since each of them last gave a reply. A
// record that asked neither says nothing of them.
type breaker struct {
	limit         int
	target, judge int
}

// add counts one record and returns the stop when the limit is reached.
func (b *breaker) add(rec results.Record) *results.Stop {
	count, who := &b.target, "the target"
	if call := lastCall(rec); call != nil {
		b.target = 0
		if call.Cached {
			return nil
		}
		count, who = &b.judge, "the judge"
	}
	if rec.Error == nil || rec.Error.Reused || !unreached(rec.Error.Code) {
		*count = 0
		return nil
	}
	if *count++; *count < b.limit {
		return nil
	}
	return &results.Stop{Kind: results.StopBreaker, Message: fmt.Sprintf(
		"%d questions in a row got no reply from %s, the last with %s: %s", *count, who, rec.Error.Code, rec.Error.Message)}
}

// lastCall is the judge's call that decided how the record ended.
func lastCall(rec results.Record) *results.JudgeCall {
	if n := len(rec.JudgeAgain); n > 0 {
		return &rec.JudgeAgain[n-1]
	}
	return rec.Judge
}

// unreached leaves out what a target that works says of one question.
func unreached(code string) bool {
	return verdict.Unreached(code) && code != targets.CodeNoAnswer && code != targets.CodeEmpty
}
