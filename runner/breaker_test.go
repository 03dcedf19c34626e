package runner

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
)

func one(i *results.RunInfo) { i.Settings.Concurrency = 1 }

func TestBreakerLimitIsAShareOfThePlan(t *testing.T) {
	for planned, want := range map[int]int{1: 3, 10: 3, 11: 4, 50: 15, 66: 20, 67: 20, 10_000: 20} {
		if got := breakerLimit(0, planned); got != want {
			t.Errorf("of %d: %d, want %d", planned, got, want)
		}
	}
	if got := breakerLimit(5, 10_000); got != 5 {
		t.Errorf("set to 5: %d", got)
	}
}

func TestErrorsOfTheWayInARowStopTheRun(t *testing.T) {
	down := func(context.Context, suites.Question) (answers.Answer, error) {
		return answers.Answer{}, &targets.Error{Code: "target_network", Message: "connection refused", Attempts: 4}
	}
	unreachable := judging(func(context.Context, judgeprompt.Prompt) judge.Outcome { return judgeFails("judge_timeout") })
	for name, c := range map[string]struct {
		target fakeTarget
		judge  Judge
		who    string
	}{
		"target": {down, nil, "the target"},
		"judge":  {sourced, unreachable, "the judge"},
	} {
		plan := planFor(t, suiteOf(t, 40), c.target, c.judge, one)
		out := mustRun(t, t.Context(), plan)
		if out.Stop == nil || out.Stop.Kind != results.StopBreaker || out.Recorded != 12 || out.Skipped != 28 {
			t.Errorf("%s: outcome %+v, want a stop after 30 %% of 40", name, out)
			continue
		}
		if want := "12 questions in a row got no reply from " + c.who; !strings.HasPrefix(out.Stop.Message, want) {
			t.Errorf("%s: %q", name, out.Stop.Message)
		}
	}
}

// TestOnlyTheWayInARowCounts gives the record of each question in turn.
func TestOnlyTheWayInARowCounts(t *testing.T) {
	judged := func(code string) results.Record {
		rec := results.Record{Judge: &results.JudgeCall{}}
		if code != "" {
			rec.Error = &results.ErrorInfo{Code: code}
		}
		return rec
	}
	answered := results.Record{}
	target := func(code string) results.Record { return results.Record{Error: &results.ErrorInfo{Code: code}} }
	cached := results.Record{Judge: &results.JudgeCall{Cached: true}}
	carried := judged("judge_network")
	carried.Judge.Cached = true
	for name, c := range map[string]struct {
		records []results.Record
		stops   bool
	}{
		"three in a row":                {[]results.Record{judged("judge_network"), judged("judge_http"), judged("judge_timeout")}, true},
		"a reply between":               {[]results.Record{judged("judge_network"), judged(""), judged("judge_http"), judged("judge_timeout")}, false},
		"a bad reply is a reply":        {[]results.Record{judged("judge_network"), judged("judge_http"), judged("judge_not_json"), judged("judge_http")}, false},
		"one that needed no judge":      {[]results.Record{judged("judge_network"), answered, judged("judge_http"), judged("judge_timeout")}, true},
		"a stored judgement":            {[]results.Record{judged("judge_network"), cached, judged("judge_http"), judged("judge_timeout")}, true},
		"target and judge by turns":     {[]results.Record{judged("judge_network"), target("target_http"), judged("judge_http"), target("target_http")}, false},
		"the target":                    {[]results.Record{target("target_http"), target("target_mapping"), target("target_command")}, true},
		"recorded answers that lack":    {[]results.Record{target("target_no_answer"), target("target_no_answer"), target("target_no_answer")}, false},
		"a target that says nothing":    {[]results.Record{target("target_empty"), target("target_empty"), target("target_empty")}, false},
		"an error of an earlier run":    {[]results.Record{carried, carried, carried}, false},
		"a judge error beside an error": {[]results.Record{judged("judge_refused"), judged("judge_filtered"), judged("judge_truncated")}, false},
	} {
		b := breaker{limit: 3}
		stopped := false
		for _, rec := range c.records {
			stopped = b.add(rec) != nil
		}
		if stopped != c.stops {
			t.Errorf("%s: stopped %v, want %v", name, stopped, c.stops)
		}
	}
}

func TestBreakerThatLeavesNothingOutIsNoStop(t *testing.T) {
	j := judging(func(context.Context, judgeprompt.Prompt) judge.Outcome { return judgeFails("judge_timeout") })
	if out := mustRun(t, t.Context(), planFor(t, suiteOf(t, 3), sourced, j, one)); out.Stop != nil || out.Recorded != 3 {
		t.Errorf("outcome %+v", out)
	}
}

// TestSpentBudgetLeavesNoRecord: what the budget cut short was not measured.
func TestSpentBudgetLeavesNoRecord(t *testing.T) {
	var calls atomic.Int32
	j := judging(func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
		if calls.Add(1) > 4 {
			return judge.Outcome{Budget: "12 of 10 calls"}
		}
		return fives(ctx, p)
	})
	out := mustRun(t, t.Context(), planFor(t, suiteOf(t, 20), sourced, j, one))
	want := results.Stop{Kind: results.StopBudget, Message: "12 of 10 calls"}
	if out.Stop == nil || *out.Stop != want || out.Recorded != 4 || calls.Load() != 5 {
		t.Errorf("judge: outcome %+v after %d calls", out, calls.Load())
	}

	calls.Store(0)
	target := func(ctx context.Context, q suites.Question) (answers.Answer, error) {
		if calls.Add(1) > 4 {
			return answers.Answer{}, fmt.Errorf("question %s: %w", q.ID, llm.ErrBudget)
		}
		return sourced(ctx, q)
	}
	out = mustRun(t, t.Context(), planFor(t, suiteOf(t, 20), target, nil, one))
	if out.Stop == nil || out.Stop.Kind != results.StopBudget || out.Recorded != 4 || calls.Load() != 5 {
		t.Errorf("target: outcome %+v after %d calls", out, calls.Load())
	}
}
