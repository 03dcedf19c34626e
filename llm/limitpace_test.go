package llm

import (
	"context"
	"testing"
	"time"
)

func TestRequestsAMinuteLeaveEvenly(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{RPM: 60})
		start := time.Now()
		for range 60 {
			enter(t, l, 0).Done(ended)
		}
		if got := time.Since(start); got < 59*time.Second || got > 61*time.Second {
			t.Errorf("60 requests left within %v", got)
		}
	})
}

func TestTokensAMinute(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{TPM: 6000}) // 99 tokens a second after the margin
		start := time.Now()
		for range 10 { // each of them more than a second's worth
			enter(t, l, 990).Done(End{Sent: true, Status: 200, PromptTokens: 700, CompletionTokens: 290})
		}
		if got := time.Since(start).Round(time.Second); got != 99*time.Second {
			t.Errorf("9,900 tokens left within %v, want 99 s", got)
		}
		enter(t, l, 1).Done(End{Sent: true, Status: 200, PromptTokens: 991})
		start = time.Now()
		enter(t, l, 1)
		if got := time.Since(start).Round(time.Second); got != 10*time.Second {
			t.Errorf("a call that used 990 tokens more than expected held the next for %v, want 10 s", got)
		}
	})
}

func TestPaceIsWhatWasAcceptedWithTheStopIncluded(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 8})
		for range 60 {
			enter(t, l, 0).Done(ended)
		}
		enter(t, l, 0).Done(busy) // 60 at once, then ten seconds of nothing
		for range 2 {
			enter(t, l, 0).Done(ended)
		}
		if got := float64(l.pace.rate.Limit()); got != 6 {
			t.Errorf("pace %v a second, want 6", got)
		}
	})
}

func TestAPaceIsNotMadeOfAFewRequests(t *testing.T) {
	inBubble(t, func(t *testing.T, ctx context.Context) {
		l := NewLimiter(LimiterOptions{Concurrency: 8})
		for range leastAccepted - 1 {
			enter(t, l, 0).Done(ended)
		}
		enter(t, l, 0).Done(busy)
		start := time.Now()
		for range 4 {
			enter(t, l, 0).Done(ended)
		}
		if got := time.Since(start); got != 10*time.Second {
			t.Errorf("four requests left within %v, want the asked wait alone", got)
		}
	})
}
