package reports

import (
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// TestQuotesAreMarkedInTheTextTheyAreOf: a passage has two, and the offsets of
// one are other words in the other.
func TestQuotesAreMarkedInTheTextTheyAreOf(t *testing.T) {
	for rule, tc := range map[string]struct {
		field, title, text string
		start, end         int
		want, never        string
	}{
		"in the text": {"", "Refunds within 30 days", "Within 30 days of delivery", 0, 6,
			`<mark class="pass" id="q7t0c1" data-n="1">Within</mark> 30 days of`, "<mark class=\"pass\" id=\"q7t0c1\" data-n=\"1\">Refund"},
		"in the title": {results.QuoteInTitle, "Within <30> days", "Refunds are slow", 0, 6,
			`<code>P</code> <mark class="pass" id="q7t0c1" data-n="1">Within</mark> &lt;30&gt; days</summary>`, "Refund</mark>"},
		"in the title, though the text begins alike": {results.QuoteInTitle, "Within 30 days", "Within a year", 0, 6,
			`<mark class="pass" id="q7t0c1" data-n="1">Within</mark> 30 days`, "Within</mark> a year"},
		"in the title of a record that does not say so": {"", "Within 30 days", "Refunds are slow", 0, 6,
			`<mark class="pass" id="q7t0c1" data-n="1">Within</mark> 30 days`, "Refund</mark>"},
		"in a text that is not known": {"extraTexts[0]", "Within 30 days", "Within a year", 0, 6, "<td>1</td>", "<mark"},
		"beyond the title": {results.QuoteInTitle, "Within", "Within 30 days and a year", 7, 14,
			"1: bytes 7 to 14 lie outside the text of 6", "<mark"},
	} {
		t.Run(rule, func(t *testing.T) {
			cite := results.QuoteCitation{Passage: "P", Status: "verified", Quote: "Within", Field: tc.field, Start: &tc.start, End: &tc.end}
			page := oneTry(t, results.Record{
				Verdict: results.Pass, Answer: &answers.Answer{Text: "x"}, Quotes: &results.QuoteCheck{Citations: []results.QuoteCitation{cite}},
			}, answers.Passage{ID: "P", Title: tc.title, Text: tc.text})
			expect(t, page, tc.want)
			refuse(t, page, tc.never)
		})
	}
}
