package judge

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
)

const good = `{"scores":{"grounding":5,"calibration":4},"reasoning":{"grounding":"it declines","calibration":"none was stated"}}`

// turn is one answer of a scripted chat client. Without attempts it stands
// for one request.
type turn struct {
	reply    llm.Reply
	err      error
	attempts []llm.Attempt
	then     func() // runs before the turn is returned
}

// script plays its turns in order, the last one for ever.
type script struct {
	turns []turn
	asked []llm.Request
}

func (s *script) Chat(_ context.Context, req llm.Request) (llm.Reply, []llm.Attempt, error) {
	s.asked = append(s.asked, req)
	t := s.turns[min(len(s.asked), len(s.turns))-1]
	if t.then != nil {
		t.then()
	}
	attempts := t.attempts
	if attempts == nil {
		attempts = []llm.Attempt{{Status: 200, FinishReason: t.reply.FinishReason, Served: t.reply.Served}}
		if e, ok := t.err.(*llm.Error); ok {
			attempts[0].Code, attempts[0].Message = string(e.Code), e.Message
		}
	}
	return t.reply, attempts, t.err
}

func says(text string) turn {
	return turn{reply: llm.Reply{Text: text, FinishReason: "stop", Served: "judge-1-2026", Mode: llm.ModeSchema}}
}

func cut(text string, used int) turn {
	return turn{reply: llm.Reply{Text: text, FinishReason: "length", CompletionTokens: used, Mode: llm.ModeSchema}}
}

func fails(e llm.Error) turn { return turn{err: &e} }

func declinedPrompt() judgeprompt.Prompt {
	return judgeprompt.Build(judgeprompt.Request{
		QuestionID: "parking", Query: "Where can I park?", Category: results.Negative,
		Answer: answers.Answer{Text: "The handbook does not cover parking.", Confidence: answers.None},
	})
}

func TestScoreEndsEachWayItCan(t *testing.T) {
	prose := says("I'm sorry, I can't evaluate this.")
	missing := says(`{"scores":{"grounding":5},"reasoning":{"grounding":"it declines"}}`)
	refusal := turn{
		reply: llm.Reply{Refusal: "I can't help with that.", FinishReason: "stop"},
		err:   &llm.Error{Code: llm.CodeRefused, Status: 200, Message: "the model refused: I can't help with that."},
	}
	filteredReply := fails(llm.Error{Code: llm.CodeFiltered, Status: 200, Message: "a content filter stopped the reply"})
	filteredPrompt := fails(llm.Error{Code: llm.CodeFiltered, Status: 400, Message: "the prompt was filtered"})
	empty := fails(llm.Error{Code: llm.CodeEmpty, Status: 200, Message: "the reply holds no text"})

	tests := []struct {
		name  string
		turns []turn
		asks  int
		code  string   // of the outcome, "" for a judgement
		codes []string // of the attempts
		limit []int    // token limits asked with
	}{
		{"first reply usable", []turn{says(good)}, 0, "", []string{""}, []int{1200}},
		{"usable at the second ask", []turn{prose, says(good)}, 0, "", []string{"judge_not_json", ""}, []int{1200, 1200}},
		{"usable at the last ask", []turn{prose, missing, says(good)}, 0, "",
			[]string{"judge_not_json", "judge_missing_dimension", ""}, []int{1200, 1200, 1200}},
		{"a refusal in prose is not JSON and never a score", []turn{prose}, 0, "judge_not_json",
			[]string{"judge_not_json", "judge_not_json", "judge_not_json"}, []int{1200, 1200, 1200}},
		{"the latest fault names the error", []turn{prose, missing}, 0, "judge_missing_dimension",
			[]string{"judge_not_json", "judge_missing_dimension", "judge_missing_dimension"}, []int{1200, 1200, 1200}},
		{"one ask only when one is allowed", []turn{prose}, 1, "judge_not_json", []string{"judge_not_json"}, []int{1200}},
		{"no score is never a pass", []turn{says(`{"scores":{},"reasoning":{}}`)}, 1, "judge_missing_dimension",
			[]string{"judge_missing_dimension"}, []int{1200}},
		{"a refusal is asked again within the tries", []turn{refusal}, 0, "judge_refused",
			[]string{"judge_refused", "judge_refused", "judge_refused"}, []int{1200, 1200, 1200}},
		{"a refusal may be followed by a result", []turn{refusal, says(good)}, 0, "",
			[]string{"judge_refused", ""}, []int{1200, 1200}},
		{"a filtered reply is asked again", []turn{filteredReply, says(good)}, 0, "",
			[]string{"judge_filtered", ""}, []int{1200, 1200}},
		{"a filtered prompt is not", []turn{filteredPrompt, says(good)}, 0, "judge_filtered",
			[]string{"judge_filtered"}, []int{1200}},
		{"an empty reply is asked again", []turn{empty, says(good)}, 0, "", []string{"judge_empty", ""}, []int{1200, 1200}},
		{"the limit is raised once after a cut", []turn{cut(`{"scores":`, 1200), says(good)}, 0, "",
			[]string{"judge_truncated", ""}, []int{1200, 4800}},
		{"a second cut ends it", []turn{cut("{", 1200), cut("{", 4800)}, 0, "judge_truncated",
			[]string{"judge_truncated", "judge_truncated"}, []int{1200, 4800}},
		{"empty at the limit is cut, not empty", []turn{cut("", 1200), cut("", 4800)}, 0, "judge_truncated",
			[]string{"judge_truncated", "judge_truncated"}, []int{1200, 4800}},
		{"the raised limit stays", []turn{cut("{", 1200), prose, says(good)}, 0, "",
			[]string{"judge_truncated", "judge_not_json", ""}, []int{1200, 4800, 4800}},
		{"a cut at the last ask stops there", []turn{prose, prose, cut("{", 1200)}, 0, "judge_truncated",
			[]string{"judge_not_json", "judge_not_json", "judge_truncated"}, []int{1200, 1200, 1200}},
		{"cut but complete and valid is accepted", []turn{cut(good, 1200)}, 0, "", []string{""}, []int{1200}},
		{"complete but invalid at the limit is cut", []turn{cut(`{"scores":{},"reasoning":{}}`, 1200), says(good)}, 0, "",
			[]string{"judge_truncated", ""}, []int{1200, 4800}},
		{"transport is retried below, not here", []turn{fails(llm.Error{Code: llm.CodeTimeout, Message: "timeout after 1m0s"})}, 0,
			"judge_timeout", []string{"judge_timeout"}, []int{1200}},
		{"too many tokens is final", []turn{fails(llm.Error{Code: llm.CodeContextLength, Status: 400, Message: "too long"})}, 0,
			"judge_context_length", []string{"judge_context_length"}, []int{1200}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			chat := &script{turns: tt.turns}
			out := New(chat, Options{Model: "judge-1", Asks: tt.asks}).Score(t.Context(), declinedPrompt())
			if (out.Judgement == nil) == (out.Err == nil) {
				t.Fatalf("judgement %v and error %v: want exactly one", out.Judgement, out.Err)
			}
			if got := codeOf(out); got != tt.code {
				t.Errorf("ended with code %q, want %q", got, tt.code)
			}
			if out.Fatal || out.Cancelled {
				t.Errorf("fatal %v, cancelled %v: want neither", out.Fatal, out.Cancelled)
			}
			if diff := cmp.Diff(tt.codes, attemptCodes(out)); diff != "" {
				t.Errorf("codes of the attempts (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.limit, limits(chat.asked)); diff != "" {
				t.Errorf("limits asked with (-want +got):\n%s", diff)
			}
		})
	}
}

func codeOf(out Outcome) string {
	if out.Err == nil {
		return ""
	}
	return out.Err.Code
}

func attemptCodes(out Outcome) []string {
	var codes []string
	for _, a := range out.Call.Attempts {
		codes = append(codes, a.Code)
	}
	return codes
}

func limits(asked []llm.Request) []int {
	var out []int
	for _, r := range asked {
		out = append(out, r.MaxTokens)
	}
	return out
}

func TestTransportAttemptsAreKeptInOrder(t *testing.T) {
	ok := says(good)
	ok.attempts = []llm.Attempt{
		{Code: "rate_limited", Status: 429, Message: "slow down", Latency: 5 * time.Millisecond},
		{Status: 200, Served: "judge-1-2026", FinishReason: "stop", PromptTokens: 900, CompletionTokens: 80, Latency: 1500 * time.Microsecond},
	}
	first := says("nothing")
	first.attempts = []llm.Attempt{{Code: "network", Message: "connection reset"}, {Status: 200}}
	out := New(&script{turns: []turn{first, ok}}, Options{}).Score(t.Context(), declinedPrompt())

	got := out.Call.Attempts
	if len(got) != 4 {
		t.Fatalf("%d attempts, want 4: %+v", len(got), got)
	}
	if got[1].Code != "judge_not_json" || got[1].Raw != "nothing" || !strings.Contains(got[1].Message, `"parking"`) {
		t.Errorf("unusable attempt recorded as %+v", got[1])
	}
	want := results.Attempt{
		Raw: good, Status: 200, Served: "judge-1-2026", FinishReason: "stop",
		PromptTokens: 900, CompletionTokens: 80, LatencyMs: 1.5,
	}
	if diff := cmp.Diff(want, got[3]); diff != "" {
		t.Errorf("used attempt (-want +got):\n%s", diff)
	}
	if got[0].Raw != "" || got[2].Code != "judge_rate_limited" || got[2].Status != 429 {
		t.Errorf("transport attempts recorded as %+v and %+v", got[0], got[2])
	}
}

func TestErrorCountsEveryRequest(t *testing.T) {
	down := fails(llm.Error{Code: llm.CodeHTTP, Status: 503, Message: "unavailable"})
	down.attempts = []llm.Attempt{{Code: "http", Status: 503}, {Code: "http", Status: 503}, {Code: "http", Status: 503}}
	out := New(&script{turns: []turn{says("nothing"), down}}, Options{}).Score(t.Context(), declinedPrompt())
	if out.Err == nil || out.Err.Attempts != 4 || out.Err.Code != "judge_http" {
		t.Fatalf("error %+v, want judge_http after 4 attempts", out.Err)
	}
	for _, part := range []string{`"parking"`, "negative", "unavailable"} {
		if !strings.Contains(out.Err.Message, part) {
			t.Errorf("message %q does not name %s", out.Err.Message, part)
		}
	}
}

func TestCutMessageNamesReasonLimitAndUse(t *testing.T) {
	out := New(&script{turns: []turn{cut("", 512), cut("", 0)}}, Options{MaxTokens: 512}).Score(t.Context(), declinedPrompt())
	first := out.Call.Attempts[0].Message
	for _, part := range []string{"finish_reason length", "limit 512 tokens", "512 tokens used"} {
		if !strings.Contains(first, part) {
			t.Errorf("first message %q lacks %q", first, part)
		}
	}
	for _, part := range []string{"limit 2048 tokens", "not reported"} {
		if !strings.Contains(out.Err.Message, part) {
			t.Errorf("last message %q lacks %q", out.Err.Message, part)
		}
	}
}

func TestAnUsedUpKeyIsFatal(t *testing.T) {
	dead := fails(llm.Error{Code: llm.CodeQuota, Status: 429, Message: "quota used up", Fatal: true})
	chat := &script{turns: []turn{dead}}
	out := New(chat, Options{}).Score(t.Context(), declinedPrompt())
	if !out.Fatal || out.FatalMessage != "quota used up" || out.Err.Code != "judge_quota" {
		t.Fatalf("outcome %+v, want a fatal judge_quota", out)
	}
	if len(chat.asked) != 1 {
		t.Errorf("asked %d times after a fatal reply", len(chat.asked))
	}
}

func TestAFatalReplySeenElsewhereLeavesEarlierAttemptsAlone(t *testing.T) {
	dead := turn{err: &llm.Error{Code: llm.CodeAuth, Message: "no right", Fatal: true}, attempts: []llm.Attempt{}}
	out := New(&script{turns: []turn{says("nothing"), dead}}, Options{}).Score(t.Context(), declinedPrompt())
	if len(out.Call.Attempts) != 1 || out.Call.Attempts[0].Raw != "nothing" || out.Call.Attempts[0].Code != "judge_not_json" {
		t.Errorf("attempts %+v, want the one that was made", out.Call.Attempts)
	}
	if !out.Fatal {
		t.Error("not fatal")
	}
}

func TestInterruptedIsNotFailed(t *testing.T) {
	t.Run("during a call", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		stopped := fails(llm.Error{Code: llm.CodeCanceled, Message: "canceled"})
		stopped.then = cancel
		out := New(&script{turns: []turn{stopped}}, Options{}).Score(ctx, declinedPrompt())
		wantCancelled(t, out)
	})
	t.Run("between two asks", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		bad := says("nothing")
		bad.then = cancel
		chat := &script{turns: []turn{bad}}
		wantCancelled(t, New(chat, Options{}).Score(ctx, declinedPrompt()))
		if len(chat.asked) != 1 {
			t.Errorf("asked %d times, want once", len(chat.asked))
		}
	})
	t.Run("before the first ask", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		chat := &script{turns: []turn{says(good)}}
		wantCancelled(t, New(chat, Options{}).Score(ctx, declinedPrompt()))
		if len(chat.asked) != 0 {
			t.Error("asked after the end")
		}
	})
	t.Run("a usable reply counts though the end came with it", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		last := says(good)
		last.then = cancel
		out := New(&script{turns: []turn{last}}, Options{}).Score(ctx, declinedPrompt())
		if out.Judgement == nil || out.Cancelled {
			t.Errorf("outcome %+v, want the judgement that was paid for", out)
		}
	})
}

// wantCancelled allows nothing that a record could take for an error.
func wantCancelled(t *testing.T, out Outcome) {
	t.Helper()
	if diff := cmp.Diff(Outcome{Cancelled: true}, out); diff != "" {
		t.Errorf("outcome (-want +got):\n%s", diff)
	}
}
