package main

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// reusedJudge asks only about what it would be shown anew: where an earlier
// run had the same judge asked the same, what it said then holds.
type reusedJudge struct {
	judge          runner.Judge
	stored         *storedAnswers
	carried, asked atomic.Int64
}

// ScoreRepeat is that of the judge, or of the earlier run.
func (j *reusedJudge) ScoreRepeat(ctx context.Context, p judgeprompt.Prompt, r judge.Repeat) judge.Outcome {
	if told, ok := j.told(p.Spec.QuestionID, r); ok {
		if out, ok := judge.Carry(told, p); ok {
			j.carried.Add(1)
			return out
		}
	}
	j.asked.Add(1)
	return j.judge.ScoreRepeat(ctx, p, r)
}

// told is a call of the earlier run. That its record can be read was seen when
// the answer was taken from it.
func (j *reusedJudge) told(id string, r judge.Repeat) (judge.Told, bool) {
	rec, err := j.stored.record(id, r.Answer)
	if err != nil || rec.Judge == nil || r.Call > len(rec.JudgeAgain) {
		return judge.Told{}, false
	}
	told := judge.Told{Call: *rec.Judge, Ended: rec.Times.Ended}
	if r.Call > 0 {
		told.Call = rec.JudgeAgain[r.Call-1]
		told.Call.Prompt = rec.Judge.Prompt // kept once for all of them
	}
	if rec.Error != nil && strings.HasPrefix(rec.Error.Code, "judge_") && r.Call == len(rec.JudgeAgain) {
		told.Err = rec.Error
	}
	return told, true
}

// sameJudge reports whether a run's judgements are those that now would give.
func sameJudge(run results.RunInfo, now results.JudgeRef) bool {
	if run.Judge.Temperature == nil {
		// Whether a server refuses a temperature shows only with its replies.
		now.Temperature = nil
	}
	return run.JudgeKey == judge.Key(now)
}
