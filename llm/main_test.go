package llm

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evalrun/evalrun/internal/loopback"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// good is a plain completion; any text does for tests of the exchange.
const good = "ok"

// pauses records the waits a client would have made, without waiting.
type pauses struct {
	mu   sync.Mutex
	list []time.Duration
}

func (p *pauses) sleep(ctx context.Context, d time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, d)
	return ctx.Err()
}

type script = func(n int, r *http.Request, body []byte) *loopback.Response

// always answers every request alike.
func always(r *loopback.Response) script {
	return func(int, *http.Request, []byte) *loopback.Response { return r }
}

// inTurn answers with one response after the other, the last one for good.
func inTurn(list ...*loopback.Response) script {
	return func(n int, _ *http.Request, _ []byte) *loopback.Response { return list[min(n, len(list))-1] }
}

func endpoint(t *testing.T, s script) *loopback.Server {
	t.Helper()
	server, err := loopback.Start(loopback.Options{Script: s, Record: true, HangFor: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server
}

// newClient makes a client with recorded pauses; edit may change the rest.
func newClient(t *testing.T, url string, edit func(*Config)) (*Client, *pauses) {
	t.Helper()
	p := &pauses{}
	cfg := Config{
		BaseURL: url, Model: "m", Timeout: 30 * time.Second,
		Sleep: p.sleep, Rand: func() float64 { return 0.5 },
	}
	if edit != nil {
		edit(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, p
}

// serve starts an endpoint and a client for it.
func serve(t *testing.T, s script, edit func(*Config)) (*Client, *loopback.Server, *pauses) {
	t.Helper()
	server := endpoint(t, s)
	c, p := newClient(t, server.URL(), edit)
	return c, server, p
}

// failure calls once and wants an error.
func failure(t *testing.T, c *Client) (*Error, []Attempt) {
	t.Helper()
	_, attempts, err := c.Chat(t.Context(), Request{User: "q"})
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error is %v, want an *Error", err)
	}
	return e, attempts
}

// answer calls once and wants a reply.
func answer(t *testing.T, c *Client, req Request) (Reply, []Attempt) {
	t.Helper()
	reply, attempts, err := c.Chat(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return reply, attempts
}

func status(code int, body string) *loopback.Response {
	return &loopback.Response{Status: code, Body: body}
}

func at(v float64) *float64 { return &v }

// fields decodes the top level of a request body.
func fields(t *testing.T, body []byte) map[string]json.RawMessage {
	t.Helper()
	var out map[string]json.RawMessage
	if err := json.Unmarshal(body, &out); err != nil {
		t.Fatalf("request body %s: %v", body, err)
	}
	return out
}
