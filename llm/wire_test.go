package llm

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/internal/loopback"
)

func TestTemperatureOnTheWire(t *testing.T) {
	tests := []struct {
		name string
		ask  *float64
		want string // "" when the field must be absent
	}{
		{"zero is sent as zero", at(0), "0"},
		{"one is sent", at(1), "1"},
		{"a fraction keeps its digits", at(0.7), "0.7"},
		{"none asked for, none sent", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, server, _ := serve(t, always(loopback.Completion(good)), nil)
			// The texts imitate the field, to catch a replacement in the wrong place.
			reply, _ := answer(t, c, Request{
				System: `"temperature":1e-45`, User: `{"temperature":1e-45}`, Temperature: tt.ask,
				Schema: &Schema{Name: "s", JSON: json.RawMessage(`{"default":{"temperature":1e-45}}`)},
			})
			got := server.Recorded()[0]
			if f := fields(t, got.Body); string(f["temperature"]) != tt.want {
				t.Errorf("temperature on the wire is %q, want %q", f["temperature"], tt.want)
			}
			if want := strconv.Itoa(len(got.Body)); got.Header.Get("Content-Length") != want {
				t.Errorf("Content-Length %s, body has %s bytes", got.Header.Get("Content-Length"), want)
			}
			if !bytes.Contains(got.Body, []byte(`{\"temperature\":1e-45}`)) || !bytes.Contains(got.Body, []byte(`{"default":{"temperature":1e-45}}`)) {
				t.Errorf("the texts were changed: %s", got.Body)
			}
			if diff := cmp.Diff(tt.ask, reply.TemperatureSent); diff != "" {
				t.Errorf("TemperatureSent (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRequestFields(t *testing.T) {
	c, server, _ := serve(t, always(loopback.Completion(good)), func(cfg *Config) {
		cfg.Key = NewSecret("sk-abcdefgh\n")
		cfg.Headers = map[string]string{"X-Title": "evalrun"}
	})
	zero := 0
	reply, _ := answer(t, c, Request{
		System: "s", User: "u", Seed: &zero, MaxTokens: 7,
		Schema: &Schema{Name: "judgement", JSON: json.RawMessage(`{"type":"object"}`)},
	})
	got := server.Recorded()[0]
	want := map[string]string{
		"model": `"m"`, "seed": "0", "max_tokens": "7", "stream": "false",
		"messages":        `[{"role":"system","content":"s"},{"role":"user","content":"u"}]`,
		"response_format": `{"type":"json_schema","json_schema":{"name":"judgement","schema":{"type":"object"},"strict":true}}`,
	}
	sent := map[string]string{}
	for k, v := range fields(t, got.Body) {
		sent[k] = string(v)
	}
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Errorf("body (-want +got):\n%s", diff)
	}
	if got.Header.Get("Authorization") != "Bearer sk-abcdefgh" || got.Header.Get("X-Title") != "evalrun" {
		t.Errorf("headers %v", got.Header)
	}
	if reply.Mode != ModeSchema || reply.Text != good || reply.Served != "scripted" {
		t.Errorf("reply %+v", reply)
	}
}

func TestNoSystemMessageAndNoKey(t *testing.T) {
	c, server, _ := serve(t, always(loopback.Completion(good)), nil)
	reply, _ := answer(t, c, Request{User: "u"})
	got := server.Recorded()[0]
	if f := fields(t, got.Body); string(f["messages"]) != `[{"role":"user","content":"u"}]` {
		t.Errorf("messages %s", f["messages"])
	}
	if _, sent := got.Header["Authorization"]; sent {
		t.Error("an empty key was sent")
	}
	if reply.Mode != ModePlain {
		t.Errorf("mode %q without a schema", reply.Mode)
	}
}

func TestGzip(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	_, _ = w.Write([]byte(loopback.Completion("unzipped").Body))
	_ = w.Close()
	reply := (&loopback.Response{Body: zipped.String()}).With("Content-Encoding", "gzip")
	for name, headers := range map[string]map[string]string{
		"the transport asked for it": nil,
		"a header asked for it":      {"Accept-Encoding": "gzip"},
		"nobody asked for it":        {"Accept-Encoding": "identity"},
	} {
		t.Run(name, func(t *testing.T) {
			c, _, _ := serve(t, always(reply), func(cfg *Config) { cfg.Headers = headers })
			if got, _ := answer(t, c, Request{User: "q"}); got.Text != "unzipped" {
				t.Errorf("text %q", got.Text)
			}
		})
	}
}

func TestBodyLimit(t *testing.T) {
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	_, _ = w.Write(make([]byte, 1<<20))
	_ = w.Close()
	plain := &loopback.Response{Body: strings.Repeat(" ", 5000)}
	for name, reply := range map[string]*loopback.Response{
		"length announced": plain,
		"length unknown":   (&loopback.Response{Body: plain.Body, Drip: 1}),
		"gzip bomb":        (&loopback.Response{Body: bomb.String()}).With("Content-Encoding", "gzip"),
	} {
		t.Run(name, func(t *testing.T) {
			c, server, _ := serve(t, always(reply), func(cfg *Config) { cfg.MaxBody = 4096 })
			e, _ := failure(t, c)
			if e.Code != CodeTooLarge || e.Fatal || server.Stats().Requests != 1 {
				t.Errorf("%s after %d requests, want %s after 1", e.Code, server.Stats().Requests, CodeTooLarge)
			}
		})
	}
}

// Calls that run at once need as many idle connections, or each would open
// one of its own.
func TestConnectionsAreReused(t *testing.T) {
	const calls = 8
	var mu sync.Mutex
	seen := map[string]bool{}
	var together sync.WaitGroup
	c, _, _ := serve(t, func(_ int, r *http.Request, body []byte) *loopback.Response {
		mu.Lock()
		seen[r.RemoteAddr] = true
		mu.Unlock()
		if bytes.Contains(body, []byte("together")) {
			together.Done()
			together.Wait()
		}
		return loopback.Completion(good)
	}, func(cfg *Config) { cfg.MaxConns = calls })
	answer(t, c, Request{User: "first"}) // the endpoint is known from here on
	for range 3 {
		together.Add(calls)
		var done sync.WaitGroup
		for range calls {
			done.Go(func() { answer(t, c, Request{User: "together"}) })
		}
		done.Wait()
	}
	if len(seen) > calls+2 {
		t.Errorf("%d connections for %d calls at once", len(seen), calls)
	}
}
