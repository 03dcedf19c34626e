package loopback

import (
	"math"
	"net/http"
	"strconv"
	"time"
)

// limits are the bounds over which the endpoint answers 429.
type limits struct {
	inFlight, perMinute int

	accepted []time.Time // of the last minute, oldest first
}

// over tells whether a request that makes n in flight is one too many, and
// how long to wait. The minute slides: it is the one that ends now. The
// server's lock is held.
func (l *limits) over(n int, now time.Time) (wait time.Duration, limited bool) {
	begin := now.Add(-time.Minute)
	for len(l.accepted) > 0 && l.accepted[0].Before(begin) {
		l.accepted = l.accepted[1:]
	}
	switch {
	case l.inFlight > 0 && n > l.inFlight:
		return time.Second, true
	case l.perMinute > 0 && len(l.accepted) >= l.perMinute:
		return l.accepted[0].Sub(begin), true
	case l.perMinute > 0:
		l.accepted = append(l.accepted, now)
	}
	return 0, false
}

// limited counts a request that came over a limit and returns its reply.
func (s *Server) limited() *Response {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait, over := s.limits.over(s.tally.InFlight, time.Now())
	if !over {
		return nil
	}
	s.tally.Limited++
	seconds := max(1, int(math.Ceil(wait.Seconds())))
	return Failure(http.StatusTooManyRequests, "rate limit reached").With("Retry-After", strconv.Itoa(seconds))
}
