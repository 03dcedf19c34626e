package loopback

import (
	"math"
	"net/http"
	"strconv"
	"testing"
	"time"
)

// TestLimits walks one endpoint, 2 in flight and 2 a minute, through time.
func TestLimits(t *testing.T) {
	start := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	l := limits{inFlight: 2, perMinute: 2}
	for _, step := range []struct {
		name     string
		second   int
		inFlight int
		wait     time.Duration // 0: accepted
	}{
		{"the first", 0, 1, 0},
		{"one too many at once", 10, 3, time.Second},
		{"what was refused does not count", 20, 2, 0},
		{"the third within a minute", 50, 1, 10 * time.Second},
		{"the first has left the minute", 61, 1, 0},
		{"the second has not", 79, 1, time.Second},
	} {
		wait, limited := l.over(step.inFlight, start.Add(time.Duration(step.second)*time.Second))
		if wait != step.wait || limited != (step.wait > 0) {
			t.Errorf("%s: limited %v for %v, want %v", step.name, limited, wait, step.wait)
		}
	}
}

func TestALimitedReplySaysHowLongToWait(t *testing.T) {
	s := start(t, Options{PerMinute: 1})
	begin := time.Now()
	for i, want := range []int{http.StatusOK, http.StatusTooManyRequests} {
		status, header, _, err := post(t, s, ask("q", "tone"))
		if err != nil || status != want {
			t.Errorf("request %d: status %d, error %v", i+1, status, err)
		}
		after := header.Get("Retry-After")
		if want == http.StatusOK {
			if after != "" {
				t.Errorf("request %d: Retry-After %q", i+1, after)
			}
			continue
		}
		// Between the two a busy machine may have let some seconds go by.
		least := int(math.Ceil((time.Minute - time.Since(begin)).Seconds()))
		if n, err := strconv.Atoi(after); err != nil || n < least || n > 60 {
			t.Errorf("request %d: Retry-After %q, want 60, or as little as %d", i+1, after, least)
		}
	}
	if got := s.Stats(); got.Limited != 1 || got.Answered != 1 {
		t.Errorf("stats %+v", got)
	}
}
