package llm

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWhatIsAdoptedHasItsPlaceAndNobodyElse(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 2})
		var under []Pass
		for range 3 { // more than the bound: they are out all the same
			under = append(under, Adopt(l, 10))
		}
		more := entering(ctx, l, 3)
		for i, want := range []int64{0, 1, 2} {
			under[i].Done(ended)
			synctest.Wait()
			if more.Load() != want {
				t.Errorf("%d have left when %d of those under way had ended, want %d", more.Load(), i+1, want)
			}
		}
	})
}

func TestAdoptingWaitsForNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 1, RPM: 60})
		enter(t, l, 0).Done(busy) // all are held for ten seconds
		entering(ctx, l, 1)       // one waits and has the turn
		start := time.Now()
		p := Adopt(l, 0)
		if waited := time.Since(start); waited != 0 {
			t.Errorf("it waited %v", waited)
		}
		p.Done(ended)
	})
}

func TestAdoptedRequestsTakeTheirShareOfTheRates(t *testing.T) {
	inBubble(t, func(t *testing.T, _ context.Context) {
		l := NewLimiter(LimiterOptions{RPM: 60, TPM: 60_000})
		start := time.Now()
		for range 5 {
			Adopt(l, 0).Done(ended)
		}
		enter(t, l, 0).Done(ended)
		if waited := time.Since(start); waited < 5*time.Second {
			t.Errorf("the sixth of a minute's sixty left after %v", waited)
		}
		start = time.Now()
		Adopt(l, 10_000).Done(End{Sent: true, Status: 200, PromptTokens: 20_000})
		enter(t, l, 0).Done(ended)
		enter(t, l, 1).Done(ended)
		if waited := time.Since(start); waited < 18*time.Second {
			t.Errorf("after a third of a minute's tokens one left after %v", waited)
		}
	})
}

func TestA429ToWhatIsAdoptedHoldsTheOthers(t *testing.T) {
	inBubble(t, func(t *testing.T, _ context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 8})
		Adopt(l, 0).Done(busy)
		start := time.Now()
		enter(t, l, 0).Done(ended)
		if waited := time.Since(start); waited != 10*time.Second || l.limit != 4 {
			t.Errorf("the next waited %v; limit %d", waited, l.limit)
		}
	})
}

func TestABudgetIsChargedForWhatIsAdopted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget(BudgetOptions{MaxCalls: 2, Prices: Prices{"m": {Input: 1, Output: 2}}})
		g := accountOf(t, b, "m")
		var under []Pass
		for range 3 { // one more than the bound
			under = append(under, Adopt(g, 100))
		}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := g.Enter(short, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with three of two under way: error %v, want a wait for how they end", err)
		}
		under[0].Done(End{Sent: true, Status: 200, PromptTokens: 30, CompletionTokens: 4})
		under[1].Done(End{Sent: true, Code: CodeTimeout})
		under[2].Done(End{})
		got := b.Spent()
		if got.Calls != 2 || got.PromptTokens != 130 || got.CompletionTokens != 4 || got.Estimated != 1 || b.held.calls != 0 || b.held.tokens != 0 {
			t.Errorf("spent %+v, held %+v", got, b.held)
		}
		if _, err := g.Enter(t.Context(), 1); !errors.Is(err, ErrBudget) {
			t.Errorf("error %v", err)
		}
	})
}

func TestAChainAdoptsWithAllThatCan(t *testing.T) {
	b, l, plain := NewBudget(BudgetOptions{}), NewLimiter(LimiterOptions{}), &ledger{}
	p := Adopt(Govern(accountOf(t, b, "m"), plain, l), 50)
	if b.held.calls != 1 || l.inFlight != 1 {
		t.Errorf("held %+v, %d in flight", b.held, l.inFlight)
	}
	p.Done(ended)
	if b.Spent().Calls != 1 || l.inFlight != 0 {
		t.Errorf("spent %+v, %d in flight", b.Spent(), l.inFlight)
	}
	Adopt(nil, 50).Done(ended)
	Adopt(plain, 50).Done(ended)
	if diff := cmp.Diff([]End(nil), plain.ends); diff != "" {
		t.Errorf("one that adopts nothing learned of an end (-want +got):\n%s", diff)
	}
}
