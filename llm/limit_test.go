package llm

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var (
	ended   = End{Sent: true, Status: 200}
	busy    = End{Sent: true, Status: 429, Code: CodeRateLimited, RetryAfter: 10 * time.Second}
	broken  = End{Sent: true, Code: CodeNetwork}
	failing = End{Sent: true, Status: 503, Code: CodeHTTP, RetryAfter: 10 * time.Second}
)

func enter(t *testing.T, g Governor, tokens int) Pass {
	t.Helper()
	p, err := g.Enter(t.Context(), tokens)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func enterAll(t *testing.T, g Governor, n int) []Pass {
	t.Helper()
	var out []Pass
	for range n {
		out = append(out, enter(t, g, 0))
	}
	return out
}

// entering counts how many of n requests have left; the rest wait.
func entering(ctx context.Context, g Governor, n int) *atomic.Int64 {
	left := new(atomic.Int64)
	for range n {
		go func() {
			if _, err := g.Enter(ctx, 0); err == nil {
				left.Add(1)
			}
		}()
	}
	synctest.Wait()
	return left
}

// inBubble runs a test on the clock of a synctest bubble, whose waiting
// requests end with it.
func inBubble(t *testing.T, f func(t *testing.T, ctx context.Context)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer synctest.Wait()
		defer cancel()
		f(t, ctx)
	})
}

func TestNoMoreLeaveThanAllowedAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 3})
		passes := enterAll(t, l, 3)
		more := entering(ctx, l, 2)
		if more.Load() != 0 {
			t.Fatalf("%d left over the limit", more.Load())
		}
		passes[0].Done(ended)
		synctest.Wait()
		if more.Load() != 1 {
			t.Errorf("%d left after one ended, want 1", more.Load())
		}
	})
}

func TestTheFirstRoundIsSmallAndRoundsDouble(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 50})
		out := enterAll(t, l, firstInFlight)
		for _, want := range []int{32, 50, 50} {
			for range len(out) { // each that ends makes room for the next
				out[0].Done(ended)
				out = append(out[1:], enter(t, l, 0))
			}
			if l.limit != want {
				t.Fatalf("limit %d, want %d", l.limit, want)
			}
			out = append(out, enterAll(t, l, want-len(out))...)
		}
		if more := entering(ctx, l, 1); more.Load() != 0 {
			t.Error("one left over the limit")
		}
	})
}

func TestRoomThatNobodyUsesDoesNotGrow(t *testing.T) {
	l := NewLimiter(LimiterOptions{Concurrency: 50})
	for range 200 {
		enter(t, l, 0).Done(ended)
	}
	if l.limit != firstInFlight {
		t.Errorf("limit %d after calls one by one, want %d", l.limit, firstInFlight)
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	for name, hold := range map[string]func(t *testing.T, l *Limiter){
		"for a place": func(t *testing.T, l *Limiter) { enter(t, l, 0) },
		"for a pause": func(t *testing.T, l *Limiter) { enter(t, l, 0).Done(busy) },
		"for a rate":  func(t *testing.T, l *Limiter) { enter(t, l, 0).Done(ended) },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, ctx context.Context) {
				l := NewLimiter(LimiterOptions{Concurrency: 1, RPM: 1})
				hold(t, l)
				short, cancel := context.WithTimeout(ctx, time.Millisecond)
				defer cancel()
				var stopped atomic.Int64
				for range 2 { // the one whose turn it is, and one behind it
					go func() {
						if _, err := l.Enter(short, 0); errors.Is(err, context.DeadlineExceeded) {
							stopped.Add(1)
						}
					}()
				}
				time.Sleep(2 * time.Millisecond)
				synctest.Wait()
				if stopped.Load() != 2 {
					t.Errorf("%d of 2 stopped waiting", stopped.Load())
				}
			})
		})
	}
}
