package reports

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// htmlAnswer is the answer's text with what was found in it.
type htmlAnswer struct {
	highlighted
	Blank bool
	Cites []string // the citations of the envelope
}

// htmlFinding is what one check found. Number and Mark are set where it is
// marked in the answer.
type htmlFinding struct {
	Status, Class, Check, Detail string
	Number                       int
	Mark                         string // id of the mark
}

// htmlGrounding is what the groundedness check found.
type htmlGrounding struct {
	Score, Support string
	Claims         []htmlClaim
	More           []string
	Weakest        []htmlSupport
}

// htmlClaim is one symbol, file or import that the answer names.
type htmlClaim struct {
	Value, Kind, Traced string
	Bad                 bool
	Number              int
	Mark                string
}

// htmlSupport is one sentence of the answer with the passage nearest to it.
type htmlSupport struct {
	Text, Score, Passage, Reason, Nearest string
	Number                                int
	Mark                                  string
}

// marker numbers the marks of one answer: the findings first, then what is
// not grounded, one count over all.
type marker struct {
	place string
	marks []mark
}

func (m *marker) add(start, end int, class string) (number int, id string) {
	number = len(m.marks) + 1
	id = fmt.Sprintf("%sa%d", m.place, number)
	m.marks = append(m.marks, mark{Start: start, End: end, Class: class, ID: id, Number: number})
	return number, id
}

// answerViews draws the answer and the two lists that point into it. A line
// whose mark could not be set keeps its number, which the answer explains,
// and loses its link.
func (s *sheet) answer(place string, r *results.Record) (*htmlAnswer, []htmlFinding, *htmlGrounding) {
	m := &marker{place: place}
	text := ""
	if r.Answer != nil {
		text = r.Answer.Text
	}
	findings := findingViews(m, r.Findings)
	grounding := s.grounding(m, text, r.Grounding)
	drawn := highlight(text, s.room.of(text, maxPageText), m.marks)
	for i := range findings {
		findings[i].Mark = drawn.link(findings[i].Mark)
	}
	if grounding != nil {
		for i := range grounding.Claims {
			grounding.Claims[i].Mark = drawn.link(grounding.Claims[i].Mark)
		}
		for i := range grounding.Weakest {
			grounding.Weakest[i].Mark = drawn.link(grounding.Weakest[i].Mark)
		}
	}
	if r.Answer == nil {
		return nil, findings, grounding
	}
	return &htmlAnswer{highlighted: drawn, Blank: r.Answer.Blank(), Cites: s.lines(citedWords(r), maxReason)}, findings, grounding
}

// link is the id of a mark that was set, "" for any other.
func (h highlighted) link(id string) string {
	if h.set[id] {
		return id
	}
	return ""
}

func findingViews(m *marker, findings []results.Finding) []htmlFinding {
	out := make([]htmlFinding, 0, len(findings))
	for _, f := range findings {
		view := htmlFinding{
			Status: pageLine(string(f.Status), maxName), Class: findingClass(f.Status),
			Check: pageLine(f.Check, maxName), Detail: pageLine(findingDetail(f), maxReason*3),
		}
		if f.Start != nil && f.End != nil {
			view.Number, view.Mark = m.add(*f.Start, *f.End, view.Class)
		}
		out = append(out, view)
	}
	return out
}

func citedWords(r *results.Record) []string {
	var all []string
	for _, c := range r.Answer.Citations {
		var parts []string
		for _, part := range []string{c.ID, c.Title, c.Source} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		all = append(all, strings.Join(parts, " · "))
	}
	return all
}

func (s *sheet) grounding(m *marker, text string, g *results.GroundCheck) *htmlGrounding {
	if g == nil {
		return nil
	}
	shown := s.room.items(len(g.Claims), maxCitations)
	out := &htmlGrounding{Score: share(g.Score), More: moreInRecords(len(g.Claims), shown)}
	if g.Support != nil {
		out.Support = share(g.Support)
	}
	for _, c := range g.Claims[:shown] {
		out.Claims = append(out.Claims, claimView(m, text, c))
	}
	for _, weak := range g.Weakest[:min(len(g.Weakest), maxCitations)] {
		view := htmlSupport{
			Text: s.text(weak.Text, maxAnswer), Score: summary.Score(weak.Score), Passage: pageLine(weak.Passage, maxName),
			Reason: pageLine(weak.Reason, maxReason), Nearest: s.text(weak.Nearest, maxAnswer),
		}
		view.Number, view.Mark = m.add(weak.Start, weak.End, "weak")
		out.Weakest = append(out.Weakest, view)
	}
	return out
}

// claimView marks a claim that was traced to nothing, if it stands where the
// check says.
func claimView(m *marker, text string, c results.GroundClaim) htmlClaim {
	view := htmlClaim{Value: pageLine(c.Value, maxName), Kind: pageLine(c.Kind, maxName), Traced: pageLine(c.Via, maxName)}
	switch {
	case c.Denied:
		view.Traced = "denied by the answer, not checked"
	case c.Via == "":
		view.Traced, view.Bad = "nothing", true
		if at := offsetOf(text, c.Line, c.Column); at >= 0 && c.Value != "" && strings.HasPrefix(text[at:], c.Value) {
			view.Number, view.Mark = m.add(at, at+len(c.Value), "claim")
		}
	}
	return view
}

// offsetOf turns a line and a column in characters, both from 1, into a byte
// offset; it is -1 where the text has no such place.
func offsetOf(text string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return -1
		}
		at += next + 1
	}
	for ; column > 1; column-- {
		if at >= len(text) {
			return -1
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}
