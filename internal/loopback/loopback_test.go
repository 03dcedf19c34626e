package loopback

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// turn has its role first, as every client writes it.
type turn struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// ask is a judge request as the client writes it; the texts quote the keys
// that the endpoint searches for.
func ask(question string, dims ...string) []byte {
	properties := map[string]any{}
	for _, d := range dims {
		properties[d] = map[string]any{"enum": []int{1, 2, 3, 4, 5}}
	}
	body := map[string]any{
		"model": "judge-1",
		"messages": []turn{
			{"system", `score it; "role":"user" "response_format":`},
			{"user", question + ` "scores":{"tone":1}`},
		},
	}
	if len(dims) > 0 {
		body["response_format"] = map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": "judgement", "schema": map[string]any{"properties": map[string]any{
				"reasoning": map[string]any{"properties": properties, "required": dims},
				"scores":    map[string]any{"properties": properties, "required": dims},
			}},
		}}
	}
	out, _ := json.Marshal(body)
	return out
}

type reply struct {
	Model   string
	Choices []struct {
		FinishReason string `json:"finish_reason"`
		Message      struct{ Content string }
	}
}

func start(t *testing.T, opt Options) *Server {
	t.Helper()
	s, err := Start(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return s
}

func post(t *testing.T, s *Server, body []byte) (status int, header http.Header, text []byte, err error) {
	t.Helper()
	resp, err := http.Post(s.URL()+"/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close()
	text, err = io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, text, err
}

// content posts a body and returns the message of a good reply.
func content(t *testing.T, s *Server, body []byte) (text, finish string) {
	t.Helper()
	status, _, raw, err := post(t, s, body)
	var r reply
	if err != nil || status != 200 || json.Unmarshal(raw, &r) != nil || len(r.Choices) != 1 {
		t.Fatalf("status %d, error %v, body %s", status, err, raw)
	}
	if r.Model != "judge-1" {
		t.Errorf("served model %q", r.Model)
	}
	return r.Choices[0].Message.Content, r.Choices[0].FinishReason
}

type judged struct {
	Scores    map[string]float64 `json:"scores"`
	Reasoning map[string]string  `json:"reasoning"`
}

func TestScoresWhatTheSchemaAsksFor(t *testing.T) {
	s := start(t, Options{})
	for _, dims := range [][]string{{"grounding", "calibration"}, dimensions} {
		text, _ := content(t, s, ask("q", dims...))
		var got judged
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		for _, d := range dims {
			if v := got.Scores[d]; v < 1 || v > 5 || got.Reasoning[d] == "" {
				t.Errorf("%s: score %v, reasoning %q", d, v, got.Reasoning[d])
			}
		}
		if len(got.Scores) != len(dims) {
			t.Errorf("asked for %v, got %v", dims, got.Scores)
		}
	}
}

func TestWithoutASchemaTheSystemTextDecides(t *testing.T) {
	s := start(t, Options{})
	named := bytes.Replace(ask("q"), []byte("score it"), []byte("score grounding and tone"), 1)
	text, _ := content(t, s, named)
	var got judged
	if err := json.Unmarshal([]byte(text), &got); err != nil || len(got.Scores) != 2 {
		t.Errorf("reply %s, error %v", text, err)
	}
	if text, _ := content(t, s, ask("q")); strings.Contains(text, "scores") {
		t.Errorf("a request without dimensions got %s", text)
	}
}

func TestSameRequestSameReply(t *testing.T) {
	first, _ := content(t, start(t, Options{}), ask("q", "tone"))
	again, _ := content(t, start(t, Options{Seed: 9}), ask("q", "tone"))
	if first != again {
		t.Errorf("%s then %s", first, again)
	}
}

func TestScript(t *testing.T) {
	s := start(t, Options{Script: func(n int, r *http.Request, body []byte) *Response {
		if n == 1 {
			return Failure(418, "teapot").With("Retry-After", "9")
		}
		return nil
	}})
	status, header, text, err := post(t, s, ask("q", "tone"))
	if err != nil || status != 418 || header.Get("Retry-After") != "9" || !strings.Contains(string(text), "teapot") {
		t.Errorf("status %d, header %v, body %s", status, header, text)
	}
	content(t, s, ask("q", "tone"))
}

func TestCloseEndsHangingRequests(t *testing.T) {
	s := start(t, Options{Faults: map[string]float64{"hang": 1}, HangFor: time.Hour})
	done := make(chan error)
	go func() {
		_, _, _, err := post(t, s, ask("q", "tone"))
		done <- err
	}()
	for s.Stats().InFlight == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err == nil {
		t.Error("a hanging request got a reply")
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}

func TestStatsRecordingAndReset(t *testing.T) {
	s := start(t, Options{Record: true})
	for range 2 {
		content(t, s, ask("a", "tone"))
	}
	content(t, s, ask("b", "tone"))
	want := Stats{Requests: 3, Answered: 3, Distinct: 2, MaxAttempts: 2, Repeated: 1, Injected: map[string]int{}}
	got := s.Stats()
	got.Peak, got.InFlight = 0, 0
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stats (-want +got):\n%s", diff)
	}
	rec := s.Recorded()
	if len(rec) != 3 || !bytes.Equal(rec[2].Body, ask("b", "tone")) || rec[0].Path != "/v1/chat/completions" {
		t.Errorf("recorded %d requests", len(rec))
	}
	resp, err := http.Post(strings.TrimSuffix(s.URL(), "/v1")+"/reset", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if got := s.Stats(); got.Requests != 0 || got.Distinct != 0 || len(s.Recorded()) != 0 {
		t.Errorf("after a reset: %+v", got)
	}
}

func TestRefusesOptions(t *testing.T) {
	for name, opt := range map[string]Options{
		"not a loopback address": {Addr: "0.0.0.0:0"},
		"unknown fault":          {Faults: map[string]float64{"http418": 0.1}},
		"is not between":         {Faults: map[string]float64{"cut": 1.5}},
		"add up to":              {Faults: map[string]float64{"cut": 0.6, "fence": 0.6}},
	} {
		s, err := Start(opt)
		if err == nil {
			_ = s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want %q", err, name)
		}
	}
}
