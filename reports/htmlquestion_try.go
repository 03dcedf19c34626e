package reports

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// htmlTry is one answer to a question with all that was made of it.
type htmlTry struct {
	level            // of its headings
	Title     string // "Try 2"; the number is that of the repeat
	Headed    bool   // the title is a heading too
	Blind     bool   // no judge, no verdict
	Open      bool
	Verdict   results.Verdict
	Class     string
	Reasons   []string
	Error     *htmlError
	Answer    *htmlAnswer // nil: no answer was had
	Findings  []htmlFinding
	Scores    []htmlScore
	Passages  []htmlPassage
	Evidence  string // what the passages are
	Citations *htmlCitations
	Grounding *htmlGrounding
	Notes     []string
	Calls     []htmlCall
	Facts     []htmlFact
}

// htmlError is why a try has no decision.
type htmlError struct{ Code, Message, After string }

// try draws one answer: first what is read of it, so that this has the most
// room, then what was made of it.
func (s *sheet) try(q results.Question, r *results.Record) htmlTry {
	place := fmt.Sprintf("q%dt%d", q.Seq, r.Repeat)
	try := htmlTry{level: s.level, Blind: s.blind, Title: fmt.Sprintf("Try %d", r.Repeat+1)}
	try.Answer, try.Findings, try.Grounding = s.answer(place, r)
	try.Citations = s.citations(place, r.Quotes)
	passages := passagesOf(q, r)
	if r.Answer != nil {
		try.Evidence = evidenceWords(r, len(passages))
	}
	try.Passages = s.passages(place, passages, try.Citations)
	try.Verdict, try.Class = results.Verdict(pageLine(string(r.Verdict), maxName)), verdictClass(r.Verdict)
	try.Reasons, try.Error = s.lines(r.Reasons, maxReason), s.error(r.Error)
	if !s.blind {
		try.Scores = s.scores(r)
	}
	try.Notes, try.Calls, try.Facts = s.lines(judgeNotes(r), maxReason), s.calls(r), facts(r)
	return try
}

func (s *sheet) error(e *results.ErrorInfo) *htmlError {
	if e == nil {
		return nil
	}
	out := &htmlError{Code: pageLine(e.Code, maxName), Message: s.text(e.Message, maxPageText)}
	if e.Attempts > 0 {
		out.After = "after " + plural(e.Attempts, "attempt")
	}
	if e.Reused {
		out.After = strings.TrimSpace(out.After + ", in the run that this one was made from")
	}
	return out
}

// facts are what the answer says of itself and what it and its judgement took.
func facts(r *results.Record) []htmlFact {
	var out []htmlFact
	add := func(name, value string) {
		if value != "" {
			out = append(out, htmlFact{name, pageLine(value, maxName)})
		}
	}
	add("State", string(summary.StateOf(r)))
	if a := r.Answer; a != nil {
		add("Stated confidence", string(a.Confidence))
		add("Answered by", a.Model)
		add("Latency it reports", millisOr(a.LatencyMs))
		add("First token", millisOr(a.FirstTokenMs))
		if a.Usage != nil {
			add("Answer's tokens", tokensTaken(a.Usage.PromptTokens, a.Usage.CompletionTokens))
		}
	}
	if r.Times.AnswerMs > 0 {
		add("Answer took", millis(r.Times.AnswerMs))
	}
	if r.Times.JudgeMs > 0 {
		add("Judgement took", millis(r.Times.JudgeMs))
	}
	if t := r.Target; t != nil && t.Attempts > 0 {
		add("Target", plural(t.Attempts, "attempt"))
	}
	add("Measured by", r.Worker)
	return out
}

func millisOr(ms *float64) string {
	if ms == nil {
		return ""
	}
	return millis(*ms)
}

func tokensTaken(prompt, completion *int) string {
	var parts []string
	if prompt != nil {
		parts = append(parts, fmt.Sprintf("%d in", *prompt))
	}
	if completion != nil {
		parts = append(parts, fmt.Sprintf("%d out", *completion))
	}
	return strings.Join(parts, ", ")
}
