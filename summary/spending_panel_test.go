package summary

import (
	"testing"

	"github.com/evalrun/evalrun/results"
)

func TestCostOfAPanelIsThatOfAllItsMembers(t *testing.T) {
	cheap, dear := results.Price{Input: 1, Output: 2}, results.Price{Input: 10, Output: 20}
	call := func(model string, tokens int, cached bool) results.JudgeCall {
		return results.JudgeCall{Model: model, Cached: cached, Attempts: []results.Attempt{{PromptTokens: tokens, CompletionTokens: tokens}}}
	}
	for name, c := range map[string]struct {
		prices []results.MemberPrice
		calls  []results.JudgeCall
		cost   *float64
		reason string
	}{
		"each at its price": {[]results.MemberPrice{{Model: "a", Price: cheap}, {Model: "b", Price: dear}},
			[]results.JudgeCall{call("a", 1e6, false), call("b", 1e5, false), call("a", 1e6, false)}, new(2*3.0 + 3), ""},
		"a stored call costs nothing": {[]results.MemberPrice{{Model: "a", Price: cheap}, {Model: "b", Price: dear}},
			[]results.JudgeCall{call("a", 1e6, false), call("b", 1e6, true)}, new(3.0), ""},
		"one without a price": {[]results.MemberPrice{{Model: "a", Price: cheap}},
			[]results.JudgeCall{call("a", 1e6, false)}, nil, "unknown price for b"},
		"no tokens told": {[]results.MemberPrice{{Model: "a", Price: cheap}, {Model: "b", Price: dear}},
			[]results.JudgeCall{call("a", 1e6, false), call("b", 0, false)}, nil, "replies without a count of tokens: 1"},
	} {
		info := results.RunInfo{
			Judge: results.JudgeRef{Kind: results.JudgeModel, Model: "panel of a, b", Panel: &results.Panel{
				Members: []results.PanelMember{{Model: "a"}, {Model: "b"}}}},
			Prices: &results.Prices{Panel: c.prices},
		}
		s := NewSpending(info)
		s.Add(&results.Record{Judge: &c.calls[0], JudgeAgain: c.calls[1:]})
		got := s.Judge()
		if got.CostReason != c.reason || (got.Cost == nil) != (c.cost == nil) || got.Cost != nil && *got.Cost != *c.cost {
			t.Errorf("%s: cost %v, reason %q", name, got.Cost, got.CostReason)
		}
	}
}
