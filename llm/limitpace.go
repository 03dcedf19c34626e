package llm

import (
	"context"
	"time"

	"golang.org/x/time/rate"
)

// margin keeps a stream of requests below the rate it was asked for: networks
// deliver some of them late, and endpoints count the minute in which they
// arrive.
const margin = 0.99

// perMinute is a rate with the given burst, nil for no bound. Requests leave
// evenly: a minute's worth at once would be refused by hosts that divide the
// minute, and would leave no room for the rest of it.
func perMinute(n, burst int) *rate.Limiter {
	if n <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(margin*float64(n)/60), max(1, burst))
}

// awaitRates holds the next request until every rate has room for it.
func (l *Limiter) awaitRates(ctx context.Context, tokens int) error {
	l.mu.Lock()
	wait := l.reserveRates(tokens)
	l.mu.Unlock()
	if wait <= 0 {
		return nil
	}
	return l.sleep(ctx, wait)
}

// reserveRates takes a request's share of every rate and returns how long it
// has to wait for it. It is called with the lock held.
func (l *Limiter) reserveRates(tokens int) (wait time.Duration) {
	now := l.now()
	return max(reserve(l.requests, now, 1), reserve(l.tokens, now, tokens), reserve(l.pace.rate, now, 1))
}

// reserve takes n events and returns how long the last of them has to wait.
// More than a burst is taken in parts, each of which waits for those before.
func reserve(r *rate.Limiter, now time.Time, n int) (wait time.Duration) {
	if r == nil {
		return 0
	}
	for burst := r.Burst(); n > 0; n -= burst {
		wait = r.ReserveN(now, min(n, burst)).DelayFrom(now)
	}
	return wait
}

// pacedWait is the least wait that speaks of a rate. An endpoint that counts
// requests over a minute asks for seconds; one that asks for less is busy just
// now, and fewer requests in flight are the answer to that.
const pacedWait = 3 * time.Second

// leastAccepted is how many accepted requests say something about a rate.
const leastAccepted = 40

// pace is the rate an endpoint was seen to sustain: what it accepted from one
// stop to the end of the next. It bounds nothing before the first stop.
type pace struct {
	rate     *rate.Limiter
	stopped  bool // requests are being held back after a 429
	since    time.Time
	accepted int
	step     float64 // by which the next window raises the pace
}

func newPace(now time.Time) pace {
	return pace{rate: rate.NewLimiter(rate.Inf, 1), since: now}
}

// accept counts a request. What is older than a minute slowly loses weight, so
// that a 429 after a long quiet time is held against the present.
func (p *pace) accept(now time.Time) {
	p.accepted++
	if age := now.Sub(p.since); age > 2*time.Minute && p.accepted > 2*leastAccepted {
		p.accepted /= 2
		p.since = p.since.Add(age / 2)
	}
}

// resume ends a stop. The time of the stop is part of the measure: an endpoint
// that takes a minute's requests within a second takes no more for it.
func (p *pace) resume(now time.Time) {
	if !p.stopped {
		return
	}
	p.stopped = false
	if elapsed := now.Sub(p.since); p.accepted >= leastAccepted && elapsed > 0 {
		p.rate.SetLimitAt(now, rate.Limit(float64(p.accepted)/elapsed.Seconds()))
		p.since, p.accepted, p.step = now, 0, 0.1
	}
}

// raise goes up after a window without a 429, by a tenth at first and twice
// as much each time, because a measure taken early can be far too low.
func (p *pace) raise(now time.Time) {
	if p.rate.Limit() == rate.Inf {
		return
	}
	p.rate.SetLimitAt(now, p.rate.Limit()*rate.Limit(1+p.step))
	p.step = min(2*p.step, 1)
}
