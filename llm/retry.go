package llm

import (
	"context"
	"math"
	"time"
)

// RetryPolicy says how often a failed request is sent again and how long the
// pauses are.
type RetryPolicy struct {
	Attempts int           // requests in all, the first included
	Base     time.Duration // ceiling of the first pause; it doubles with every failure
	Cap      time.Duration // ceiling of any pause of the client's own choosing
	Longest  time.Duration // a server that asks for more than this is given up on
}

// DefaultRetry is four requests, pauses below 0.5 s, 1 s and 2 s, and
// patience for at most five minutes of Retry-After.
func DefaultRetry() RetryPolicy {
	return RetryPolicy{Attempts: 4, Base: 500 * time.Millisecond, Cap: 30 * time.Second, Longest: 5 * time.Minute}
}

// Backoff is the pause after the given number of failures (1 or more) when
// the server named none: full jitter, that is rnd (0 ≤ rnd < 1) times a
// ceiling that doubles each time, so that callers which failed together do
// not come back together.
func (p RetryPolicy) Backoff(failures int, rnd float64) time.Duration {
	ceiling := min(float64(p.Base)*math.Pow(2, float64(failures-1)), float64(p.Cap))
	return time.Duration(rnd * ceiling)
}

// Wait is the pause after the given number of failures when the server asked
// for the wait asked: never shorter than that, and up to a tenth longer to
// spread the callers it told the same. A server that asks for 0 gets a
// Backoff. False means that asked is over p.Longest.
func (p RetryPolicy) Wait(failures int, asked time.Duration, rnd float64) (time.Duration, bool) {
	if asked <= 0 {
		return p.Backoff(failures, rnd), true
	}
	if asked > p.Longest {
		return 0, false
	}
	return asked + time.Duration(rnd*float64(min(asked/10, p.Base))), true
}

// Sleep waits for d or until ctx ends, whichever is first. Where there is
// nothing to wait for a context that has ended is first.
func Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
