package main

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// reusedJudge asks only about what it would be shown anew: where an earlier
// run had the same judge asked the same, what it said then holds.
type reusedJudge struct {
	judge  judge.Asker
	stored *storedAnswers
	member string // of the panel, or the one model
	of     int    // members of the panel, 1 for one model
	count  *carryCount
}

// carryCount is how many judgements were carried over and how many asked for;
// of a panel those of its members.
type carryCount struct{ carried, asked atomic.Int64 }

// ScoreRepeat is that of the judge, or of the earlier run.
func (j reusedJudge) ScoreRepeat(ctx context.Context, p judgeprompt.Prompt, r judge.Repeat) judge.Outcome {
	if told, ok := j.told(p.Spec.QuestionID, r); ok {
		if out, ok := judge.Carry(told, p); ok {
			j.count.carried.Add(1)
			return out
		}
	}
	j.count.asked.Add(1)
	return j.judge.ScoreRepeat(ctx, p, r)
}

// told is a call of the earlier run. That its record can be read was seen when
// the answer was taken from it.
func (j reusedJudge) told(id string, r judge.Repeat) (judge.Told, bool) {
	rec, err := j.stored.record(id, r.Answer)
	if err != nil || rec.Judge == nil {
		return judge.Told{}, false
	}
	calls := slices.Collect(summary.JudgeCalls(&rec))
	if len(calls) < (r.Call+1)*j.of {
		return judge.Told{}, false
	}
	told := judge.Told{Call: *calls[r.Call], Ended: rec.Times.Ended}
	if j.of > 1 {
		own := slices.IndexFunc(calls[r.Call*j.of:(r.Call+1)*j.of], func(c *results.JudgeCall) bool { return c.Model == j.member })
		if own < 0 {
			return judge.Told{}, false
		}
		told.Call = *calls[r.Call*j.of+own]
		told.Err = unusable(told.Call)
	} else if rec.Error != nil && strings.HasPrefix(rec.Error.Code, "judge_") && r.Call == len(calls)-1 {
		told.Err = rec.Error
	}
	told.Call.Prompt = rec.Judge.Prompt // kept once for all of them
	return told, true
}

// unusable is the error with which a member's call ended, nil where its reply
// was used or it was not asked: the record has one for the whole panel at most.
func unusable(call results.JudgeCall) *results.ErrorInfo {
	n := len(call.Attempts)
	if n == 0 || call.Attempts[n-1].Code == "" {
		return nil
	}
	last := call.Attempts[n-1]
	return &results.ErrorInfo{Code: last.Code, Message: last.Message, Attempts: n}
}

// sameJudge reports whether a run's judgements are those that now would give.
func sameJudge(run results.RunInfo, now results.JudgeRef) bool {
	if run.Judge.Temperature == nil {
		// Whether a server refuses a temperature shows only with its replies.
		now.Temperature = nil
	}
	return run.JudgeKey == judge.Key(now)
}
