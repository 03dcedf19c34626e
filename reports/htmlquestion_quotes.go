package reports

import (
	"strings"

	"github.com/evalrun/evalrun/results"
)

// quoteMarks are the quotes that were found in one passage.
type quoteMarks struct{ text, title []mark }

// marksOf sorts the quotes of a passage by the text that their offsets are of.
// A quote of any other text has no mark: it would stand below wrong words.
func marksOf(p passage, rows []htmlCitation) quoteMarks {
	var out quoteMarks
	for _, c := range rows {
		if c.passage != p.ID || c.start == nil || c.end == nil {
			continue
		}
		m := mark{Start: *c.start, End: *c.end, Class: c.Class, ID: c.id, Number: c.Number}
		switch {
		case c.field == results.QuoteInTitle || c.field == "" && standsInTitle(p, c):
			out.title = append(out.title, m)
		case c.field == "":
			out.text = append(out.text, m)
		}
	}
	return out
}

// standsInTitle recognizes a quote of the title by its words, as far as that
// can be done: earlier versions kept the offsets and not of which text.
func standsInTitle(p passage, c htmlCitation) bool {
	quotes := func(s string) bool {
		return *c.start >= 0 && *c.start <= *c.end && *c.end <= len(s) && strings.EqualFold(s[*c.start:*c.end], c.quote)
	}
	return quotes(p.Title) && !quotes(p.Text)
}
