package targets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/internal/loopback"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// app starts an application that gives the replies in turn, the last one for
// ever.
func app(t testing.TB, replies ...*loopback.Response) *loopback.Server {
	t.Helper()
	server, err := loopback.Start(loopback.Options{Record: true, HangFor: time.Minute,
		Script: func(n int, _ *http.Request, _ []byte) *loopback.Response { return replies[min(n, len(replies))-1] }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return server
}

func said(status int, body string) *loopback.Response {
	return &loopback.Response{Status: status, Body: body}
}

// waits records the pauses that were asked for instead of making them.
type waits struct {
	mu   sync.Mutex
	asks []time.Duration
}

func (w *waits) sleep(ctx context.Context, d time.Duration) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asks = append(w.asks, d)
	return ctx.Err()
}

// calmly are options without real waits and without jitter.
func calmly(env map[string]string) (Options, *waits) {
	w := &waits{}
	return Options{
		Getenv: func(name string) string { return env[name] },
		Sleep:  w.sleep, Rand: func() float64 { return 0.5 },
	}, w
}

func ask(spec suites.HTTPSpec, opt Options) (*HTTP, error) {
	if spec.Body == nil {
		spec.Body = json.RawMessage(`{"q":"{{query}}"}`)
	}
	return NewHTTP(spec, opt)
}

func httpTarget(t testing.TB, spec suites.HTTPSpec, opt Options) *HTTP {
	t.Helper()
	h, err := ask(spec, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

var thirtyDays = said(200, `{"answer":"Thirty days."}`)

func TestTheRequestIsWhatTheSuiteSays(t *testing.T) {
	server := app(t, thirtyDays)
	opt, _ := calmly(map[string]string{"BASE": server.URL() + "/", "TENANT": "a b/ü", "KEY": "k+/=&x\n"})
	opt.Params = map[string]string{"lang": "de"}
	h := httpTarget(t, suites.HTTPSpec{
		URL:     "${BASE}/ask/${TENANT}?key=${KEY}&v=1",
		Headers: map[string]string{"authorization": "Bearer ${KEY}", "X-Team": "docs", "Content-Type": "application/vnd.docs+json"},
		Body:    json.RawMessage(`{"q":"{{query}}","lang":"{{param.lang}}"}`),
	}, opt)
	if _, err := h.Answer(t.Context(), question("q1", "How long?")); err != nil {
		t.Fatal(err)
	}
	got := server.Recorded()[0]
	if got.Path != "/v1/ask/a b/ü" || got.Query != "key=k%2B%2F%3D%26x&v=1" || string(got.Body) != `{"q":"How long?","lang":"de"}` {
		t.Errorf("path %q, query %q, body %s", got.Path, got.Query, got.Body)
	}
	for name, want := range map[string]string{
		"Authorization": "Bearer k+/=&x", "X-Team": "docs", "Content-Type": "application/vnd.docs+json", "Accept": "application/json",
	} {
		if got.Header.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, got.Header.Get(name), want)
		}
	}
}

func TestRepliesBecomeAnswersOrErrors(t *testing.T) {
	text := suites.Mapping{Answer: path(t, "$.a")}
	for name, c := range map[string]struct {
		reply    *loopback.Response
		mapping  suites.Mapping
		want     string // the answer's text
		declined bool
		code     string
		message  string
		requests int
	}{
		"an envelope":       {reply: thirtyDays, want: "Thirty days.", requests: 1},
		"a mapped reply":    {reply: said(200, `{"a":"x"}`), mapping: text, want: "x", requests: 1},
		"a created reply":   {reply: said(201, `{"a":"x"}`), mapping: text, want: "x", requests: 1},
		"a decline":         {reply: said(200, `{"answer":"","declined":true}`), declined: true, requests: 1},
		"a blank answer":    {reply: said(200, `{"answer":" \u200b"}`), code: CodeEmpty, message: "blank", requests: 1},
		"no answer":         {reply: said(200, `{"declined":false}`), code: CodeEmpty, message: "neither an answer", requests: 1},
		"an empty body":     {reply: said(200, " \n"), code: CodeEmpty, message: "the reply is empty", requests: 1},
		"an unmapped reply": {reply: said(200, `{"b":"x"}`), mapping: text, code: CodeMapping, message: `$.a: $ has no "a"; it has "b"`, requests: 1},
		"a sign-in page":    {reply: said(200, "<html>"), code: CodeMapping, message: "the reply is no JSON", requests: 1},
		"too large":         {reply: said(200, `{"answer":"`+strings.Repeat("x", 3000)+`"}`), code: "target_too_large", message: "larger than 2000 bytes", requests: 1},
		"a wrong key":       {reply: said(401, `{"answer":"x"}`), code: "target_auth", message: `status 401: the body begins "{\"answer\":\"x\"}"`, requests: 1},
		"forbidden":         {reply: said(403, ""), code: "target_auth", message: "status 403: empty body", requests: 1},
		"a wrong address":   {reply: said(404, "no"), code: "target_not_found", message: "status 404", requests: 1},
		"no credit":         {reply: said(402, ""), code: "target_quota", message: "status 402", requests: 1},
		"a spent quota":     {reply: said(429, `{"error":{"code":"insufficient_quota"}}`), code: "target_quota", message: "insufficient_quota", requests: 1},
		"a bad request":     {reply: said(422, `{"answer":"x"}`), code: "target_bad_request", message: "status 422", requests: 1},
		"a redirect":        {reply: said(302, "").With("Location", "https://login.example/x?token=secret"), code: "target_redirected", message: `status 302: redirected to "https://login.example/x"`, requests: 1},
		"busy":              {reply: said(429, ""), code: "target_rate_limited", message: "status 429", requests: 4},
		"broken":            {reply: said(500, `{"answer":"x"}`), code: "target_http", message: "status 500", requests: 4},
		"a gateway":         {reply: said(502, "<html>bad\x1b[31m gateway"), code: "target_http", message: `"<html>bad\x1b[31m gateway"`, requests: 4},
		"cut off":           {reply: said(200, `{"answer":`).With("Content-Length", "100"), code: "target_network", message: "unexpected EOF", requests: 4},
		"a reset":           {reply: &loopback.Response{Reset: true}, code: "target_network", message: "reset", requests: 4},
	} {
		t.Run(name, func(t *testing.T) {
			server := app(t, c.reply)
			opt, _ := calmly(nil)
			h := httpTarget(t, suites.HTTPSpec{URL: server.URL() + "/ask", Mapping: c.mapping, MaxBytes: 2000}, opt)
			got, err := h.Answer(t.Context(), question("q1", "How long?"))
			var failed *Error
			errors.As(err, &failed)
			switch {
			case c.code == "" && (err != nil || got.Text != c.want || got.Declined != c.declined):
				t.Errorf("got %+v, %v", got, err)
			case c.code != "" && (failed == nil || failed.Code != c.code || !strings.Contains(failed.Message, c.message)):
				t.Errorf("got %+v, %v, want %s with %q", got, err, c.code, c.message)
			case failed != nil && (failed.Attempts != c.requests || !strings.HasPrefix(failed.Message, server.URL()+"/ask: ")):
				t.Errorf("%d attempts, message %q", failed.Attempts, failed.Message)
			}
			if n := len(server.Recorded()); n != c.requests {
				t.Errorf("%d requests, want %d", n, c.requests)
			}
			fatal := c.code == "target_auth" || c.code == "target_not_found" || c.code == "target_quota"
			if failed != nil && failed.Fatal() != fatal {
				t.Errorf("fatal %t, want %t", failed.Fatal(), fatal)
			}
		})
	}
}

func TestWaitsAreTheServersOrGrow(t *testing.T) {
	date := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, c := range map[string]struct {
		replies []*loopback.Response
		code    string
		want    []time.Duration
	}{
		"seconds":             {[]*loopback.Response{said(429, "").With("Retry-After", "2"), thirtyDays}, "", []time.Duration{2100 * time.Millisecond}},
		"milliseconds":        {[]*loopback.Response{said(503, "").With("Retry-After-Ms", "10"), thirtyDays}, "", []time.Duration{10500 * time.Microsecond}},
		"a date":              {[]*loopback.Response{said(429, "").With("Retry-After", date.Add(time.Minute).Format(http.TimeFormat)), thirtyDays}, "", []time.Duration{60250 * time.Millisecond}},
		"a limit's reset":     {[]*loopback.Response{said(429, "").With("X-Ratelimit-Reset", "3"), thirtyDays}, "", []time.Duration{3150 * time.Millisecond}},
		"a reset without 429": {[]*loopback.Response{said(500, "").With("X-Ratelimit-Reset", "3"), thirtyDays}, "", []time.Duration{250 * time.Millisecond}},
		"growing":             {[]*loopback.Response{said(500, "")}, "target_http", []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second}},
		"too long":            {[]*loopback.Response{said(429, "").With("Retry-After", "3600")}, "target_retry_after_too_long", nil},
	} {
		t.Run(name, func(t *testing.T) {
			server := app(t, c.replies...)
			opt, w := calmly(nil)
			opt.Now = func() time.Time { return date }
			h := httpTarget(t, suites.HTTPSpec{URL: server.URL() + "/ask"}, opt)
			_, err := h.Answer(t.Context(), question("q1", "x"))
			var failed *Error
			if errors.As(err, &failed); (err == nil) != (c.code == "") || failed != nil && failed.Code != c.code {
				t.Errorf("got %v, want code %q", err, c.code)
			}
			if diff := cmp.Diff(c.want, w.asks); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestTimeouts: one that a suite counts as a fail says so, neither is tried
// again, and the message tells whether the reply had begun.
func TestTimeouts(t *testing.T) {
	const none, half = "no reply", "the reply began but did not end"
	for name, c := range map[string]struct {
		reply   *loopback.Response
		is      string
		message string
	}{
		"no reply":         {&loopback.Response{Delay: time.Hour, Body: "{}"}, suites.TimeoutIsError, none},
		"no reply, a fail": {&loopback.Response{Delay: time.Hour, Body: "{}"}, suites.TimeoutIsFail, none},
		"half a reply":     {&loopback.Response{Stall: true, Body: `{"answer":"x"}`}, suites.TimeoutIsFail, half},
	} {
		t.Run(name, func(t *testing.T) {
			server := app(t, c.reply)
			opt, _ := calmly(nil)
			for timeout := 20 * time.Millisecond; ; timeout *= 4 {
				h := httpTarget(t, suites.HTTPSpec{URL: server.URL() + "/ask", Timeout: timeout, TimeoutIs: c.is}, opt)
				_, err := h.Answer(t.Context(), question("q1", "x"))
				var failed *Error
				if !errors.As(err, &failed) || failed.Code != "target_timeout" || failed.Attempts != 1 || failed.Fails != (c.is == suites.TimeoutIsFail) {
					t.Fatalf("got %+v", failed)
				}
				said := fmt.Sprintf("timeout after %v: ", timeout)
				if c.message == half && timeout < 10*time.Second && strings.HasSuffix(failed.Message, said+none) {
					continue // the machine was too busy for the reply to begin
				}
				if !strings.HasSuffix(failed.Message, said+c.message) {
					t.Errorf("got %+v", failed)
				}
				return
			}
		})
	}
}

func TestAnInterruptIsNoErrorOfTheQuestion(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server, err := loopback.Start(loopback.Options{Script: func(int, *http.Request, []byte) *loopback.Response {
		cancel()
		return &loopback.Response{Delay: time.Minute}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	opt, _ := calmly(nil)
	h := httpTarget(t, suites.HTTPSpec{URL: server.URL() + "/ask"}, opt)
	_, err = h.Answer(ctx, question("q1", "x"))
	var failed *Error
	if !errors.Is(err, context.Canceled) || errors.As(err, &failed) {
		t.Errorf("got %v", err)
	}
}

func TestStreamedAnswers(t *testing.T) {
	chat := "data: {\"d\":{\"t\":\"Thirty \"}}\n\ndata: {\"d\":{\"t\":\"days.\"}}\n\ndata: {\"d\":{},\"conf\":\"high\",\"v\":\"2\"}\n\ndata: [DONE]\n\n"
	delta := suites.Mapping{Delta: path(t, "$.d.t"), Confidence: path(t, "$.conf")}
	for name, c := range map[string]struct {
		format, body string
		mapping      suites.Mapping
		want         answers.Answer
		streamed     bool
		code         string
		message      string
		requests     int
	}{
		"pieces": {format: suites.ResponseSSE, body: chat, mapping: delta, streamed: true,
			want: answers.Answer{Text: "Thirty days.", Confidence: answers.High}, requests: 1},
		"the last event's text": {format: suites.ResponseNDJSON, body: "{\"a\":\"Th\"}\n{\"a\":\"Thirty days.\"}\n",
			mapping: suites.Mapping{Answer: path(t, "$.a")}, want: answers.Answer{Text: "Thirty days."}, requests: 1},
		"an envelope at the end": {format: suites.ResponseNDJSON, body: "{\"status\":\"searching\"}\n{\"answer\":\"Thirty days.\"}\n",
			want: answers.Answer{Text: "Thirty days."}, requests: 1},
		"no piece anywhere": {format: suites.ResponseSSE, body: "data: {\"x\":1}\n\ndata: {\"y\":2}\n\n", mapping: delta,
			code: CodeMapping, message: `$.d.t leads nowhere in all 2 events of the stream; the last begins "{\"y\":2}"`, requests: 1},
		"blank pieces": {format: suites.ResponseSSE, body: "data: {\"d\":{\"t\":\"\"},\"conf\":\"low\"}\n\n", mapping: delta, code: CodeEmpty, requests: 1},
		"no events":    {format: suites.ResponseSSE, body: ": nothing\n\n", mapping: delta, code: CodeEmpty, message: "the reply is empty", requests: 1},
		"an error on the way": {format: suites.ResponseSSE, body: "data: {\"d\":{\"t\":\"Thirty \"}}\n\ndata: {\"error\":\"overloaded\"}\n\n",
			mapping: delta, code: "target_http", message: "the stream carries an error", requests: 4},
		"cut in an event": {format: suites.ResponseSSE, body: "data: {\"d\":{\"t\":\"Thirty \"}}\n\ndata: {\"d\"", mapping: delta,
			code: "target_network", message: "ended inside an event", requests: 4},
		"no JSON": {format: suites.ResponseNDJSON, body: "{\"d\":{\"t\":\"x\"}}\nhello\n", mapping: delta, code: CodeMapping, message: "event 2", requests: 1},
		"too large": {format: suites.ResponseSSE, body: strings.Repeat("data: {\"d\":{\"t\":\"x\"}}\n\n", 200), mapping: delta,
			code: "target_too_large", requests: 1},
	} {
		t.Run(name, func(t *testing.T) {
			server := app(t, said(200, c.body))
			opt, _ := calmly(nil)
			h := httpTarget(t, suites.HTTPSpec{URL: server.URL() + "/ask", Response: c.format, Mapping: c.mapping, MaxBytes: 2000,
				Version: path(t, "$.v?")}, opt)
			got, err := h.Answer(t.Context(), question("q1", "x"))
			var failed *Error
			if errors.As(err, &failed); c.code != "" {
				if failed == nil || failed.Code != c.code || !strings.Contains(failed.Message, c.message) {
					t.Errorf("got %+v, %v", got, err)
				}
			} else if err != nil || got.LatencyMs == nil || (got.FirstTokenMs != nil) != c.streamed {
				t.Errorf("got %+v, %v", got, err)
			}
			got.LatencyMs, got.FirstTokenMs = nil, nil
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if n := len(server.Recorded()); n != c.requests {
				t.Errorf("%d requests, want %d", n, c.requests)
			}
			if c.streamed && h.Version() != "2" {
				t.Errorf("version %q", h.Version())
			}
		})
	}
}

// TestTimesAreThoseOfTheLastRequest: what was waited before it is not the
// application's time.
func TestTimesAreThoseOfTheLastRequest(t *testing.T) {
	var now time.Time
	server := app(t, said(500, ""), said(200, "data: {\"t\":\"a\"}\n\ndata: {\"t\":\"b\"}\n\n"))
	opt, _ := calmly(nil)
	opt.Sleep = func(context.Context, time.Duration) error { now = now.Add(time.Hour); return nil }
	opt.Now = func() time.Time { now = now.Add(time.Second); return now }
	h := httpTarget(t, suites.HTTPSpec{URL: server.URL() + "/ask", Response: suites.ResponseSSE, Mapping: suites.Mapping{Delta: path(t, "$.t")}}, opt)
	got, err := h.Answer(t.Context(), question("q1", "x"))
	if err != nil || *got.FirstTokenMs != 1000 || *got.LatencyMs != 2000 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// ledger is a governor that writes down what it is told.
type ledger struct {
	refuse error
	ends   []llm.End
}

func (l *ledger) Enter(context.Context, int) (llm.Pass, error) { return l, l.refuse }
func (l *ledger) Done(e llm.End)                               { l.ends = append(l.ends, e) }

func TestEveryRequestGoesThroughTheGovernor(t *testing.T) {
	server := app(t, said(429, "").With("Retry-After", "2"), &loopback.Response{Reset: true}, said(200, `{"answer":"x","usage":{"promptTokens":7,"completionTokens":3}}`))
	l := &ledger{}
	opt, _ := calmly(nil)
	opt.Governor = l
	h := httpTarget(t, suites.HTTPSpec{URL: server.URL() + "/ask"}, opt)
	if _, err := h.Answer(t.Context(), question("q1", "x")); err != nil {
		t.Fatal(err)
	}
	want := []llm.End{
		{Sent: true, Status: 429, Code: llm.CodeRateLimited, RetryAfter: 2 * time.Second},
		{Sent: true, Code: llm.CodeNetwork},
		{Sent: true, Status: 200, PromptTokens: 7, CompletionTokens: 3},
	}
	if diff := cmp.Diff(want, l.ends); diff != "" {
		t.Error(diff)
	}
	l.refuse = llm.ErrBudget
	_, err := h.Answer(t.Context(), question("q2", "x"))
	var failed *Error
	if !errors.Is(err, llm.ErrBudget) || errors.As(err, &failed) || len(server.Recorded()) != 3 {
		t.Errorf("a spent budget gives %v after %d requests", err, len(server.Recorded()))
	}
}

func TestProbeFindsWhatWouldStopEveryQuestion(t *testing.T) {
	for name, c := range map[string]struct {
		reply    *loopback.Response
		code     string
		requests int
	}{
		"an answer":       {thirtyDays, "", 1},
		"another shape":   {said(200, `{"error":"unknown question"}`), "", 1},
		"a bad question":  {said(400, ""), "", 1},
		"busy":            {said(429, ""), "", 4},
		"a wrong key":     {said(401, ""), "target_auth", 1},
		"a wrong address": {said(404, ""), "target_not_found", 1},
		"a sign-in":       {said(302, ""), "target_redirected", 1},
		"down":            {said(503, ""), "target_http", 4},
	} {
		server := app(t, c.reply)
		opt, _ := calmly(nil)
		h := httpTarget(t, suites.HTTPSpec{URL: server.URL() + "/ask"}, opt)
		err := h.Probe(t.Context())
		var failed *Error
		if errors.As(err, &failed); (err == nil) != (c.code == "") || failed != nil && failed.Code != c.code {
			t.Errorf("%s: got %v, want code %q", name, err, c.code)
		}
		if n := len(server.Recorded()); n != c.requests {
			t.Errorf("%s: %d requests, want %d", name, n, c.requests)
		}
	}
}

func TestAVersionThatChangesIsNoted(t *testing.T) {
	server := app(t, said(200, `{"answer":"x","v":"1.0"}`), said(200, `{"answer":"x","v":1.1}`), said(200, `{"answer":"x","v":null}`))
	opt, _ := calmly(nil)
	h := httpTarget(t, suites.HTTPSpec{URL: server.URL() + "/ask", Version: path(t, "$.v")}, opt)
	for i, want := range []struct {
		version string
		notes   []string
	}{
		{"1.0", nil},
		{"1.1", []string{`the target's version changed during the run: "1.0", "1.1"`}},
		{"1.1", []string{`the target's version changed during the run: "1.0", "1.1"`}},
	} {
		if _, err := h.Answer(t.Context(), question("q1", "x")); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.notes, h.Notes()); diff != "" || h.Version() != want.version || h.Ref().Version != want.version {
			t.Errorf("after reply %d: version %q %s", i+1, h.Version(), diff)
		}
	}
}
