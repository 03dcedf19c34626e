package llm

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/evalrun/evalrun/internal/loopback"
)

func html(code int, page string) *loopback.Response {
	return status(code, page).With("Content-Type", "text/html")
}

func TestRepliesThatAreNoCompletion(t *testing.T) {
	long := "<html>Bad gateway\x1b[31m\r\n\u202e" + strings.Repeat("padding ", 25_000) + "END</html>"
	tests := []struct {
		name     string
		reply    *loopback.Response
		code     Code
		requests int
		names    []string
	}{
		{"a gateway's page", html(502, long), CodeHTTP, 4, []string{"502", "text/html", "Bad gateway"}},
		{"a sign-in page", html(200, "<!doctype html><title>Sign in</title>"), CodeHTTP, 4, []string{"200", "text/html", "Sign in"}},
		{"a redirect", status(302, "").With("Location", "/login?token=abc"), CodeRedirected, 1, []string{"302", "redirected to a page", "/login"}},
		{"nothing at all", status(200, ""), CodeHTTP, 4, []string{"200", "empty body"}},
		{"a page behind a 404", html(404, "<h1>404</h1>"), CodeNotFound, 1, []string{"404", "text/html", "<h1>404</h1>"}},
		{"JSON that is cut", status(200, `{"choices":[{"mess`), CodeHTTP, 4, []string{"200", "application/json"}},
		{"JSON that is no object", status(200, `"hello"`), CodeHTTP, 4, []string{"hello"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, server, _ := serve(t, always(tt.reply), nil)
			e, attempts := failure(t, c)
			if e.Code != tt.code || server.Stats().Requests != tt.requests || len(attempts) != tt.requests {
				t.Errorf("%s after %d requests, want %s after %d", e.Code, server.Stats().Requests, tt.code, tt.requests)
			}
			for _, part := range append(tt.names, server.URL()+"/chat/completions") {
				if !strings.Contains(e.Message, part) {
					t.Errorf("message lacks %q: %s", part, e.Message)
				}
			}
			checkTidy(t, e.Message)
		})
	}
}

// checkTidy holds a message to one short line of visible characters.
func checkTidy(t *testing.T, message string) {
	t.Helper()
	if n := len([]rune(message)); n > 500 {
		t.Errorf("message has %d characters", n)
	}
	for _, r := range message {
		if !unicode.IsPrint(r) {
			t.Errorf("message holds %U: %q", r, message)
		}
	}
	if strings.Contains(message, "token=abc") {
		t.Errorf("message shows a query: %s", message)
	}
}

func TestErrorsInsideA200(t *testing.T) {
	tests := []struct {
		name, body string
		code       Code
		status     int
		requests   int
	}{
		{"a 429 is retried", `{"error":{"message":"Provider returned error","code":429}}`, CodeRateLimited, 429, 4},
		{"a 404 is not", `{"error":{"message":"No endpoints found","code":404}}`, CodeNotFound, 404, 1},
		{"a code word", `{"error":{"message":"x","code":"rate_limit_exceeded"}}`, CodeRateLimited, 429, 4},
		{"plain text", `{"error":"upstream failed"}`, CodeHTTP, 0, 4},
		{"inside the choice", `{"choices":[{"finish_reason":"error","error":{"code":502,"message":"x"},"message":{"content":"half"}}]}`, CodeHTTP, 502, 4},
		{"flat", `{"object":"error","message":"model gone","type":"NotFoundError","code":404}`, CodeNotFound, 404, 1},
		{"no choices behind a filter", `{"id":"x","choices":[],"prompt_filter_results":[]}`, CodeEmptyChoices, 200, 1},
		{"an empty object", `{}`, CodeEmptyChoices, 200, 1},
		{"null", `null`, CodeEmptyChoices, 200, 1},
		{"choices that are no list", `{"choices":{}}`, CodeEmptyChoices, 200, 1},
		{"finish reason error", `{"choices":[{"index":0,"finish_reason":"error","message":{"role":"assistant","content":""}}]}`, CodeHTTP, 200, 4},
		{"a null choice", `{"choices":[null]}`, CodeEmpty, 200, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, server, _ := serve(t, always(status(200, tt.body)), nil)
			e, attempts := failure(t, c)
			if e.Code != tt.code || e.Status != tt.status || server.Stats().Requests != tt.requests {
				t.Errorf("%s, status %d, after %d requests", e.Code, e.Status, server.Stats().Requests)
			}
			if attempts[0].Status != 200 {
				t.Errorf("the attempt's status is %d, 200 was received", attempts[0].Status)
			}
		})
	}
}

func TestErrorRepliesByStatus(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string
		code   Code
		fatal  bool
	}{
		{"context length by code", 400, `{"error":{"message":"too big","code":"context_length_exceeded"}}`, CodeContextLength, false},
		{"context length in words", 400, `{"error":{"message":"This model's maximum context length is 8192 tokens","code":null}}`, CodeContextLength, false},
		{"azure prompt filter", 400, `{"error":{"code":"content_filter","message":"x","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation","content_filter_result":{}}}}`, CodeFiltered, false},
		{"azure inner error alone", 400, `{"error":{"message":"x","innererror":{"code":"ResponsibleAIPolicyViolation"}}}`, CodeFiltered, false},
		{"a moderation is one question's, not the run's", 403, `{"error":{"code":403,"message":"flagged","metadata":{"reasons":["violence"]}}}`, CodeFiltered, false},
		{"flat vllm body", 400, `{"object":"error","message":"bad","type":"BadRequestError","param":null,"code":400}`, CodeBadRequest, false},
		{"error as text", 404, `{"error":"model 'x' not found"}`, CodeNotFound, true},
		{"detail", 422, `{"detail":"field required"}`, CodeBadRequest, false},
		{"a list around the error", 403, `[{"error":{"code":403,"message":"denied"}}]`, CodeAuth, true},
		{"quota only by code", 429, `{"error":{"message":"You exceeded your current quota","code":429}}`, CodeRateLimited, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, _, _ := serve(t, always(status(tt.status, tt.body)), func(cfg *Config) { cfg.Attempts = 1 })
			e, _ := failure(t, c)
			if e.Code != tt.code || e.Fatal != tt.fatal || e.Status != tt.status {
				t.Errorf("got %s, status %d, fatal %v", e.Code, e.Status, e.Fatal)
			}
			if strings.Contains(e.Message, "begins") || strings.Contains(e.Message, "nil") {
				t.Errorf("the error body was not read: %s", e.Message)
			}
		})
	}
}

func TestFatalMessagesSayWhatToDo(t *testing.T) {
	for name, tt := range map[string]struct {
		code int
		key  string
		want string
	}{
		"a wrong key":   {401, "sk-abcdefgh", "check the key in JUDGE_KEY"},
		"no key at all": {401, "", "no key was sent; set JUDGE_KEY"},
		"no credit":     {402, "sk-abcdefgh", "quota"},
	} {
		c, _, _ := serve(t, always(status(tt.code, `{"error":"x"}`)), func(cfg *Config) {
			cfg.Key, cfg.KeyEnv = NewSecret(tt.key), "JUDGE_KEY"
		})
		if e, _ := failure(t, c); !strings.Contains(e.Message, tt.want) {
			t.Errorf("%s: message %q lacks %q", name, e.Message, tt.want)
		}
	}
}

// choiceBody is a 200 with one choice.
func choiceBody(t *testing.T, finish string, message map[string]any) *loopback.Response {
	t.Helper()
	body, err := json.Marshal(map[string]any{
		"model": "served-1", "usage": map[string]any{"prompt_tokens": 11, "completion_tokens": 7.0},
		"choices": []any{map[string]any{"index": 0, "finish_reason": finish, "message": message}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return status(200, string(body))
}

func TestUnusableReplies(t *testing.T) {
	tests := []struct {
		name    string
		finish  string
		message map[string]any
		code    Code
		text    string // that the message must show
	}{
		{"refusal field", "stop", map[string]any{"content": nil, "refusal": "I can't help with that."}, CodeRefused, "I can't help with that."},
		{"refusal beats content", "stop", map[string]any{"content": "{}", "refusal": "No."}, CodeRefused, "No."},
		{"content filter", "content_filter", map[string]any{"content": ""}, CodeFiltered, "filter"},
		{"content filter with half a text", "content_filter", map[string]any{"content": "half"}, CodeFiltered, "filter"},
		{"null content", "stop", map[string]any{"content": nil}, CodeEmpty, "no text"},
		{"blank content", "stop", map[string]any{"content": " \n\t"}, CodeEmpty, "no text"},
		{"reasoning is no content", "stop", map[string]any{"content": nil, "reasoning_content": "so 5", "reasoning": "so 5"}, CodeEmpty, "no text"},
		{"thoughts only", "stop", map[string]any{"content": []any{map[string]any{"type": "thinking", "text": "so 5"}}}, CodeEmpty, "no text"},
		{"content of a wrong kind", "stop", map[string]any{"content": map[string]any{"text": "x"}}, CodeEmpty, "no text"},
		{"a tool call", "tool_calls", map[string]any{"content": nil, "tool_calls": []any{}}, CodeEmpty, "tool_calls"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, server, _ := serve(t, always(choiceBody(t, tt.finish, tt.message)), nil)
			e, attempts := failure(t, c)
			if e.Code != tt.code || e.Fatal || server.Stats().Requests != 1 {
				t.Errorf("%s, fatal %v, after %d requests", e.Code, e.Fatal, server.Stats().Requests)
			}
			if !strings.Contains(e.Message, tt.text) {
				t.Errorf("message lacks %q: %s", tt.text, e.Message)
			}
			a := attempts[0]
			if a.Served != "served-1" || a.PromptTokens != 11 || a.CompletionTokens != 7 || a.FinishReason != tt.finish {
				t.Errorf("what was paid for is not on the attempt: %+v", a)
			}
		})
	}
}

func TestUsableReplies(t *testing.T) {
	part := func(kind, text string) map[string]any { return map[string]any{"type": kind, "text": text} }
	thought := map[string]any{"type": "thinking", "thinking": []any{part("text", `{"scores":{"grounding":1}}`)}}
	tests := []struct {
		name    string
		finish  string
		content any
		want    string
	}{
		{"a string", "stop", `{"a":1}`, `{"a":1}`},
		{"a refusal in the content is the caller's to see", "stop", "I'm sorry, I can't.", "I'm sorry, I can't."},
		{"thinking and text", "stop", []any{thought, part("text", `{"a":2}`)}, `{"a":2}`},
		{"two text parts", "stop", []any{part("text", `{"a"`), part("text", `:3}`)}, `{"a":3}`},
		{"an unknown part", "stop", []any{map[string]any{"type": "reference", "reference_ids": []int{1}}, part("text", "x")}, "x"},
		{"cut off", "length", `{"a":`, `{"a":`},
		{"cut off before the first word", "length", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, _, _ := serve(t, always(choiceBody(t, tt.finish, map[string]any{"content": tt.content})), nil)
			reply, attempts := answer(t, c, Request{User: "q"})
			if reply.Text != tt.want || reply.FinishReason != tt.finish {
				t.Errorf("text %q, finish reason %q", reply.Text, reply.FinishReason)
			}
			if reply.Served != "served-1" || reply.PromptTokens != 11 || reply.CompletionTokens != 7 {
				t.Errorf("reply %+v", reply)
			}
			if len(attempts) != 1 || attempts[0].Code != "" || attempts[0].Status != 200 {
				t.Errorf("attempts %+v", attempts)
			}
		})
	}
}

func TestAGoodReplyBesideAnEmptyErrorKey(t *testing.T) {
	for _, empty := range []string{`null`, `""`, `{}`} {
		body := `{"error":` + empty + `,"choices":[{"finish_reason":null,"message":{"content":"fine"}}]}`
		c, _, _ := serve(t, always(status(200, body)), nil)
		if reply, _ := answer(t, c, Request{User: "q"}); reply.Text != "fine" {
			t.Errorf("error %s: text %q", empty, reply.Text)
		}
	}
}

// FuzzErrorBody feeds any body under any status: it must be classified, in
// tidy words and without the key.
func FuzzErrorBody(f *testing.F) {
	const key = "sk-live-CANARY1234567890"
	c, err := New(Config{BaseURL: "http://h/v1", Model: "m", Key: NewSecret(key)})
	if err != nil {
		f.Fatal(err)
	}
	for _, body := range []string{
		`{"error":{"message":["a","b"],"code":null}}`, `{"error":"` + key + `"}`, `[{"error":{}}]`, `{"detail":[{"msg":"x"}]}`,
		`{"choices":[{"message":{"content":[{"type":"text","text":1},null,"x"]}}]}`, `{"error":{"code":4e2}}`, "\xff\x00<html>",
		strings.Repeat("\x00\xff", 300), `{"choices":[{"finish_reason":"length"}]}`, `{"error":{"metadata":{"headers":{"Retry-After":9}}}}`, `[]`, `[[]]`,
	} {
		f.Add(429, []byte(body))
		f.Add(200, []byte(body))
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		out := c.classify(t.Context(), &exchange{sent: true, status: status, body: body})
		if out.err == nil {
			if status < 200 || status >= 300 {
				t.Fatalf("status %d was taken for a reply", status)
			}
			return
		}
		if out.err.Code == "" || out.err.Fatal && out.retry {
			t.Fatalf("%+v, retry %v", out.err, out.retry)
		}
		checkTidy(t, out.err.Message)
		checkClean(t, out.err.Message, key)
	})
}
