package runner

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
)

func TestOrderOfCompletionLeavesNoTrace(t *testing.T) {
	s := suiteOf(t, 40)
	var runs [2][]results.Entry
	for i := range runs {
		slow := judging(func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
			time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
			return fives(ctx, p)
		})
		plan := planFor(t, s, sourced, slow, nil)
		if out := mustRun(t, t.Context(), plan); out.Recorded != 40 || out.Stop != nil {
			t.Fatalf("outcome %+v", out)
		}
		runs[i], _ = entries(t, plan)
	}
	if diff := cmp.Diff(runs[0], runs[1]); diff != "" {
		t.Error("two runs differ:", diff)
	}
	for i, e := range runs[0] {
		if e.Question.Seq != i || len(e.Records) != 1 || e.Records[0].Answer.ID != e.Question.ID {
			t.Errorf("place %d holds question %s with %d records", i, e.Question.ID, len(e.Records))
		}
	}
}

func TestFailedQuestionsStopNoOther(t *testing.T) {
	target := func(ctx context.Context, q suites.Question) (answers.Answer, error) {
		if q.ID == "q1" {
			return answers.Answer{}, &targets.Error{Code: targets.CodeNoAnswer, Message: "no answer", Attempts: 2}
		}
		return sourced(ctx, q)
	}
	j := judging(func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
		if p.Spec.QuestionID == "q3" {
			return judgeFails("judge_timeout")
		}
		return fives(ctx, p)
	})
	plan := planFor(t, suiteOf(t, 5), target, j, nil)
	if out := mustRun(t, t.Context(), plan); out.Recorded != 5 || out.Skipped != 0 || out.Stop != nil {
		t.Errorf("outcome %+v", out)
	}
	_, got := entries(t, plan)
	for id, want := range map[string]*results.ErrorInfo{
		"q0": nil, "q2": nil, "q4": nil,
		"q1": {Code: "target_no_answer", Message: "no answer", Attempts: 2},
		"q3": {Code: "judge_timeout", Message: "no result", Attempts: 1},
	} {
		if diff := cmp.Diff(want, got[id].Error); diff != "" {
			t.Errorf("%s: %s", id, diff)
		}
		if (want != nil && id == "q1") != (got[id].Answer == nil) {
			t.Errorf("%s: answer %v", id, got[id].Answer)
		}
	}
	if got["q1"].Verdict != results.Error || got["q0"].Verdict != results.Pass {
		t.Errorf("q1 is %s, q0 is %s", got["q1"].Verdict, got["q0"].Verdict)
	}
}

func TestStalledQuestionEndsWhileTheOthersFinish(t *testing.T) {
	othersDone := make(chan struct{})
	var finished atomic.Int32
	j := judging(func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
		if p.Spec.QuestionID == "q2" {
			<-othersDone // its own time limit comes last
			return judgeFails("judge_timeout")
		}
		return fives(ctx, p)
	})
	plan := planFor(t, suiteOf(t, 5), sourced, j, func(i *results.RunInfo) { i.Settings.Concurrency = 2 })
	plan.Progress = func(Event) {
		if finished.Add(1) == 4 {
			close(othersDone)
		}
	}
	if out := mustRun(t, t.Context(), plan); out.Recorded != 5 {
		t.Errorf("outcome %+v", out)
	}
	_, got := entries(t, plan)
	if e := got["q2"].Error; e == nil || e.Code != "judge_timeout" {
		t.Errorf("q2: error %+v", e)
	}
}

func TestFatalReplyStartsNoNewQuestion(t *testing.T) {
	const concurrency = 4
	set := func(i *results.RunInfo) { i.Settings.Concurrency = concurrency }
	quota := &results.ErrorInfo{Code: "judge_quota", Message: "q: quota spent"}
	j := judging(func(context.Context, judgeprompt.Prompt) judge.Outcome {
		return judge.Outcome{Err: quota, Fatal: true, FatalMessage: "quota spent"}
	})
	plan := planFor(t, suiteOf(t, 50), sourced, j, set)
	out := mustRun(t, t.Context(), plan)
	if calls := int(j.calls.Load()); calls > concurrency || out.Recorded != calls || out.Skipped != 50-calls {
		t.Errorf("%d calls, outcome %+v", calls, out)
	}
	if diff := cmp.Diff(&results.Stop{Kind: results.StopFatal, Message: "quota spent"}, out.Stop); diff != "" {
		t.Error(diff)
	}

	var asked atomic.Int32
	plan = planFor(t, suiteOf(t, 50), func(context.Context, suites.Question) (answers.Answer, error) {
		asked.Add(1)
		return answers.Answer{}, &targets.Error{Code: "target_auth", Message: "key refused"}
	}, nil, set)
	out = mustRun(t, t.Context(), plan)
	if n := int(asked.Load()); n > concurrency || out.Stop == nil || out.Stop.Message != "key refused" {
		t.Errorf("target was asked %d times, outcome %+v", n, out)
	}
}

func TestHardInterruptRecordsNothingForQuestionsInFlight(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	waiting := make(chan struct{}, 2)
	var calls atomic.Int32
	j := judging(func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
		if calls.Add(1) > 4 {
			waiting <- struct{}{}
			<-ctx.Done()
			return judge.Outcome{Cancelled: true}
		}
		return fives(ctx, p)
	})
	plan := planFor(t, suiteOf(t, 10), sourced, j, func(i *results.RunInfo) { i.Settings.Concurrency = 2 })
	go func() {
		<-waiting
		<-waiting
		cancel()
	}()
	out := mustRun(t, ctx, plan)
	want := Outcome{Planned: 10, Recorded: 4, Skipped: 6, Stop: &results.Stop{Kind: results.StopInterrupt, Message: "interrupted"}}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
	_, got := entries(t, plan)
	for id, rec := range got {
		if rec.Verdict != results.Pass {
			t.Errorf("finished question %s is %q", id, rec.Verdict)
		}
	}
	if len(got) != 4 {
		t.Errorf("%d records", len(got))
	}
}

func TestInterruptedTargetIsNoTargetError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	plan := planFor(t, suiteOf(t, 3), func(context.Context, suites.Question) (answers.Answer, error) {
		cancel()
		return answers.Answer{}, &targets.Error{Code: "target_network", Message: "cut off"}
	}, nil, func(i *results.RunInfo) { i.Settings.Concurrency = 1 })
	if out := mustRun(t, ctx, plan); out.Recorded != 0 || out.Stop == nil || out.Stop.Kind != results.StopInterrupt {
		t.Errorf("outcome %+v", out)
	}
}

func TestInterruptAfterTheLastRecordIsNone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	plan := planFor(t, suiteOf(t, 3), sourced, nil, nil)
	plan.Progress = func(e Event) {
		if e.Done == e.Planned {
			cancel()
		}
	}
	if out := mustRun(t, ctx, plan); out.Stop != nil || out.Recorded != 3 {
		t.Errorf("outcome %+v", out)
	}
}

func TestPanicBreaksTheRunAndNamesTheQuestion(t *testing.T) {
	plan := planFor(t, suiteOf(t, 20), func(ctx context.Context, q suites.Question) (answers.Answer, error) {
		if q.ID == "q2" {
			panic("index out of range")
		}
		return sourced(ctx, q)
	}, nil, func(i *results.RunInfo) { i.Settings.Concurrency = 1 })
	out, err := Run(t.Context(), plan)
	if err == nil || !strings.Contains(err.Error(), `question "q2": panic: index out of range`) {
		t.Errorf("got %v", err)
	}
	if out.Recorded != 2 || out.Skipped != 18 {
		t.Errorf("outcome %+v, want the two records before it and no question after", out)
	}
}

func TestBrokenTargetStopsTheRunAndKeepsItsRecords(t *testing.T) {
	plan := planFor(t, suiteOf(t, 20), func(ctx context.Context, q suites.Question) (answers.Answer, error) {
		if q.ID == "q3" {
			return answers.Answer{}, errors.New("answers.jsonl was changed")
		}
		return sourced(ctx, q)
	}, nil, func(i *results.RunInfo) { i.Settings.Concurrency = 1 })
	want := Outcome{Planned: 20, Recorded: 3, Skipped: 17, Stop: &results.Stop{
		Kind: results.StopFatal, Message: `the target is broken: question "q3": answers.jsonl was changed`,
	}}
	if diff := cmp.Diff(want, mustRun(t, t.Context(), plan)); diff != "" {
		t.Error(diff)
	}
}

func TestInterruptOutranksAnEarlierStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	j := judging(func(context.Context, judgeprompt.Prompt) judge.Outcome {
		return judge.Outcome{Err: &results.ErrorInfo{Code: "judge_quota"}, Fatal: true, FatalMessage: "quota spent"}
	})
	plan := planFor(t, suiteOf(t, 5), sourced, j, func(i *results.RunInfo) { i.Settings.Concurrency = 1 })
	plan.Progress = func(Event) { cancel() } // after the reply that stopped the run
	want := Outcome{Planned: 5, Recorded: 1, Skipped: 4, Stop: &results.Stop{
		Kind: results.StopInterrupt, Message: "interrupted; before that it stopped (fatal_reply): quota spent",
	}}
	if diff := cmp.Diff(want, mustRun(t, ctx, plan)); diff != "" {
		t.Error(diff)
	}
}

func TestFolderThatCannotBeWrittenStopsTheRun(t *testing.T) {
	j := judging(fives)
	plan := planFor(t, suiteOf(t, 20), sourced, j, func(i *results.RunInfo) { i.Settings.Concurrency = 1 })
	plan.Live = true
	// A folder in the place of answers.jsonl fails the way a full disk does.
	if err := os.Mkdir(filepath.Join(plan.Store.Path(), runstore.AnswersFile), 0o777); err != nil {
		t.Fatal(err)
	}
	out := mustRun(t, t.Context(), plan)
	if out.Stop == nil || out.Stop.Kind != results.StopDisk || !strings.Contains(out.Stop.Message, runstore.AnswersFile) {
		t.Errorf("outcome %+v", out)
	}
	if n := j.calls.Load(); n > 0 || out.Recorded > 0 {
		t.Errorf("the judge was asked %d times after the write had failed, %d records", n, out.Recorded)
	}
}

func TestNobodyIsAskedOnceTheFolderIsFull(t *testing.T) {
	j := judging(fives)
	r := newRun(planFor(t, suiteOf(t, 1), sourced, j, nil))
	if !r.diskStops(&runstore.WriteError{Err: errors.New("no space left on device")}) {
		t.Fatal("a write error did not stop the run")
	}
	if err := r.try(t.Context(), &sitting{}); err != nil || j.calls.Load() > 0 {
		t.Errorf("asked %d times, error %v", j.calls.Load(), err)
	}
}

func TestMissingRecordsAreNotPassedOver(t *testing.T) {
	plan := planFor(t, suiteOf(t, 3), sourced, nil, nil)
	info := plan.Store.Info()
	info.Planned = 4
	if err := plan.Store.Finish(info); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), plan); err == nil || !strings.Contains(err.Error(), "4 planned, 3 recorded") {
		t.Errorf("got %v, want an error that counts", err)
	}
}

func TestQuestionsAreStreamed(t *testing.T) {
	const concurrency = 3
	var inFlight, most atomic.Int32
	plan := planFor(t, suiteOf(t, 60), func(ctx context.Context, q suites.Question) (answers.Answer, error) {
		now := inFlight.Add(1)
		defer inFlight.Add(-1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		time.Sleep(100 * time.Microsecond)
		return sourced(ctx, q)
	}, nil, func(i *results.RunInfo) { i.Settings.Concurrency = concurrency })
	mustRun(t, t.Context(), plan)
	if got := most.Load(); got > concurrency {
		t.Errorf("%d questions were in flight, limit %d", got, concurrency)
	}
}

func TestEveryRepeatHasItsRecord(t *testing.T) {
	plan := planFor(t, suiteOf(t, 4), sourced, judging(fives), func(i *results.RunInfo) { i.Repeats, i.Planned = 3, 12 })
	if out := mustRun(t, t.Context(), plan); out.Recorded != 12 {
		t.Errorf("outcome %+v", out)
	}
	ordered, _ := entries(t, plan)
	for _, e := range ordered {
		if len(e.Records) != 3 || e.Records[2].Repeat != 2 {
			t.Errorf("%s: %d records", e.Question.ID, len(e.Records))
		}
	}
}
