package offline

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/evalrun/evalrun/judgeprompt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const endpoint = "/v1/chat/completions"

// requestBody is a chat request for the prompt of r; format is the value of
// response_format, "" to leave it out.
func requestBody(t testing.TB, r judgeprompt.Request, format string) string {
	t.Helper()
	p := judgeprompt.Build(r)
	body := map[string]any{
		"model": "some-model", "temperature": 0,
		"messages": []map[string]string{{"role": "system", "content": p.System}, {"role": "user", "content": p.User}},
	}
	if format != "" {
		body["response_format"] = json.RawMessage(format)
	}
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func schemaFormat(schema string) string {
	return `{"type":"json_schema","json_schema":{"name":"v","strict":true,"schema":` + schema + `}}`
}

func post(body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	handler().ServeHTTP(w, httptest.NewRequest(http.MethodPost, endpoint, strings.NewReader(body)))
	return w
}

func TestServerAnswersOverLoopbackAndCloses(t *testing.T) {
	s, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(s.BaseURL(), "http://127.0.0.1:") {
		t.Errorf("listens at %s, want loopback only", s.BaseURL())
	}
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	url := s.BaseURL() + "/chat/completions"
	res, err := client.Post(url, "application/json", strings.NewReader(requestBody(t, goodAnswer(), "")))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil || res.StatusCode != http.StatusOK || !bytes.Contains(data, []byte(Model)) {
		t.Errorf("status %d, %s, %v", res.StatusCode, data, err)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	if res, err := client.Post(url, "application/json", strings.NewReader("{}")); err == nil {
		_ = res.Body.Close()
		t.Error("answers after Close")
	}
}

func TestReplyIsAChatCompletion(t *testing.T) {
	var got chatReply
	w := post(requestBody(t, goodAnswer(), ""))
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK {
		t.Fatalf("status %d: %v: %s", w.Code, err, w.Body)
	}
	if got.Model != Model || got.Object != "chat.completion" || len(got.Choices) != 1 || got.Choices[0].FinishReason != "stop" {
		t.Errorf("reply %+v", got)
	}
	if u := got.Usage; u.PromptTokens == 0 || u.CompletionTokens == 0 || u.TotalTokens != u.PromptTokens+u.CompletionTokens {
		t.Errorf("usage %+v", u)
	}
	if again := post(requestBody(t, goodAnswer(), "")); !bytes.Equal(again.Body.Bytes(), w.Body.Bytes()) {
		t.Error("the same request got other bytes")
	}
}

func TestDimensionsComeFromTheSchemaElseFromThePrompt(t *testing.T) {
	some := `{"type":"object","properties":{"scores":{"type":"object","required":["tone","grounding"]}}}`
	all := []string{"calibration", "citations", "grounding", "relevance", "tone"}
	tests := []struct {
		name, format string
		want         []string
	}{
		{"schema of the prompt", schemaFormat(string(judgeprompt.Build(goodAnswer()).Schema)), all},
		{"schema that asks for two", schemaFormat(some), []string{"grounding", "tone"}},
		{"any JSON object", `{"type":"json_object"}`, all},
		{"no format", "", all},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got chatReply
			var v verdict
			w := post(requestBody(t, goodAnswer(), tt.format))
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || len(got.Choices) != 1 {
				t.Fatalf("%v: %s", err, w.Body)
			}
			if err := json.Unmarshal([]byte(got.Choices[0].Message.Content), &v); err != nil {
				t.Fatal(err)
			}
			var dims []string
			for d := range v.Scores {
				dims = append(dims, d)
			}
			slices.Sort(dims)
			if !slices.Equal(dims, tt.want) || len(v.Reasoning) != len(dims) {
				t.Errorf("scored %v, want %v", dims, tt.want)
			}
		})
	}
}

func TestHostileRequestsAreRefused(t *testing.T) {
	negativeTone := schemaFormat(`{"properties":{"scores":{"required":["tone"]}}}`)
	tests := []struct {
		name, body, names string
	}{
		{"not JSON", `{"messages":[`, "read the request"},
		{"empty", "", "read the request"},
		{"content of the wrong type", `{"messages":[{"role":"user","content":7}]}`, "content"},
		{"no messages", `{}`, "judge prompt"},
		{"not a judge prompt", `{"messages":[{"role":"user","content":"Say hello"}]}`, "judge prompt"},
		{"unknown dimension", requestBody(t, goodAnswer(), schemaFormat(`{"properties":{"scores":{"required":["humour"]}}}`)), "positive/humour"},
		{"dimension of the other category", requestBody(t, outside("No.", ""), negativeTone), "negative/tone"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := post(tt.body)
			if w.Code != http.StatusBadRequest {
				t.Errorf("status %d, want 400", w.Code)
			}
			if msg := errorMessage(t, w); !strings.Contains(msg, tt.names) {
				t.Errorf("message %q does not name %q", msg, tt.names)
			}
		})
	}
	w := httptest.NewRecorder()
	handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/v1/models", nil))
	if w.Code != http.StatusNotFound || errorMessage(t, w) == "" {
		t.Errorf("another endpoint: status %d, %s", w.Code, w.Body)
	}
}

// errorMessage reads the error shape of the OpenAI API.
func errorMessage(t testing.TB, w *httptest.ResponseRecorder) string {
	t.Helper()
	var got struct {
		Error struct{ Message, Type string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Error.Type != "invalid_request_error" {
		t.Fatalf("not an API error: %v: %s", err, w.Body)
	}
	return got.Error.Message
}
