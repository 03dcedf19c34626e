package runner

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// repeatJudge scores by question, answer and call.
type repeatJudge func(p judgeprompt.Prompt, r judge.Repeat) judge.Outcome

func (j repeatJudge) ScoreRepeat(_ context.Context, p judgeprompt.Prompt, r judge.Repeat) judge.Outcome {
	return j(p, r)
}

func scoring(p judgeprompt.Prompt, value float64, line string) judge.Outcome {
	j := &results.Judgement{Scores: map[results.Dimension]results.Score{}}
	for _, d := range p.Spec.Required {
		j.Scores[d] = results.Score{Value: value, Reasoning: line}
	}
	return judge.Outcome{Judgement: j, Call: results.JudgeCall{
		Model: "fake", Served: line, Prompt: &results.Prompt{User: "the message"}, Attempts: []results.Attempt{{Status: 200}},
	}}
}

func thrice(i *results.RunInfo) { i.JudgeRepeats = 3 }

func TestScoreOfSeveralJudgementsIsTheirMean(t *testing.T) {
	j := repeatJudge(func(p judgeprompt.Prompt, r judge.Repeat) judge.Outcome {
		return scoring(p, []float64{5, 3, 3}[r.Call], fmt.Sprintf("line %d", r.Call))
	})
	plan := planFor(t, suiteOf(t, 1), sourced, j, thrice)
	mustRun(t, t.Context(), plan)
	_, got := entries(t, plan)
	rec := got["q0"]
	mean := 11.0 / 3
	want := results.Cell{Status: results.CellScored, Score: &mean, Scores: []float64{5, 3, 3}, Reasoning: "line 1"}
	if diff := cmp.Diff(want, rec.Cells["positive/tone"]); diff != "" {
		t.Error("a mean, its scores and the line nearest to it:", diff)
	}
	if rec.Verdict != results.Fail {
		t.Errorf("verdict %s: grounding of 3.67 is below its floor of 4", rec.Verdict)
	}
	if len(rec.JudgeAgain) != 2 || rec.Judge.Served != "line 0" || rec.JudgeAgain[1].Served != "line 2" {
		t.Errorf("calls kept: %+v and %+v", rec.Judge, rec.JudgeAgain)
	}
	if rec.Judge.Prompt == nil || rec.JudgeAgain[0].Prompt != nil {
		t.Error("the message stands with the first call, once")
	}
}

// TestOneFailedJudgementLeavesNoMean: two scores of three would be another
// measurement than the one asked for.
func TestOneFailedJudgementLeavesNoMean(t *testing.T) {
	for failing := range 3 {
		var calls atomic.Int32
		j := repeatJudge(func(p judgeprompt.Prompt, r judge.Repeat) judge.Outcome {
			calls.Add(1)
			if r.Call == failing {
				return judgeFails("judge_not_json")
			}
			return scoring(p, 5, "fits")
		})
		plan := planFor(t, suiteOf(t, 1), sourced, j, thrice)
		mustRun(t, t.Context(), plan)
		_, got := entries(t, plan)
		rec := got["q0"]
		want := results.Cell{Status: results.CellErrored, Code: "judge_not_json"}
		if diff := cmp.Diff(want, rec.Cells["positive/tone"]); diff != "" {
			t.Errorf("call %d failed: %s", failing, diff)
		}
		if rec.Verdict != results.Error || rec.Error == nil || len(rec.JudgeAgain) != failing {
			t.Errorf("call %d failed: verdict %s, error %v, %d further calls", failing, rec.Verdict, rec.Error, len(rec.JudgeAgain))
		}
		if got := int(calls.Load()); got != failing+1 {
			t.Errorf("call %d failed: asked %d times for a result that cannot be", failing, got)
		}
	}
}

func TestEachJudgementIsAskedForAsItself(t *testing.T) {
	var mu sync.Mutex
	asked := map[judge.Repeat]int{}
	j := repeatJudge(func(p judgeprompt.Prompt, r judge.Repeat) judge.Outcome {
		mu.Lock()
		defer mu.Unlock()
		asked[r]++
		return scoring(p, 5, "fits")
	})
	plan := planFor(t, suiteOf(t, 2), sourced, j, func(i *results.RunInfo) { i.Repeats, i.JudgeRepeats, i.Planned = 2, 2, 4 })
	mustRun(t, t.Context(), plan)
	want := map[judge.Repeat]int{{Answer: 0, Call: 0}: 2, {Answer: 0, Call: 1}: 2, {Answer: 1, Call: 0}: 2, {Answer: 1, Call: 1}: 2}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Error(diff)
	}
}

// TestJudgesAndTargetsDoNotWaitForEachOther: with eight questions, one target
// call of a second at a time and four judgements of four seconds at once, the
// last answer is there after eight seconds and judged after twelve.
func TestJudgesAndTargetsDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		target := func(ctx context.Context, q suites.Question) (answers.Answer, error) {
			time.Sleep(time.Second)
			return sourced(ctx, q)
		}
		plan := planFor(t, suiteOf(t, 8), target, taking(4*time.Second), func(i *results.RunInfo) {
			i.Settings.Concurrency, i.Settings.JudgeConcurrency = 1, 4
		})
		start := time.Now()
		mustRun(t, t.Context(), plan)
		if took := time.Since(start); took != 12*time.Second {
			t.Errorf("took %v, want 12s", took)
		}
	})
}

func TestEachSideKeepsItsOwnLimitAndFewAnswersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const asking, atOnce = 3, 2
		var answering, answered, judged, most atomic.Int32
		peak := func(now int32) {
			for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
			}
		}
		target := func(ctx context.Context, q suites.Question) (answers.Answer, error) {
			if n := answering.Add(1); n > asking {
				t.Errorf("%d answers are fetched at once, limit %d", n, asking)
			}
			defer answering.Add(-1)
			time.Sleep(time.Millisecond)
			peak(answered.Add(1) - judged.Load())
			return sourced(ctx, q)
		}
		var busy atomic.Int32
		j := judging(func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
			if n := busy.Add(1); n > atOnce {
				t.Errorf("%d answers are judged at once, limit %d", n, atOnce)
			}
			defer busy.Add(-1)
			time.Sleep(time.Second)
			judged.Add(1)
			return fives(ctx, p)
		})
		plan := planFor(t, suiteOf(t, 60), target, j, func(i *results.RunInfo) {
			i.Settings.Concurrency, i.Settings.JudgeConcurrency = asking, atOnce
		})
		mustRun(t, t.Context(), plan)
		if n := most.Load(); n > asking+2*atOnce {
			t.Errorf("%d answers were held at once, want at most one in each hand and in line", n)
		}
	})
}
