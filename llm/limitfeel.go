package llm

import (
	"net/http"
	"time"
)

// successWindow is the least number of replies between two steps up to where
// 429s began and beyond. An endpoint that answers each such step with a 429
// thus sees one in fifty.
const successWindow = 50

// feel is what an endpoint's replies say about how much it takes.
type feel struct {
	doubling bool // no 429 yet: every success adds a place
	epoch    int  // counts the 429s that changed something
	sent     int  // requests of this epoch that are out
	run      int  // successes of this epoch since the last step up
	top      int  // requests in flight at which 429s begin, as far as is known
	refusals int  // epochs in a row that ended without a success
	until    time.Time
}

// probing holds requests back while one of them finds out whether an endpoint
// that refused twice in a row takes requests again.
func (f *feel) probing() bool { return f.refusals > 1 && f.sent > 0 }

// limitPass is one request in flight.
type limitPass struct {
	l      *Limiter
	tokens int // expected
	epoch  int
}

// Done implements Pass.
func (p *limitPass) Done(e End) {
	l := p.l
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	// Room that nobody uses proves nothing about the endpoint.
	pressed := 2*l.inFlight >= l.limit
	l.inFlight--
	if p.epoch == l.feel.epoch {
		l.feel.sent--
	}
	reserve(l.tokens, now, e.PromptTokens+e.CompletionTokens-p.tokens)
	switch {
	case e.limited():
		l.refused(p.epoch, now, e.RetryAfter)
	case e.accepted():
		l.accepted(p.epoch, now, pressed)
	}
	select {
	case l.freed <- struct{}{}:
	default:
	}
}

// limited is a reply that says "too many": a status 429, or its meaning in a
// reply of another status. A spent quota is no such thing.
func (e End) limited() bool {
	return e.Code == CodeRateLimited || e.Code == CodeRetryAfterTooLong ||
		e.Status == http.StatusTooManyRequests && e.Code != CodeQuota
}

// accepted is a request that the endpoint counted and worked on.
func (e End) accepted() bool { return e.Sent && e.Status >= 200 && e.Status < 500 }

// refused stops all requests. Only the first 429 to requests of one epoch
// halves: the others were sent before anybody knew.
func (l *Limiter) refused(epoch int, now time.Time, asked time.Duration) {
	f := &l.feel
	if epoch == f.epoch {
		f.epoch++
		f.refusals++
		f.doubling, f.sent, f.run = false, 0, 0
		// Some endpoints refuse now and then whatever is out: one 429 below the
		// top does not make a new one.
		f.top = max(l.limit, f.top-1)
		l.limit = max(1, l.limit/2)
	}
	if until := now.Add(max(asked, f.patience(asked))); until.After(f.until) {
		f.until = until
	}
	l.pace.stopped = l.pace.stopped || asked >= pacedWait
}

// patience is the shortest stop: none where the endpoint names a wait and has
// not just named one that was too short, else a second that doubles.
func (f *feel) patience(asked time.Duration) time.Duration {
	if asked > 0 && f.refusals < 2 {
		return 0
	}
	return min(time.Second<<min(max(f.refusals-1, 0), 10), DefaultRetry().Cap)
}

// window is how many successes a step up takes: one round below the top, which
// was passed before.
func (f *feel) window(limit int) int {
	if limit+1 < f.top {
		return limit
	}
	return max(limit, successWindow)
}

func (l *Limiter) accepted(epoch int, now time.Time, pressed bool) {
	f := &l.feel
	l.pace.accept(now)
	if epoch != f.epoch {
		return
	}
	f.refusals = 0
	if f.doubling {
		if pressed {
			l.limit = min(l.limit+1, l.ceiling)
		}
		return
	}
	if f.run++; f.run < f.window(l.limit) {
		return
	}
	f.run = 0
	l.pace.raise(now)
	if pressed {
		l.limit = min(l.limit+1, l.ceiling)
	}
}
