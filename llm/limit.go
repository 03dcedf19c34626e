package llm

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// LimiterOptions bound the requests to one endpoint. 0 leaves a bound out.
type LimiterOptions struct {
	Concurrency int // requests in flight at most
	RPM         int // requests a minute
	TPM         int // tokens a minute, counted as expected when a request leaves

	Now   func() time.Time
	Sleep func(context.Context, time.Duration) error // default: a timer that ctx ends
}

// Limiter is the governor of one endpoint. It finds out how much the endpoint
// takes: the requests in flight begin with a few and double with every round
// until the first 429; each 429 halves them and stops all requests for as
// long as the endpoint asks; every window of successes adds one. What the
// endpoint accepted between two stops is the pace at which requests leave
// from then on. Network errors and 5xx change nothing.
type Limiter struct {
	now   func() time.Time
	sleep func(context.Context, time.Duration) error

	turn  chan struct{} // one place: the request that leaves next
	freed chan struct{} // a token for that request: something ended

	requests, tokens *rate.Limiter // what was asked for; nil: no bound

	mu       sync.Mutex
	ceiling  int
	limit    int
	inFlight int
	feel     feel
	pace     pace
}

// firstInFlight is how many requests may be out before the endpoint has
// answered any: a small share of what most endpoints allow, and from there
// 100 are reached within three rounds.
const firstInFlight = 16

// NewLimiter makes the limiter that all callers of one endpoint share.
func NewLimiter(opt LimiterOptions) *Limiter {
	l := &Limiter{
		now: opt.Now, sleep: opt.Sleep,
		turn: make(chan struct{}, 1), freed: make(chan struct{}, 1),
		requests: perMinute(opt.RPM, 1), tokens: perMinute(opt.TPM, opt.TPM/60),
		ceiling: opt.Concurrency,
		feel:    feel{doubling: true},
	}
	if l.now == nil {
		l.now = time.Now
	}
	if l.sleep == nil {
		l.sleep = Sleep
	}
	if l.ceiling <= 0 {
		l.ceiling = math.MaxInt
	}
	l.limit = min(l.ceiling, firstInFlight)
	l.pace = newPace(l.now())
	return l
}

// Enter implements Governor. Requests leave one after the other, in the order
// in which they came. Where the endpoint has asked for a longer wait than any
// call has patience for, the error is an *Error that says so.
func (l *Limiter) Enter(ctx context.Context, tokens int) (Pass, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-l.turn }()
	if err := l.awaitRates(ctx, tokens); err != nil {
		return nil, err
	}
	for {
		p, wait, err := l.leave(tokens)
		if err != nil {
			return nil, err
		}
		if p != nil {
			return p, nil
		}
		if err := l.await(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// leave takes a place in flight, or tells how long to wait for one; a wait of
// 0 ends when another request does.
func (l *Limiter) leave(tokens int) (*limitPass, time.Duration, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if left := l.feel.until.Sub(now); left > 0 {
		return nil, left, tooLong(left)
	}
	l.pace.resume(now)
	if l.inFlight >= l.limit || l.feel.probing() {
		return nil, 0, nil
	}
	l.inFlight++
	l.feel.sent++
	return &limitPass{l: l, tokens: tokens, epoch: l.feel.epoch}, 0, nil
}

// tooLong ends calls at once that would have to wait for longer than a call
// whose own request was told so.
func tooLong(left time.Duration) error {
	longest := DefaultRetry().Longest
	if left <= longest {
		return nil
	}
	return &Error{Code: CodeRetryAfterTooLong, Status: http.StatusTooManyRequests, RetryAfter: left, Message: fmt.Sprintf(
		"not sent: the endpoint asked another call to wait; %v are left, over the limit of %v", left.Round(time.Second), longest)}
}

func (l *Limiter) await(ctx context.Context, wait time.Duration) error {
	if wait > 0 {
		return l.sleep(ctx, wait)
	}
	select {
	case <-l.freed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
