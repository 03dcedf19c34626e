package offline

import (
	"strings"

	"github.com/evalrun/evalrun/grounding/support"
	"github.com/evalrun/evalrun/textmatch"
)

// correctionReach is how far from a wrong figure the right one is looked for,
// in bytes: within two sentences or so.
const correctionReach = 400

// maskCorrections blanks the clauses that name a figure of the question only
// to set it right: "not after 45 days: within 30 days of delivery". The right
// figure must be said as well, so that "yes, within 45 days" stays a claim. It
// reports whether there was one.
func (r *reading) maskCorrections() bool {
	var clauses []textmatch.Span
	for _, s := range r.sentences {
		if s.support == nil {
			continue
		}
		for _, c := range s.support.Conflicts {
			if clause, ok := r.correction(s.support, c); ok {
				clauses = append(clauses, clause)
			}
		}
	}
	if clauses == nil {
		return false
	}
	masked := []byte(r.text)
	for _, c := range clauses {
		copy(masked[c.Start:c.End], strings.Repeat(" ", c.End-c.Start))
	}
	r.text = string(masked)
	return true
}

// correction returns the clause that a conflict is about, if it sets a figure
// of the question right.
func (r *reading) correction(of *support.Sentence, c support.Conflict) (textmatch.Span, bool) {
	said := r.text[of.Start:of.End]
	at := strings.Index(said, c.Said)
	if c.Kind != support.Number || c.Found == "" || at < 0 || !holds(r.asked.Query, figureOf(c.Said)) {
		return textmatch.Span{}, false
	}
	start, end := clauseAround(said, at)
	clause := textmatch.Span{Start: of.Start + start, End: of.Start + end}
	before := r.text[max(0, clause.Start-correctionReach):clause.Start]
	after := r.text[clause.End:min(len(r.text), clause.End+correctionReach)]
	return clause, holds(before, c.Found) || holds(after, c.Found)
}

func holds(text, figure string) bool {
	_, found := textmatch.Normalize(text).Find(figure, textmatch.FindOptions{Word: true})
	return found
}

// figureOf is the figure of a conflict, without what it counts.
func figureOf(said string) string {
	figure, _, _ := strings.Cut(said, " ")
	return figure
}

// clauseAround returns the clause of a sentence that offset lies in, with an
// answering "no" before it.
func clauseAround(sentence string, offset int) (start, end int) {
	const breaks = ",;:"
	start = strings.LastIndexAny(sentence[:offset], breaks) + 1
	if head := strings.ToLower(strings.Trim(sentence[:start], " ,;:")); head == "no" {
		start = 0
	}
	end = len(sentence)
	if stop := strings.IndexAny(sentence[offset:], breaks); stop >= 0 {
		end = offset + stop + 1
	}
	return start, end
}
