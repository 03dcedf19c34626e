package llm

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/internal/loopback"
)

// ledger is a governor that writes down what passes.
type ledger struct {
	mu     sync.Mutex
	tokens []int
	ends   []End
	refuse error
}

func (l *ledger) Enter(_ context.Context, tokens int) (Pass, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refuse != nil {
		return nil, l.refuse
	}
	l.tokens = append(l.tokens, tokens)
	return l, nil
}

func (l *ledger) Done(e End) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ends = append(l.ends, e)
}

func TestEveryRequestPassesTheGovernor(t *testing.T) {
	g := &ledger{}
	used := `{"choices":[{"message":{"content":"ok"}}],"usage":{"prompt_tokens":12,"completion_tokens":3}}`
	c, server, _ := serve(t, inTurn(
		&loopback.Response{Reset: true},
		status(429, rateLimited).With("Retry-After", "7"),
		status(400, `{"error":{"message":"unsupported","param":"temperature","code":"unsupported_value"}}`),
		&loopback.Response{Body: used},
	), func(cfg *Config) { cfg.Governor = g })
	answer(t, c, Request{User: strings.Repeat("four", 10), Temperature: at(0), MaxTokens: 50})
	want := []End{
		{Sent: true, Code: CodeNetwork},
		{Sent: true, Status: 429, Code: CodeRateLimited, RetryAfter: 7 * time.Second},
		{Sent: true, Status: 400, Code: CodeBadRequest},
		{Sent: true, Status: 200, PromptTokens: 12, CompletionTokens: 3},
	}
	if diff := cmp.Diff(want, g.ends); diff != "" || server.Stats().Requests != len(want) {
		t.Errorf("%d requests, ends (-want +got):\n%s", server.Stats().Requests, diff)
	}
	if diff := cmp.Diff([]int{76, 76, 76, 76}, g.tokens); diff != "" {
		t.Errorf("expected tokens (-want +got):\n%s", diff)
	}
}

func TestWhatFoundNobodyWasNotSent(t *testing.T) {
	server := endpoint(t, nil)
	url := server.URL()
	_ = server.Close()
	g := &ledger{}
	c, _ := newClient(t, url, func(cfg *Config) { cfg.Governor, cfg.Attempts = g, 1 })
	failure(t, c)
	if diff := cmp.Diff([]End{{Code: CodeNetwork}}, g.ends); diff != "" {
		t.Errorf("ends (-want +got):\n%s", diff)
	}
}

func TestASpentBudgetStopsACallBeforeItIsMade(t *testing.T) {
	b := NewBudget(BudgetOptions{MaxCalls: 2})
	g := accountOf(t, b, "m")
	c, server, _ := serve(t, always(status(500, `{"error":"busy"}`)), func(cfg *Config) { cfg.Governor = g })
	e, attempts := failure(t, c)
	if e.Code != CodeBudget || !errors.Is(e, ErrBudget) || e.Fatal || len(attempts) != 2 || server.Stats().Requests != 2 {
		t.Errorf("%+v after %d attempts and %d requests", e, len(attempts), server.Stats().Requests)
	}
	e, attempts = failure(t, c)
	if e.Code != CodeBudget || len(attempts) != 0 || server.Stats().Requests != 2 {
		t.Errorf("a further call: %+v, %d attempts, %d requests", e, len(attempts), server.Stats().Requests)
	}
}

func TestAfterAFatalReplyHeldRequestsDoNotLeave(t *testing.T) {
	l := NewLimiter(LimiterOptions{Concurrency: 1})
	c, server, _ := serve(t, always(status(401, `{"error":{"message":"bad key"}}`)), func(cfg *Config) { cfg.Governor = l })
	c.scout.settle() // so that the limiter alone holds the others
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { _, _, _ = c.Chat(t.Context(), Request{User: "q"}) })
	}
	wg.Wait()
	if n := server.Stats().Requests; n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestTheFirstCallGoesAloneUnderALimiter(t *testing.T) {
	l := NewLimiter(LimiterOptions{Concurrency: 30})
	refuseTemperature := func(n int, _ *http.Request, body []byte) *loopback.Response {
		if strings.Contains(string(body), `"temperature"`) {
			return status(400, `{"error":{"message":"unsupported","param":"temperature","code":"unsupported_value"}}`)
		}
		return loopback.Completion(good)
	}
	c, server, _ := serve(t, refuseTemperature, func(cfg *Config) { cfg.Governor = l })
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() { answer(t, c, Request{User: "q", Temperature: at(0)}) })
	}
	wg.Wait()
	if n := server.Stats().Requests; n != 31 {
		t.Errorf("%d requests for 30 calls, want one more", n)
	}
}

func TestGovernGivesBackWhatLaterOnesRefuse(t *testing.T) {
	first, second := &ledger{}, &ledger{refuse: ErrBudget}
	if _, err := Govern(first, nil, second).Enter(t.Context(), 5); !errors.Is(err, ErrBudget) {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff([]End{{}}, first.ends); diff != "" {
		t.Errorf("first (-want +got):\n%s", diff)
	}
	second.refuse = nil
	p, err := Govern(first, nil, second).Enter(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	p.Done(ended)
	if diff := cmp.Diff([]End{{}, ended}, first.ends); diff != "" || len(second.ends) != 1 {
		t.Errorf("first (-want +got):\n%s; second %v", diff, second.ends)
	}
}

func TestEstimateTokens(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "four": 1, "fives": 2, "退款": 2, "Gebühr": 3, "\xff\xfe": 2} {
		if got := EstimateTokens(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
