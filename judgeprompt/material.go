package judgeprompt

import (
	"strconv"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

// material is a request as the judge will see it: cleaned, passages cut to the
// limit, and nothing that is not shown.
type material struct {
	Request
	passages []shownPassage
}

type shownPassage struct {
	answers.Passage
	excerpt
}

func newMaterial(r Request) material {
	m := material{Request: Request{
		Query:              clean(r.Query),
		Category:           results.CategoryOf(r.Category != results.Negative),
		Facts:              cleanAll(r.Facts),
		ConfidenceOptional: r.ConfidenceOptional && !r.Answer.Confidence.Stated(),
		ContentHash:        r.ContentHash,
	}}
	if m.Category == results.Positive {
		m.MustMention = cleanAll(r.MustMention)
	}
	m.Answer = shownAnswer(r.Answer)
	m.passages = shownPassages(r)
	return m
}

func shownAnswer(a answers.Answer) answers.Answer {
	out := answers.Answer{Declined: a.Declined, Confidence: answers.Confidence(clean(string(a.Confidence)))}
	if !a.Blank() {
		out.Text = clean(a.Text)
	}
	for _, c := range a.Citations {
		out.Citations = append(out.Citations, answers.Citation{
			ID: clean(c.ID), Title: clean(c.Title), Source: clean(c.Source),
		})
	}
	return out
}

// shownPassages cuts before it cleans: a cut could otherwise bring the two
// halves of a marker together.
func shownPassages(r Request) []shownPassage {
	evidence := answers.Answer{Retrieved: r.Evidence}.Evidence(nil)
	out := make([]shownPassage, 0, len(evidence))
	w := window{limit: excerptLimit(r.Excerpt), about: []string{r.Answer.Text, r.Query}}
	for _, p := range evidence {
		cut := w.cut(p.Text)
		out = append(out, shownPassage{excerpt: cut, Passage: answers.Passage{
			ID: clean(p.ID), Title: clean(p.Title), Source: clean(p.Source), Text: clean(cut.text),
		}})
	}
	return out
}

// calibrated reports whether calibration can be scored: always, unless none
// was stated and none was asked for.
func (m material) calibrated() bool { return !m.ConfidenceOptional }

func (m material) truncated() []string {
	var out []string
	for _, p := range m.passages {
		if p.shown < p.total {
			out = append(out, p.ID+": "+p.extent()+" characters shown")
		}
	}
	return out
}

func (e excerpt) extent() string {
	return strconv.Itoa(e.shown) + " of " + strconv.Itoa(e.total)
}

func cleanAll(in []string) []string {
	var out []string
	for _, s := range in {
		out = append(out, clean(s))
	}
	return out
}
