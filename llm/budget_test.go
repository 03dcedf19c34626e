package llm

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func accountOf(t *testing.T, b *Budget, model string) Governor {
	t.Helper()
	g, err := b.For(model)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// spend has n callers make calls until the budget stops them.
func spend(t *testing.T, g Governor, n, expected int, end End) (calls int64) {
	t.Helper()
	var made atomic.Int64
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for {
				p, err := g.Enter(t.Context(), expected)
				if err != nil {
					if !errors.Is(err, ErrBudget) {
						t.Errorf("error %v", err)
					}
					return
				}
				made.Add(1)
				time.Sleep(time.Second)
				p.Done(end)
			}
		})
	}
	wg.Wait()
	return made.Load()
}

func TestManyCallersDoNotPassABound(t *testing.T) {
	used := End{Sent: true, Status: 200, PromptTokens: 600, CompletionTokens: 100}
	for name, tc := range map[string]struct {
		opt   BudgetOptions
		calls int64
	}{
		"calls":                         {BudgetOptions{MaxCalls: 37}, 37},
		"tokens, all expected fit":      {BudgetOptions{MaxTokens: 7000}, 9}, // 700 used of 1000 expected: after 9, 700 are left
		"tokens, one is expected":       {BudgetOptions{MaxTokens: 1000}, 1},
		"fewer tokens than one expects": {BudgetOptions{MaxTokens: 999}, 0},
		"cost":                          {BudgetOptions{MaxCost: 0.02, Prices: Prices{"m": {Input: 1, Output: 4}}}, 17}, // a cent a ten calls; 4 held per thousand
		"a free model":                  {BudgetOptions{MaxCalls: 5, MaxCost: 0.02, Prices: Prices{"m": {}}}, 5},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := NewBudget(tc.opt)
				calls := spend(t, accountOf(t, b, "m"), 50, 1000, used)
				got := b.Spent()
				if calls != tc.calls || int64(got.Calls) != calls || got.PromptTokens != int(600*calls) {
					t.Errorf("%d calls, want %d; spent %+v", calls, tc.calls, got)
				}
				if over := tc.opt.refuse(b.spent, sum{}); over != nil {
					t.Errorf("the bound was passed: %v", over)
				}
			})
		})
	}
}

func TestABudgetIsSharedByModels(t *testing.T) {
	b := NewBudget(BudgetOptions{MaxCalls: 3, Prices: Prices{"judge": {Input: 1, Output: 2}}})
	app, judge := accountOf(t, b, ""), accountOf(t, b, "judge")
	for range 2 {
		enter(t, app, 0).Done(ended)
	}
	enter(t, judge, 500).Done(End{Sent: true, Status: 200, PromptTokens: 1e6, CompletionTokens: 5e5})
	if _, err := app.Enter(t.Context(), 0); !errors.Is(err, ErrBudget) {
		t.Errorf("error %v", err)
	}
	want := Spent{Calls: 3, PromptTokens: 1e6, CompletionTokens: 5e5, Models: []ModelSpend{
		{Model: "", Calls: 2},
		{Model: "judge", Calls: 1, PromptTokens: 1e6, CompletionTokens: 5e5, Cost: Cost{Known: true, USD: 2}},
	}}
	if diff := cmp.Diff(want, b.Spent()); diff != "" {
		t.Errorf("spent (-want +got):\n%s", diff)
	}
}

func TestWhatIsCharged(t *testing.T) {
	for name, tc := range map[string]struct {
		end    End
		calls  int
		tokens int
	}{
		"what the reply says":               {End{Sent: true, Status: 200, PromptTokens: 30, CompletionTokens: 4}, 1, 34},
		"more than expected":                {End{Sent: true, Status: 200, PromptTokens: 300}, 1, 300},
		"the expected when it says nothing": {End{Sent: true, Status: 200}, 1, 100},
		"the expected when it never came":   {End{Sent: true, Code: CodeTimeout}, 1, 100},
		"no tokens for a refusal":           {End{Sent: true, Status: 429, Code: CodeRateLimited}, 1, 0},
		"nothing for what never left":       {End{}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := NewBudget(BudgetOptions{MaxCalls: 10})
			enter(t, accountOf(t, b, "m"), 100).Done(tc.end)
			got := b.Spent()
			if got.Calls != tc.calls || got.PromptTokens+got.CompletionTokens != tc.tokens || b.held != (sum{}) {
				t.Errorf("spent %+v, held %+v", got, b.held)
			}
		})
	}
}

func TestAModelWithoutAPrice(t *testing.T) {
	b := NewBudget(BudgetOptions{MaxCalls: 3})
	enter(t, accountOf(t, b, "unheard-of"), 10).Done(End{Sent: true, Status: 200, PromptTokens: 10})
	if cost := b.Spent().Cost; cost.Known || cost.USD != 0 {
		t.Errorf("cost %+v, want unknown", cost)
	}
	if _, err := NewBudget(BudgetOptions{MaxCost: 1}).For("unheard-of"); err == nil {
		t.Error("a cost that nobody knows was to be bounded")
	}
}

func TestAWaitingCallEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := accountOf(t, NewBudget(BudgetOptions{MaxCalls: 1}), "m")
		p := enter(t, g, 0)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := g.Enter(ctx, 0); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		p.Done(End{}) // it never left, so its call is free again
		enter(t, g, 0).Done(ended)
	})
}
