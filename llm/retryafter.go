package llm

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryAfter reads how long a server asks to wait, from the first of these
// that can be read: retry-after-ms; retry-after (seconds, whole or decimal,
// or a date); the reset headers of the rate-limit families. The result is
// never negative; false means that no header says anything.
func RetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if d, ok := explicitWait(h, now); ok {
		return d, true
	}
	return resetWait(h, now)
}

// explicitWait reads the two headers that ask for a wait. The reset headers
// come with every reply of some hosts, so outside a 429 they say nothing.
func explicitWait(h http.Header, now time.Time) (time.Duration, bool) {
	if ms, ok := number(h.Get("Retry-After-Ms")); ok {
		return scaled(ms, time.Millisecond), true
	}
	return moment(h.Get("Retry-After"), now)
}

// resetWait looks through x-ratelimit-reset*, ratelimit-reset and
// anthropic-ratelimit-*-reset. Where a host says which limit is used up
// (its remaining header is 0 or less), the longest of those counts;
// otherwise the shortest of all, because a full refill of a limit that still
// has room is not worth waiting for.
func resetWait(h http.Header, now time.Time) (time.Duration, bool) {
	var spent, any time.Duration
	var haveSpent, haveAny bool
	for name, values := range h {
		if len(values) == 0 || !resetHeader(name) {
			continue
		}
		d, ok := moment(values[0], now)
		if !ok {
			continue
		}
		if !haveAny || d < any {
			any, haveAny = d, true
		}
		if usedUp(h, name) && (!haveSpent || d > spent) {
			spent, haveSpent = d, true
		}
	}
	if haveSpent {
		return spent, true
	}
	return any, haveAny
}

func resetHeader(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "x-ratelimit-reset") || name == "ratelimit-reset" ||
		strings.HasPrefix(name, "anthropic-ratelimit-") && strings.HasSuffix(name, "-reset")
}

func usedUp(h http.Header, reset string) bool {
	twin := strings.Replace(strings.ToLower(reset), "reset", "remaining", 1)
	left, ok := number(h.Get(twin))
	return ok && left <= 0
}

// moment reads one value in any of the shapes hosts use. A bare number is
// seconds below 1e9, an epoch in seconds below 1e10, else one in
// milliseconds: no wait is 30 years long, and no epoch in seconds reaches
// 1e10 before the year 2286.
func moment(value string, now time.Time) (time.Duration, bool) {
	value = strings.TrimSpace(value)
	if n, ok := number(value); ok {
		switch {
		case n < 1e9:
			return scaled(n, time.Second), true
		case n < 1e10:
			return until(time.Unix(int64(n), 0), now), true
		}
		return until(time.UnixMilli(clampMillis(n)), now), true
	}
	if d, err := time.ParseDuration(value); err == nil {
		return max(0, d), true
	}
	if t, err := http.ParseTime(value); err == nil {
		return until(t, now), true
	}
	if t, err := time.Parse(time.RFC3339, value); err == nil {
		return until(t, now), true
	}
	return 0, false
}

// number accepts plain decimal notation only; ParseFloat alone would take
// NaN, Inf and hexadecimal.
func number(value string) (float64, bool) {
	value = strings.TrimSpace(value)
	if value == "" || strings.Trim(value, "+-.0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(value, 64)
	return n, err == nil
}

func scaled(n float64, unit time.Duration) time.Duration {
	d := n * float64(unit)
	if d >= math.MaxInt64 {
		return math.MaxInt64
	}
	return max(0, time.Duration(d))
}

func clampMillis(n float64) int64 { return int64(min(n, 1e15)) }

func until(t, now time.Time) time.Duration { return max(0, t.Sub(now)) }
