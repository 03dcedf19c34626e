package summary

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func priced(judge, target *results.Price) results.RunInfo {
	info := modelRun()
	info.Target = results.TargetRef{Type: "openai", Model: "bot-1"}
	info.Prices = &results.Prices{Judge: judge, Target: target}
	return info
}

// asked is a record whose judge was called once for each of the attempts.
func asked(attempts ...results.Attempt) results.Record {
	r := record(results.Positive, results.Pass, 5)
	r.Judge = &results.JudgeCall{Served: "m-1", Mode: "json_schema", Attempts: attempts}
	return r
}

func spent(info results.RunInfo, records ...results.Record) *Spending {
	s := NewSpending(info)
	for i := range records {
		s.Add(&records[i])
	}
	return s
}

func TestCachedJudgementsCostNothing(t *testing.T) {
	cached := asked(results.Attempt{PromptTokens: 99})
	cached.Judge.Cached = true
	several := asked(results.Attempt{PromptTokens: 10, CompletionTokens: 1})
	several.JudgeAgain = []results.JudgeCall{*cached.Judge, *asked(
		results.Attempt{Code: "judge_not_json", PromptTokens: 20, CompletionTokens: 2},
		results.Attempt{PromptTokens: 30, CompletionTokens: 3}).Judge}
	j := spent(priced(&results.Price{Input: 1e6, Output: 1e3}, nil), cached, several).Judge()
	want := results.JudgeSummary{
		Fresh: 2, Cached: 2, Calls: 3, Retries: 1, PromptTokens: 60, CompletionTokens: 6, Cost: new(60.006),
		Errors: map[string]int{}, Served: map[string]int{"m-1": 4}, Modes: map[string]int{"json_schema": 4},
	}
	if diff := cmp.Diff(want, j); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCostIsKnownOrHasAReason(t *testing.T) {
	price := &results.Price{Input: 2, Output: 8}
	metered := asked(results.Attempt{Status: 200, PromptTokens: 500_000, CompletionTokens: 250_000})
	offline := priced(price, nil)
	offline.Judge.Kind = results.JudgeOffline
	old := priced(nil, nil)
	old.Prices = nil
	for _, c := range []struct {
		rule   string
		info   results.RunInfo
		record results.Record
		want   string
	}{
		{"tokens times price", priced(price, nil), metered, "3"},
		{"an unknown price is no cost", priced(nil, price), metered, "unknown price for judge-1"},
		{"and no cost of nothing", priced(nil, nil), asked(), "unknown price for judge-1"},
		{"a run from before prices were kept", old, metered, "unknown price for judge-1"},
		{"a known price of nothing is nothing", priced(price, nil), asked(), "0"},
		{"a reply that does not say", priced(price, nil), asked(results.Attempt{Status: 200}), "replies without a count of tokens: 1"},
		{"an unusable reply that does not say", priced(price, nil), asked(results.Attempt{Status: 200, Code: "judge_not_json"}), "replies without a count of tokens: 1"},
		{"a request turned away has nothing to say", priced(price, nil), asked(results.Attempt{Status: 429, Code: "judge_rate_limited"}), "0"},
		{"a request that never arrived", priced(price, nil), asked(results.Attempt{Code: "judge_network"}), "0"},
		{"rules are not paid", offline, metered, "no model was asked"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			j := spent(c.info, c.record).Judge()
			got := j.CostReason
			if j.Cost != nil {
				got += fmt.Sprint(*j.Cost)
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestTargetWork(t *testing.T) {
	used := func(prompt, completion *int) results.Record {
		r := record(results.Positive, results.Pass, 5)
		r.Answer.Usage = &answers.Usage{PromptTokens: prompt, CompletionTokens: completion}
		r.Target = &results.TargetCall{}
		return r
	}
	retried, reused := used(new(100), new(10)), used(new(200), nil)
	retried.Target, reused.Target = &results.TargetCall{Attempts: 3}, &results.TargetCall{Reused: true}
	down := failedCall(results.Positive, "target_timeout")
	down.Error.Attempts, down.Target = 4, &results.TargetCall{}
	judgeDown := failedCall(results.Positive, "judge_timeout")
	judgeDown.Error.Attempts = 4
	judgeDown.Answer, judgeDown.Target = used(new(1), new(-5)).Answer, &results.TargetCall{}
	info := priced(nil, &results.Price{Input: 1, Output: 1})
	got := spent(info, retried, reused, down, judgeDown).Target()
	want := &results.TargetSummary{
		Asked: 3, Reused: 1, Calls: 8, Retries: 5, PromptTokens: 301, CompletionTokens: 10,
		Cost: new(311e-6), Errors: map[string]int{"target_timeout": 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	mute := record(results.Positive, results.Pass, 5)
	mute.Target = &results.TargetCall{}
	silent := spent(info, retried, mute).Target()
	if silent.Cost != nil || silent.Unmetered != 1 {
		t.Errorf("an answer that does not say what it took: %+v", silent)
	}
	info.Target.Model, info.Prices.Target = "", nil
	if got := spent(info, retried).Target(); got.Cost != nil || got.CostReason == "" {
		t.Errorf("a target without a model: %+v", got)
	}
}

// The answers of another run keep its target's name and what they took then.
func TestAnswersThatNobodyWasAskedForTookNothing(t *testing.T) {
	r := record(results.Positive, results.Pass, 5)
	r.Answer.Usage = &answers.Usage{PromptTokens: new(100)}
	for _, kind := range []string{"", "recorded", "http"} {
		info := priced(nil, nil)
		info.Target = results.TargetRef{Type: kind}
		if got := summarise(t, info, entry(0, results.Positive, r)).Target; got != nil {
			t.Errorf("target %q: %+v", kind, got)
		}
	}
}

func TestDollarsNeverReadAsNothing(t *testing.T) {
	for v, want := range map[float64]string{
		0: "$0.00", 1e-9: "under $0.0001", 0.0001: "$0.0001", 0.01239: "$0.0124", 0.99999: "$1.0000", 1: "$1.00", 1234.567: "$1234.57",
	} {
		if got := Dollars(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
