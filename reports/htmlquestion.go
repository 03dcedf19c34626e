package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// htmlQuestion is one question with all that is known of it, ready for the
// template "question". All text from outside is visible text (see Visible)
// that the template escapes; only the highlighter makes markup.
type htmlQuestion struct {
	level   // of its headings
	ID      string
	Verdict results.Verdict
	Class   string // of the verdict
	Told    bool   // the verdict is to be shown: no row above does
	Flaky   bool   // shown with the verdict
	Traits  []string
	Query   string
	Turns   []htmlTurn    // earlier turns, oldest first
	Context []htmlPassage // nil where a try shows it as its evidence
	Rubric  string        // indented JSON
	Tries   []htmlTry     // in repeat order; none for a question that was not run
	Several string        // how the planned tries ended; "" where one was planned
}

// htmlTurn is one earlier turn of a conversation.
type htmlTurn struct{ Role, Text string }

// questionView is a question as a row of a table unfolds to it; report is what
// QuestionOf draws of it.
func questionView(run results.RunInfo, e results.Entry, report results.QuestionReport) htmlQuestion {
	return inTable(run).question(e, report)
}

// question collects what a page shows of one question. Of several tries all
// are shown, and the one that decided stands open.
func (s *sheet) question(e results.Entry, report results.QuestionReport) htmlQuestion {
	e = finished(e)
	q := e.Question
	view := htmlQuestion{
		level: s.level, ID: pageLine(q.ID, maxName), Verdict: report.Verdict, Class: verdictClass(report.Verdict),
		Told: s.alone && !s.blind, Flaky: report.Flaky,
		Traits: pageTraits(q), Query: s.text(q.Query, maxPageText), Turns: s.turns(q.Messages),
		Rubric: s.text(indented(q.Rubric), maxPageText), Several: severalWords(report),
	}
	open := deciding(e, report.Verdict)
	if s.blind {
		e.Records = unjudged(e.Records)
		open, view.Several = deciding(e, ""), triesWords(report)
	}
	if s.alone && view.Several != "" {
		s.level++ // below the titles of the tries
	}
	view.Tries = s.tries(e, open)
	if !slices.ContainsFunc(e.Records, readContext) {
		view.Context = s.passages(fmt.Sprintf("q%d", q.Seq), passagesOf(q, nil), nil)
	}
	return view
}

// tries draws the one that stands open first, so that it has the most room.
func (s *sheet) tries(e results.Entry, open *results.Record) []htmlTry {
	out := make([]htmlTry, len(e.Records))
	for _, first := range []bool{true, false} {
		for i := range e.Records {
			if r := &e.Records[i]; (r == open) == first {
				out[i] = s.try(e.Question, r)
				out[i].Open, out[i].Headed = first, s.alone
			}
		}
	}
	return out
}

// readContext reports whether the question's context is the evidence of an
// answer and is shown there.
func readContext(r results.Record) bool { return r.Answer != nil && r.Answer.Retrieved == nil }

// pageTraits is what a reader filters by, and where the question stands.
func pageTraits(q results.Question) []string {
	out := []string{pageLine(string(q.Category), maxName)}
	if q.Critical {
		out = append(out, "critical")
	}
	if q.Anchor {
		out = append(out, "anchor: the answer is frozen")
	}
	if q.Quarantine != nil {
		out = append(out, pageLine("quarantined until "+q.Quarantine.Until+": "+q.Quarantine.Reason, maxReason))
	}
	if q.Group != "" {
		out = append(out, pageLine("group "+q.Group, maxName))
	}
	if len(q.Tags) > 0 {
		out = append(out, pageLine("tags "+strings.Join(q.Tags, ", "), maxQuery))
	}
	if q.File != "" {
		out = append(out, pageLine(fmt.Sprintf("%s:%d", q.File, q.Line), maxName))
	}
	return out
}

func (s *sheet) turns(turns []results.Turn) []htmlTurn {
	out := make([]htmlTurn, 0, len(turns))
	for _, t := range turns {
		out = append(out, htmlTurn{Role: pageLine(t.Role, maxName), Text: s.text(t.Content, maxPageText)})
	}
	return out
}

// triesWords does not tell how they ended.
func triesWords(q results.QuestionReport) string {
	if len(q.Repeats) < 2 {
		return ""
	}
	return fmt.Sprintf("%d tries planned", len(q.Repeats))
}

// severalWords lists how each planned try ended.
func severalWords(q results.QuestionReport) string {
	if len(q.Repeats) < 2 {
		return ""
	}
	parts := make([]string, 0, len(q.Repeats))
	for _, r := range q.Repeats {
		parts = append(parts, pageLine(fmt.Sprintf("%d %s", r.Repeat+1, r.Verdict), maxName))
	}
	text := "Tries: " + strings.Join(parts, ", ")
	if q.Flaky {
		text += "; flaky"
	}
	return text
}
