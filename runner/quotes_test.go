package runner

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
	"github.com/evalrun/evalrun/suites"
)

// TestQuotesSayWhichTextTheyStandIn: offsets in a title are other words in the
// text. A record says nothing of the usual case, and so stays as it was.
func TestQuotesSayWhichTextTheyStandIn(t *testing.T) {
	const quote = "Refunds within thirty days of delivery"
	answer := answers.Answer{Text: "They have a month.[1]{c1}\n\nEVI1\nc1|1|\"" + quote + "\"\nEND_EVI1"}
	for rule, tc := range map[string]struct {
		passage answers.Passage
		field   string
		found   bool
	}{
		"in the text":           {answers.Passage{ID: "P", Title: "Refunds", Text: "We grant " + quote + "."}, "", true},
		"in the text, of both":  {answers.Passage{ID: "P", Title: "1. " + quote, Text: "We grant " + quote + "."}, "", true},
		"in the title":          {answers.Passage{ID: "P", Title: "1. " + quote, Text: "Ask at the desk."}, results.QuoteInTitle, true},
		"in neither of the two": {answers.Passage{ID: "P", Title: "Opening hours", Text: "Ask at the desk."}, "", false},
	} {
		t.Run(rule, func(t *testing.T) {
			var rec results.Record
			q := suites.Question{Category: results.Positive, Rubric: rubric.Rubric{Quotes: &rubric.QuoteRule{}}, Context: []answers.Passage{tc.passage}}
			verifyQuotes(q, answer, &rec)
			if rec.Quotes == nil || len(rec.Quotes.Citations) != 1 {
				t.Fatalf("quotes %+v", rec.Quotes)
			}
			c := rec.Quotes.Citations[0]
			if c.Field != tc.field || (c.Start != nil) != tc.found {
				t.Fatalf("got field %q, found %t in %+v", c.Field, c.Start != nil, c)
			}
			if text := map[string]string{"": tc.passage.Text, results.QuoteInTitle: tc.passage.Title}[c.Field]; tc.found && text[*c.Start:*c.End] != quote {
				t.Errorf("the offsets are of %q", text[*c.Start:*c.End])
			}
			line, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(line), `"field"`) != (tc.field != "") {
				t.Errorf("recorded as %s", line)
			}
		})
	}
}
