package llm

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestA429HoldsEverybodyForAsLongAsItAsks(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 8})
		passes := enterAll(t, l, 2)
		passes[0].Done(busy)
		more := entering(ctx, l, 4)
		time.Sleep(10*time.Second - time.Nanosecond)
		synctest.Wait()
		if more.Load() != 0 {
			t.Fatalf("%d left before the wait was over", more.Load())
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if more.Load() != 3 { // half of 8, one of which is still out
			t.Errorf("%d left after the wait, want 3", more.Load())
		}
	})
}

func TestA429ThatWasSentBeforeTheFirstHalvesOnlyOnce(t *testing.T) {
	l := NewLimiter(LimiterOptions{Concurrency: 16})
	for _, p := range enterAll(t, l, 16) {
		p.Done(busy)
	}
	if l.limit != 8 {
		t.Errorf("limit %d after a round of 429s, want 8", l.limit)
	}
}

func TestWhatDoesNotShrink(t *testing.T) {
	for name, end := range map[string]End{
		"a broken connection":       broken,
		"a 503 that asks to wait":   failing,
		"a timeout":                 {Sent: true, Code: CodeTimeout},
		"a bad request":             {Sent: true, Status: 400, Code: CodeBadRequest},
		"a spent quota":             {Sent: true, Status: 429, Code: CodeQuota},
		"a request that never left": {},
	} {
		t.Run(name, func(t *testing.T) {
			l := NewLimiter(LimiterOptions{Concurrency: 8})
			for _, p := range enterAll(t, l, 8) {
				p.Done(end)
			}
			for _, p := range enterAll(t, l, 8) { // would hang if something were held
				p.Done(ended)
			}
			if l.limit != 8 {
				t.Errorf("limit %d, want 8", l.limit)
			}
		})
	}
}

func TestA429UnderAnotherStatusCounts(t *testing.T) {
	l := NewLimiter(LimiterOptions{Concurrency: 8})
	enter(t, l, 0).Done(End{Sent: true, Status: 200, Code: CodeRateLimited, RetryAfter: time.Second})
	if l.limit != 4 {
		t.Errorf("limit %d, want 4", l.limit)
	}
}

// TestRecoveryIsOnePerWindow: below where 429s began a window is one round, at
// that place and beyond it is long enough to keep 429s rare.
func TestRecoveryIsOnePerWindow(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 32})
		enter(t, l, 0).Done(busy) // at 16, the first number in flight
		succeed := func(n int) {
			for range n {
				all := enterAll(t, l, l.limit)
				all[0].Done(ended)
				for _, p := range all[1:] {
					p.Done(End{})
				}
			}
		}
		for limit := 8; limit < 15; limit++ {
			if succeed(limit - 1); l.limit != limit {
				t.Fatalf("limit %d within a round, want %d", l.limit, limit)
			}
			if succeed(1); l.limit != limit+1 {
				t.Fatalf("limit %d after a round, want %d", l.limit, limit+1)
			}
		}
		if succeed(successWindow - 1); l.limit != 15 {
			t.Errorf("limit %d within the window, want 15", l.limit)
		}
		if succeed(1); l.limit != 16 {
			t.Errorf("limit %d after a window of %d successes, want 16", l.limit, successWindow)
		}
	})
}

// TestA429NowAndThenDoesNotBringAnEndpointToItsKnees: a 429 below the top leaves
// the way back up short.
func TestA429NowAndThenDoesNotBringAnEndpointToItsKnees(t *testing.T) {
	f := &feel{top: 64}
	l := &Limiter{limit: 8, ceiling: 64, feel: *f}
	l.refused(0, time.Now(), time.Second)
	if l.limit != 4 || l.feel.top != 63 || l.feel.window(l.limit) != 4 {
		t.Errorf("limit %d, top %d, window %d; want 4, 63, 4", l.limit, l.feel.top, l.feel.window(l.limit))
	}
}

func TestAnEndpointThatGoesOnRefusingIsAskedByOneAndMoreSeldom(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 8})
		unspecific := End{Sent: true, Status: 429, Code: CodeRateLimited}
		start := time.Now()
		var at []time.Duration
		for range 5 {
			p := enter(t, l, 0)
			at = append(at, time.Since(start))
			if len(at) > 2 {
				if more := entering(ctx, l, 0); more.Load() != 0 || !l.feel.probing() {
					t.Fatal("others leave while one probes")
				}
			}
			p.Done(unspecific)
		}
		for i, want := range []time.Duration{0, 1, 3, 7, 15} {
			if at[i] != want*time.Second {
				t.Errorf("request %d left after %v, want %v", i+1, at[i], want*time.Second)
			}
		}
		p := enter(t, l, 0)
		others := entering(ctx, l, 3)
		if others.Load() != 0 {
			t.Fatalf("%d left beside the probe", others.Load())
		}
		l.mu.Lock()
		l.limit = 8
		l.mu.Unlock()
		p.Done(ended)
		synctest.Wait()
		if others.Load() != 3 {
			t.Errorf("%d left after the probe succeeded, want 3", others.Load())
		}
	})
}

func TestAWaitThatIsTooLongEndsCallsAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 8})
		enter(t, l, 0).Done(End{Sent: true, Status: 429, Code: CodeRateLimited, RetryAfter: time.Hour})
		_, err := l.Enter(ctx, 0)
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeRetryAfterTooLong || e.RetryAfter != time.Hour {
			t.Errorf("error %v", err)
		}
		time.Sleep(56 * time.Minute)
		if p, err := l.Enter(ctx, 0); err != nil || p == nil {
			t.Errorf("four minutes before the end of the wait: %v", err)
		}
	})
}
