package reports

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// htmlTry is one answer to a question with all that was made of it.
type htmlTry struct {
	Title     string // "Try 2"; the number is that of the repeat
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

func tryView(run results.RunInfo, q results.Question, r *results.Record) htmlTry {
	place := fmt.Sprintf("q%dt%d", q.Seq, r.Repeat)
	try := htmlTry{
		Title: fmt.Sprintf("Try %d", r.Repeat+1), Verdict: results.Verdict(pageLine(string(r.Verdict), maxName)),
		Class: verdictClass(r.Verdict), Reasons: recordLines(r.Reasons, maxReason), Error: errorView(r.Error),
		Scores: scoreViews(run, r), Notes: recordLines(judgeNotes(r), maxReason), Calls: callViews(r), Facts: facts(r),
	}
	try.Answer, try.Findings, try.Grounding = answerViews(place, r)
	try.Citations = citationsView(place, r.Quotes)
	passages := passagesOf(q, r)
	if r.Answer != nil {
		try.Evidence = evidenceWords(r, len(passages))
	}
	try.Passages = passageViews(place, passages, try.Citations)
	return try
}

func errorView(e *results.ErrorInfo) *htmlError {
	if e == nil {
		return nil
	}
	out := &htmlError{Code: pageLine(e.Code, maxName), Message: pageText(e.Message, maxPageText)}
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
