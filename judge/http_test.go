package judge_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/offline"
	"github.com/evalrun/evalrun/results"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func refundPrompt() judgeprompt.Prompt {
	return judgeprompt.Build(judgeprompt.Request{
		QuestionID: "refund-window", Query: "How long do customers have to ask for a refund?", Category: results.Positive,
		Answer: answers.Answer{
			Text:       "Customers have 30 days from delivery to ask for a refund [P1].",
			Confidence: answers.High,
			Citations:  []answers.Citation{{ID: "P1", Title: "Refunds"}},
		},
		Evidence: []answers.Passage{{
			ID: "P1", Title: "Refunds",
			Text: "Customers may ask for a refund within 30 days of delivery. Proof of purchase is required.",
		}},
	})
}

func clientOf(t *testing.T, baseURL string) *llm.Client {
	t.Helper()
	client, err := llm.New(llm.Config{
		BaseURL: baseURL, Model: "judge-1", Timeout: time.Minute,
		Sleep: func(context.Context, time.Duration) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// TestOfflineJudgeOverHTTP goes the whole way of a judgement: prompt, client,
// HTTP, rules, reply, validation.
func TestOfflineJudgeOverHTTP(t *testing.T) {
	server, err := offline.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	}()
	zero := 0.0
	j := judge.New(clientOf(t, server.BaseURL()), judge.Options{Model: "judge-1", Temperature: &zero})
	out := j.Score(t.Context(), refundPrompt())
	if out.Err != nil {
		t.Fatal(out.Err.Message)
	}
	for _, d := range refundPrompt().Spec.Required {
		if s := out.Judgement.Scores[d]; s.Value < 4 {
			t.Errorf("%s of a good answer is %v: %s", d, s.Value, s.Reasoning)
		}
	}
	call := out.Call
	if call.Served != offline.Model || call.Mode != llm.ModeSchema || len(call.Attempts) != 1 || len(call.Notes) != 0 {
		t.Errorf("call recorded as %+v", call)
	}
	if a := call.Attempts[0]; a.Status != http.StatusOK || a.PromptTokens == 0 || a.CompletionTokens == 0 || a.Raw == "" {
		t.Errorf("attempt recorded as %+v", a)
	}
}

// TestADecliningJudgeIsAnErrorOfItsOwn: a refusal is asked about as often as
// any unusable reply, ends as an error with its text, and never as a score.
func TestADecliningJudgeIsAnErrorOfItsOwn(t *testing.T) {
	tests := []struct {
		name, choice, code, raw string
	}{
		{"refusal field", `{"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"I can't help with that."}}`,
			"judge_refused", "I can't help with that."},
		{"refusal as content", `{"finish_reason":"stop","message":{"role":"assistant","content":"I'm sorry, I can't evaluate this."}}`,
			"judge_not_json", "I'm sorry, I can't evaluate this."},
		{"content filter", `{"finish_reason":"content_filter","message":{"role":"assistant","content":""}}`,
			"judge_filtered", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			requests := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				requests++
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, `{"object":"chat.completion","model":"judge-1","choices":[`+tt.choice+`]}`)
			}))
			defer server.Close()
			out := judge.New(clientOf(t, server.URL+"/v1"), judge.Options{Model: "judge-1"}).Score(t.Context(), refundPrompt())
			if out.Judgement != nil || out.Err == nil || out.Err.Code != tt.code || out.Fatal {
				t.Fatalf("ended as %+v, error %+v, want %s", out.Judgement, out.Err, tt.code)
			}
			if requests != 3 || out.Err.Attempts != 3 {
				t.Errorf("%d requests, %d recorded, want 3", requests, out.Err.Attempts)
			}
			if !strings.Contains(out.Err.Message, "refund-window") || out.Call.Attempts[2].Raw != tt.raw {
				t.Errorf("message %q, raw %q", out.Err.Message, out.Call.Attempts[2].Raw)
			}
		})
	}
}
