package reports

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// htmlPassage is one passage with the quotes that were found in it. Number is
// its place in the list that [1], [2], … of the answer point into.
type htmlPassage struct {
	Number            int
	Place             string // id of the element
	ID, Title, Source string
	Text              template.HTML
	Cut               string
	Unmarked          []string
	Quoted            int  // marks within it
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

	passage, quote string // as recorded
	start, end     *int
}

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

func citationsView(place string, q *results.QuoteCheck) *htmlCitations {
	if q == nil {
		return nil
	}
	out := &htmlCitations{
		Rate: percentOr(q.VerbatimRate), Mean: mean(q.MeanScore),
		More: moreInRecords(len(q.Citations), maxCitations), Uncited: recordLines(q.Uncited, maxReasoning),
	}
	for i, c := range q.Citations[:min(len(q.Citations), maxCitations)] {
		out.Rows = append(out.Rows, htmlCitation{
			Number: i + 1, Claim: pageLine(c.Claim, maxName), Text: pageText(c.Text, maxAnswer), Passage: pageLine(c.Passage, maxName),
			Status: pageLine(c.Status, maxName), Class: citationClass(c.Status), FoundIn: pageLine(c.FoundIn, maxName),
			Reason: pageLine(c.Reason, maxReason), Score: summary.Score(c.Score), Quote: pageText(c.Quote, maxAnswer),
			passage: c.Passage, quote: c.Quote, start: c.Start, end: c.End,
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

// passageViews draws the passages and marks the quotes in them, telling each
// citation where its mark stands. Of several passages with one id the first
// takes the quotes, as it does where a quote is looked for.
func passageViews(place string, passages []passage, cites *htmlCitations) []htmlPassage {
	var out []htmlPassage
	seen := map[string]bool{}
	for i, p := range passages[:min(len(passages), maxPassages)] {
		view := htmlPassage{
			Number: i + 1, Place: fmt.Sprintf("%sp%d", place, i+1), ID: pageLine(p.ID, maxName),
			Title: pageLine(p.Title, maxReason), Source: pageLine(p.Source, maxReason), NoText: p.Text == "",
		}
		var marks []mark
		if cites != nil && !seen[p.ID] {
			marks = quoteMarks(place, p, cites.Rows)
		}
		seen[p.ID] = true
		drawn := highlight(p.Text, maxPagePassage, marks)
		view.Text, view.Cut, view.Unmarked, view.Quoted = drawn.HTML, drawn.Cut, drawn.Unmarked, len(drawn.set)
		if cites != nil {
			for n := range cites.Rows {
				if id := drawn.link(citationMark(place, n+1)); id != "" {
					cites.Rows[n].Mark = id
				}
			}
		}
		out = append(out, view)
	}
	if left := len(passages) - maxPassages; left > 0 {
		out = append(out, htmlPassage{Left: left})
	}
	return out
}

func citationMark(place string, n int) string { return fmt.Sprintf("%sc%d", place, n) }

func quoteMarks(place string, p passage, rows []htmlCitation) []mark {
	var out []mark
	for _, c := range rows {
		if c.passage != p.ID || c.start == nil || c.end == nil || standsInTitle(p, c) {
			continue
		}
		out = append(out, mark{Start: *c.start, End: *c.end, Class: c.Class, ID: citationMark(place, c.Number), Number: c.Number})
	}
	return out
}

// standsInTitle reports a quote that was found in the passage's title: a
// record keeps the offsets and not which of the two texts they are of.
func standsInTitle(p passage, c htmlCitation) bool {
	quotes := func(s string) bool {
		return *c.start >= 0 && *c.start <= *c.end && *c.end <= len(s) && strings.EqualFold(s[*c.start:*c.end], c.quote)
	}
	return quotes(p.Title) && !quotes(p.Text)
}
