package llm

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// headers builds a header from "Name: value" lines.
func headers(lines ...string) http.Header {
	h := http.Header{}
	for _, l := range lines {
		name, value, _ := strings.Cut(l, ": ")
		h.Set(name, value)
	}
	return h
}

func TestRetryAfter(t *testing.T) {
	const none = -1
	tests := []struct {
		name string
		h    http.Header
		want time.Duration
	}{
		{"nothing", headers("X-Request-Id: 7"), none},
		{"whole seconds", headers("Retry-After: 7"), 7 * time.Second},
		{"decimal seconds", headers("Retry-After: 1.5"), 1500 * time.Millisecond},
		{"milliseconds go first", headers("Retry-After-Ms: 250", "Retry-After: 7"), 250 * time.Millisecond},
		{"http date", headers("Retry-After: Sun, 01 Mar 2026 12:00:30 GMT"), 30 * time.Second},
		{"date in the past", headers("Retry-After: Sun, 01 Mar 2026 11:00:00 GMT"), 0},
		{"negative", headers("Retry-After: -5"), 0},
		{"zero", headers("Retry-After: 0"), 0},
		{"retry-after before resets", headers("Retry-After: 3", "X-Ratelimit-Reset-Requests: 1m"), 3 * time.Second},
		{"unreadable falls through", headers("Retry-After: soon", "Ratelimit-Reset: 9"), 9 * time.Second},
		{"openai duration", headers("X-Ratelimit-Reset-Requests: 6m0s"), 6 * time.Minute},
		{"openai milliseconds", headers("X-Ratelimit-Reset-Tokens: 20ms"), 20 * time.Millisecond},
		{"azure bare seconds", headers("X-Ratelimit-Reset-Tokens: 12"), 12 * time.Second},
		{"azure minus one", headers("X-Ratelimit-Reset-Tokens: -1"), 0},
		{"epoch seconds", headers("X-Ratelimit-Reset: 1772366445"), 45 * time.Second},
		{"openrouter epoch milliseconds", headers("X-Ratelimit-Reset: 1772366445000"), 45 * time.Second},
		{"draft standard", headers("Ratelimit-Reset: 30"), 30 * time.Second},
		{"anthropic", headers("Anthropic-Ratelimit-Requests-Reset: 2026-03-01T12:00:10Z"), 10 * time.Second},
		{"the limit that is used up decides", headers(
			"X-Ratelimit-Remaining-Requests: 0", "X-Ratelimit-Reset-Requests: 9s",
			"X-Ratelimit-Remaining-Tokens: 500", "X-Ratelimit-Reset-Tokens: 2s"), 9 * time.Second},
		{"a full refill of a limit with room is not waited for", headers(
			"X-Ratelimit-Remaining-Requests: 10", "X-Ratelimit-Reset-Requests: 2s",
			"X-Ratelimit-Remaining-Tokens: 500", "X-Ratelimit-Reset-Tokens: 6m0s"), 2 * time.Second},
		{"anthropic used up", headers(
			"Anthropic-Ratelimit-Tokens-Remaining: 0", "Anthropic-Ratelimit-Tokens-Reset: 2026-03-01T12:00:50Z",
			"Anthropic-Ratelimit-Requests-Remaining: 5", "Anthropic-Ratelimit-Requests-Reset: 2026-03-01T12:00:01Z"), 50 * time.Second},
		{"not a number", headers("Retry-After: NaN"), none},
		{"infinite", headers("Retry-After: Inf"), none},
		{"hexadecimal", headers("Retry-After: 0x10"), none},
		{"blank", headers("Retry-After:  "), none},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := RetryAfter(tt.h, noon)
			if ok != (tt.want != none) || ok && got != tt.want {
				t.Errorf("got %v %v, want %v", got, ok, tt.want)
			}
		})
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, v := range []string{"7", "1.5", "-1", "9e9", "1772366445", "1772366445000", "6m0s", "NaN",
		"99999999999999999999999", "Sun, 01 Mar 2026 12:00:30 GMT", "2026-03-01T12:00:10Z", "-9223372036854775808"} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, value string) {
		for _, name := range []string{"Retry-After", "Retry-After-Ms", "X-Ratelimit-Reset", "Anthropic-Ratelimit-Tokens-Reset"} {
			h := http.Header{name: {value}}
			d, ok := RetryAfter(h, noon)
			if d < 0 || !ok && d != 0 {
				t.Fatalf("%s: %q gives %v %v", name, value, d, ok)
			}
			again, _ := RetryAfter(h, noon)
			if again != d {
				t.Fatalf("%s: %q gives %v, then %v", name, value, d, again)
			}
		}
	})
}
