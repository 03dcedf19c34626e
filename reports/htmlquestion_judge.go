package reports

import (
	"fmt"
	"strings"
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// htmlCall is one judgement: whom it was asked of, each attempt, and the
// message that was sent.
type htmlCall struct {
	Title    string
	Model    string
	Origin   string // where it was not asked now: from the cache, of an earlier run
	Attempts []htmlAttempt
	More     []string
	Prompt   string // the user message, "" where an earlier call has the same
	System   string // hash of the system text
	Same     bool
	Left     int // further calls that are not shown; the others are then empty
}

// htmlAttempt is one request to the judge.
type htmlAttempt struct {
	Number          int
	Result, Class   string
	Message         string
	Status          string
	Finish          string
	Tokens, Latency string
	Raw             string
	Open            bool // the reply is why there is no score
}

// callViews draws every judgement of an answer. The message is the same for
// all judges of one answer, and shown once.
func (s *sheet) calls(r *results.Record) []htmlCall {
	var out []htmlCall
	shown := s.room.items(1+len(r.JudgeAgain), maxCalls)
	n, last := 0, ""
	for call := range summary.JudgeCalls(r) {
		if n++; n > shown {
			continue
		}
		view := s.call(call)
		view.Title = fmt.Sprintf("Judgement %d", n)
		if p := call.Prompt; p != nil {
			view.System, view.Same = pageLine(p.System, maxName), n > 1 && p.User == last
			if !view.Same {
				view.Prompt = s.text(p.User, maxPagePrompt)
			}
			last = p.User
		}
		out = append(out, view)
	}
	if n == 1 {
		out[0].Title = "Judgement"
	}
	if n > shown {
		out = append(out, htmlCall{Left: n - shown})
	}
	return out
}

func (s *sheet) call(call *results.JudgeCall) htmlCall {
	shown := s.room.items(len(call.Attempts), maxAttempts)
	view := htmlCall{Model: modelWords(call), Origin: originWords(call), More: moreInRecords(len(call.Attempts), shown)}
	for i := range call.Attempts[:shown] {
		view.Attempts = append(view.Attempts, s.attempt(i+1, &call.Attempts[i]))
	}
	if last := len(view.Attempts) - 1; last >= 0 {
		view.Attempts[last].Open = call.Attempts[last].Code != ""
	}
	return view
}

func modelWords(call *results.JudgeCall) string {
	parts := []string{pageLine(call.Model, maxName)}
	if call.Served != "" && call.Served != call.Model {
		parts = append(parts, "served "+pageLine(call.Served, maxName))
	}
	if call.Mode != "" {
		parts = append(parts, pageLine(call.Mode, maxName))
	}
	return strings.Join(parts, " · ")
}

// originWords says that nobody was asked now.
func originWords(call *results.JudgeCall) string {
	text := ""
	switch {
	case call.Reused:
		text = "made for the run that this one was made from"
	case call.Cached:
		text = "from the cache"
	default:
		return ""
	}
	if !call.CachedAt.IsZero() {
		text += ", asked " + call.CachedAt.UTC().Format(time.RFC3339)
	}
	return text
}

func (s *sheet) attempt(n int, a *results.Attempt) htmlAttempt {
	view := htmlAttempt{
		Number: n, Result: "used", Class: "pass", Message: s.text(a.Message, maxPageText),
		Finish: pageLine(a.FinishReason, maxName), Latency: millis(a.LatencyMs), Raw: s.text(a.Raw, maxPageText),
	}
	if a.Code != "" {
		view.Result, view.Class = pageLine(a.Code, maxName), "fail"
	}
	if a.Status != 0 {
		view.Status = fmt.Sprint(a.Status)
	}
	if a.PromptTokens+a.CompletionTokens > 0 {
		view.Tokens = tokensTaken(&a.PromptTokens, &a.CompletionTokens)
	}
	return view
}
