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
	ID      string
	Verdict results.Verdict
	Class   string // of the verdict
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

// questionView collects what a page shows of one question; report is what
// QuestionOf draws of it. Of several tries all are shown, and the one that
// decided stands open.
func questionView(run results.RunInfo, e results.Entry, report results.QuestionReport) htmlQuestion {
	e = finished(e)
	q := e.Question
	view := htmlQuestion{
		ID: pageLine(q.ID, maxName), Verdict: report.Verdict, Class: verdictClass(report.Verdict),
		Traits: pageTraits(q), Query: pageText(q.Query, maxPageText), Turns: turnViews(q.Messages),
		Rubric: indented(q.Rubric), Several: severalWords(report),
	}
	shown := deciding(e, report.Verdict)
	for i := range e.Records {
		r := &e.Records[i]
		try := tryView(run, q, r)
		try.Open = r == shown
		view.Tries = append(view.Tries, try)
	}
	if !slices.ContainsFunc(e.Records, readContext) {
		view.Context = passageViews(fmt.Sprintf("q%d", q.Seq), passagesOf(q, nil), nil)
	}
	return view
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

func turnViews(turns []results.Turn) []htmlTurn {
	out := make([]htmlTurn, 0, len(turns))
	for _, t := range turns {
		out = append(out, htmlTurn{Role: pageLine(t.Role, maxName), Text: pageText(t.Content, maxPageText)})
	}
	return out
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
