package llm

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/internal/loopback"
)

const rateLimited = `{"error":{"message":"slow down","type":"requests","code":"rate_limit_exceeded"}}`

func TestRetryAfterIsHonoured(t *testing.T) {
	c, server, waits := serve(t, inTurn(
		status(429, rateLimited).With("Retry-After", "7"), loopback.Completion(good)), nil)
	_, attempts := answer(t, c, Request{User: "q"})
	if server.Stats().Requests != 2 || len(waits.list) != 1 || waits.list[0] < 7*time.Second {
		t.Errorf("%d requests, waits %v", server.Stats().Requests, waits.list)
	}
	first := attempts[0]
	if first.Code != string(CodeRateLimited) || first.Status != 429 || first.Wait != waits.list[0] {
		t.Errorf("first attempt %+v", first)
	}
}

func TestWhatIsRetried(t *testing.T) {
	for _, code := range []int{408, 409, 429, 500, 502, 503, 529} {
		c, server, waits := serve(t, always(status(code, `{"error":"busy"}`)), nil)
		e, attempts := failure(t, c)
		if server.Stats().Requests != 4 || len(attempts) != 4 || e.Status != code || e.Fatal {
			t.Errorf("%d: %d requests, %+v", code, server.Stats().Requests, e)
		}
		want := []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second}
		if diff := cmp.Diff(want, waits.list); diff != "" {
			t.Errorf("%d: waits at jitter 0.5 (-want +got):\n%s", code, diff)
		}
	}
}

func TestBrokenConnectionsAreRetried(t *testing.T) {
	whole := loopback.Completion(good)
	for name, broken := range map[string]*loopback.Response{
		"reset":    {Reset: true},
		"cut body": (&loopback.Response{Body: whole.Body[:40]}).With("Content-Length", "400"),
	} {
		t.Run(name, func(t *testing.T) {
			c, _, _ := serve(t, inTurn(broken, broken, whole), nil)
			_, attempts := answer(t, c, Request{User: "q"})
			if len(attempts) != 3 || attempts[0].Code != string(CodeNetwork) {
				t.Errorf("attempts %+v", attempts)
			}
		})
	}
}

func TestConnectionRefused(t *testing.T) {
	server := endpoint(t, nil)
	url := server.URL()
	_ = server.Close()
	c, _ := newClient(t, url, nil)
	e, attempts := failure(t, c)
	if e.Code != CodeNetwork || e.Status != 0 || len(attempts) != 4 || e.Fatal {
		t.Errorf("%+v after %d attempts", e, len(attempts))
	}
}

// TestNothingIsWaitedForAfterTheEnd: a timer that has run out already would be
// taken as often as the end.
func TestNothingIsWaitedForAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 100 {
		if err := Sleep(ctx, -time.Second); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
	}
}

func TestATooLongWaitIsGivenUp(t *testing.T) {
	c, server, waits := serve(t, always(status(429, rateLimited).With("Retry-After", "3600")), nil)
	e, _ := failure(t, c)
	if e.Code != CodeRetryAfterTooLong || e.RetryAfter != time.Hour || e.Fatal {
		t.Errorf("%+v", e)
	}
	if server.Stats().Requests != 1 || len(waits.list) != 0 {
		t.Errorf("%d requests, waits %v", server.Stats().Requests, waits.list)
	}
}

// OpenAI sends reset headers with every reply; they explain no 500.
func TestResetHeadersCountForA429Only(t *testing.T) {
	for code, want := range map[int]time.Duration{429: time.Minute, 500: 250 * time.Millisecond} {
		c, _, waits := serve(t, inTurn(
			status(code, `{"error":"x"}`).With("X-Ratelimit-Reset-Tokens", "1m0s"), loopback.Completion(good)), nil)
		answer(t, c, Request{User: "q"})
		if len(waits.list) != 1 || waits.list[0] < want || waits.list[0] > want+time.Second {
			t.Errorf("%d: waited %v, want %v", code, waits.list, want)
		}
	}
}

func TestUpstreamHeadersInTheErrorAreHonoured(t *testing.T) {
	body := `{"error":{"code":429,"message":"x","metadata":{"headers":{"X-RateLimit-Reset":"20","X-RateLimit-Remaining":0}}}}`
	for name, code := range map[string]int{"status 429": 429, "status 200": 200} {
		c, _, waits := serve(t, inTurn(status(code, body), loopback.Completion(good)), nil)
		answer(t, c, Request{User: "q"})
		if len(waits.list) != 1 || waits.list[0] < 20*time.Second {
			t.Errorf("%s: waits %v", name, waits.list)
		}
	}
}

func TestCancelEndsAWaitAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c, server, _ := serve(t, always(status(429, rateLimited).With("Retry-After", "200")), func(cfg *Config) {
		cfg.Sleep = func(ctx context.Context, d time.Duration) error {
			cancel()
			return Sleep(ctx, d)
		}
	})
	_, attempts, err := c.Chat(ctx, Request{User: "q"})
	if !errors.Is(err, context.Canceled) || len(attempts) != 1 || server.Stats().Requests != 1 {
		t.Errorf("error %v after %d attempts", err, len(attempts))
	}
	if e, ok := err.(*Error); !ok || e.Code != CodeCanceled || e.Fatal {
		t.Errorf("error %#v", err)
	}
}

func TestAWaitPastTheDeadlineIsNotBegun(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c, server, waits := serve(t, always(status(429, rateLimited).With("Retry-After", "200")), nil)
	_, _, err := c.Chat(ctx, Request{User: "q"})
	if e, ok := err.(*Error); !ok || e.Code != CodeRateLimited {
		t.Errorf("error %v", err)
	}
	if len(waits.list) != 0 || server.Stats().Requests != 1 {
		t.Errorf("waits %v, %d requests", waits.list, server.Stats().Requests)
	}
}

func TestTheCallersDeadlineEndsARequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := &pauses{}
		c, server := bubble(t, loopback.Options{Script: always(&loopback.Response{Delay: time.Hour})}, Config{Timeout: 30 * time.Second, Sleep: waits.sleep})
		defer server.Close()
		defer c.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		_, attempts, err := c.Chat(ctx, Request{User: "q"})
		if e, ok := err.(*Error); !ok || e.Code != CodeTimeout || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		if len(attempts) != 1 || len(waits.list) != 0 {
			t.Errorf("attempts %+v, waits %v", attempts, waits.list)
		}
	})
}

func TestACanceledContextSendsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c, _, _ := serve(t, always(loopback.Completion(good)), nil)
	for range 3 {
		if _, _, err := c.Chat(ctx, Request{User: "q"}); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	}
	// A canceled call has learned nothing and must not be fatal to the next.
	answer(t, c, Request{User: "q"})
}

func TestBackoff(t *testing.T) {
	p := DefaultRetry()
	for failures, ceiling := range map[int]time.Duration{
		1: 500 * time.Millisecond, 2: time.Second, 7: 30 * time.Second, 1000: 30 * time.Second,
	} {
		if got := p.Backoff(failures, 0); got != 0 {
			t.Errorf("failure %d: full jitter must reach 0, got %v", failures, got)
		}
		if got := p.Backoff(failures, 1); got != ceiling {
			t.Errorf("failure %d: ceiling %v, want %v", failures, got, ceiling)
		}
	}
}

func TestWait(t *testing.T) {
	p := DefaultRetry()
	if got, ok := p.Wait(1, p.Longest, 0); !ok || got != p.Longest {
		t.Errorf("the longest wait itself: %v %v", got, ok)
	}
	if _, ok := p.Wait(1, p.Longest+1, 0); ok {
		t.Error("a wait over the longest was accepted")
	}
	if got, _ := p.Wait(1, time.Second, 1); got < time.Second || got > 1100*time.Millisecond {
		t.Errorf("spread of a second is %v", got)
	}
	if got, _ := p.Wait(1, 0, 1); got != p.Base {
		t.Errorf("asked for no wait: %v, want a backoff", got)
	}
}

// After a fatal reply no new request starts, whoever asks.
func TestNoRequestAfterAFatalReply(t *testing.T) {
	for name, reply := range map[string]*loopback.Response{
		"quota":       status(429, `{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`),
		"credits":     status(402, `{"error":{"code":402,"message":"no credits"}}`),
		"wrong key":   status(401, `{"error":{"message":"bad key"}}`),
		"forbidden":   status(403, `<h1>no</h1>`),
		"no model":    status(404, `{"error":"model 'x' not found"}`),
		"in a 200":    status(200, `{"error":{"code":401,"message":"bad key"}}`),
		"word in 200": status(200, `{"error":{"type":"insufficient_quota","message":"no"}}`),
	} {
		t.Run(name, func(t *testing.T) {
			c, server, waits := serve(t, always(reply), nil)
			const workers, each = 4, 12
			done := make(chan *Error, workers*each)
			for range workers {
				go func() {
					for range each {
						_, _, err := c.Chat(t.Context(), Request{User: "q"})
						e, _ := err.(*Error)
						done <- e
					}
				}()
			}
			for range workers * each {
				if e := <-done; e == nil || !e.Fatal {
					t.Errorf("error %+v, want a fatal one", e)
				}
			}
			if got := server.Stats().Requests; got > workers {
				t.Errorf("%d requests, at most %d were in flight", got, workers)
			}
			if len(waits.list) != 0 {
				t.Errorf("waited %v", waits.list)
			}
		})
	}
}

func TestRetryWithoutBodyHeaders(t *testing.T) {
	c, _, waits := serve(t, func(n int, _ *http.Request, _ []byte) *loopback.Response {
		if n == 1 {
			return status(503, "")
		}
		return loopback.Completion(good)
	}, nil)
	answer(t, c, Request{User: "q"})
	if len(waits.list) != 1 {
		t.Errorf("waits %v", waits.list)
	}
}
