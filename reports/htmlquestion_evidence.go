package reports

import (
	"fmt"
	"html/template"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// htmlPassage is one passage with the quotes that were found in it. Number is
// its place in the list that [1], [2], … of the answer point into.
type htmlPassage struct {
	Number            int
	Place             string // id of the element
	ID, Title, Source string
	Named             template.HTML // the title where a quote is marked in it, else ""
	Text              template.HTML
	Cut               string
	Unmarked          []string
	Quoted            int  // marks within its text
	Open              bool // to be read without a click
	Left              int  // further passages that are not shown; the others are then empty
	NoText            bool // a title alone is no evidence
}

// htmlCitations is what quote verification found.
type htmlCitations struct {
	Rate, Mean string
	Rows       []htmlCitation
	More       []string
	Uncited    []string
}

// htmlCitation is one citation with its quote.
type htmlCitation struct {
	Number                                       int
	Claim, Text, Passage, Status, Class, FoundIn string
	Reason, Score, Quote                         string
	Mark                                         string // id of the mark in the passage, "" without one

	id                    string // of its mark
	passage, field, quote string // as recorded
	start, end            *int
}

// A page of one question has its first passages unfolded, unless one of them
// would push the rest of the page out of sight.
const (
	openPassages   = 3
	maxOpenPassage = 4000 // bytes
)

// passage is one as an answer, or the suite, holds it.
type passage struct{ ID, Title, Source, Text string }

// passagesOf are the passages that an answer goes by; those of the question
// where there is no record, none where it has no answer.
func passagesOf(q results.Question, r *results.Record) []passage {
	from := q.Context
	switch {
	case r == nil:
	case r.Answer == nil:
		return nil
	default:
		from = r.Answer.Passages(from)
	}
	out := make([]passage, len(from))
	for i, p := range from {
		out[i] = passage(p)
	}
	return out
}

func evidenceWords(r *results.Record, n int) string {
	if r.Answer.Retrieved == nil {
		return fmt.Sprintf("Passages (%d, the question's context)", n)
	}
	return fmt.Sprintf("Passages (%d, retrieved)", n)
}

func (s *sheet) citations(place string, q *results.QuoteCheck) *htmlCitations {
	if q == nil {
		return nil
	}
	shown := s.room.items(len(q.Citations), maxCitations)
	out := &htmlCitations{
		Rate: percentOr(q.VerbatimRate), Mean: mean(q.MeanScore),
		More: moreInRecords(len(q.Citations), shown), Uncited: s.lines(q.Uncited, maxReasoning),
	}
	for i, c := range q.Citations[:shown] {
		out.Rows = append(out.Rows, htmlCitation{
			Number: i + 1, Claim: pageLine(c.Claim, maxName), Text: s.text(c.Text, maxAnswer), Passage: pageLine(c.Passage, maxName),
			Status: pageLine(c.Status, maxName), Class: citationClass(c.Status), FoundIn: pageLine(c.FoundIn, maxName),
			Reason: pageLine(c.Reason, maxReason), Score: summary.Score(c.Score), Quote: s.text(c.Quote, maxAnswer),
			id: fmt.Sprintf("%sc%d", place, i+1), passage: c.Passage, field: c.Field, quote: c.Quote, start: c.Start, end: c.End,
		})
	}
	return out
}

// citationClass keeps what is proved apart from what is almost right and from
// what is wrong.
func citationClass(status string) string {
	switch status {
	case "verified":
		return "pass"
	case "altered", "weak", "too_short":
		return "warning"
	}
	return "fail"
}

// passages draws the passages and marks the quotes in them, telling each
// citation where its mark stands. Of several passages with one id the first
// takes the quotes, as it does where a quote is looked for.
func (s *sheet) passages(place string, passages []passage, cites *htmlCitations) []htmlPassage {
	var out []htmlPassage
	seen := map[string]bool{}
	shown := s.room.items(len(passages), maxPassages)
	for i, p := range passages[:shown] {
		view := htmlPassage{
			Number: i + 1, Place: fmt.Sprintf("%sp%d", place, i+1), ID: pageLine(p.ID, maxName),
			Title: pageLine(p.Title, maxReason), Source: pageLine(p.Source, maxReason), NoText: p.Text == "",
		}
		var found quoteMarks
		if cites != nil && !seen[p.ID] {
			found = marksOf(p, cites.Rows)
		}
		seen[p.ID] = true
		view.draw(p, found, s.room.of(p.Text, maxPagePassage), cites)
		view.Open = view.Quoted > 0 || s.alone && i < openPassages && !view.NoText && len(p.Text) <= maxOpenPassage
		out = append(out, view)
	}
	if left := len(passages) - shown; left > 0 {
		out = append(out, htmlPassage{Left: left})
	}
	return out
}

// draw sets the marks. A title without one stays on one line.
func (view *htmlPassage) draw(p passage, found quoteMarks, length int, cites *htmlCitations) {
	text := highlight(p.Text, length, found.text)
	view.Text, view.Cut, view.Unmarked, view.Quoted = text.HTML, text.Cut, text.Unmarked, len(text.set)
	cites.link(text)
	if len(found.title) == 0 {
		return
	}
	title := highlight(p.Title, maxReason, found.title)
	view.Named, view.Unmarked = title.HTML, append(view.Unmarked, title.Unmarked...)
	cites.link(title)
}

// link tells each citation of its mark, if that was set.
func (c *htmlCitations) link(drawn highlighted) {
	if c == nil {
		return
	}
	for i := range c.Rows {
		if id := drawn.link(c.Rows[i].id); id != "" {
			c.Rows[i].Mark = id
		}
	}
}
