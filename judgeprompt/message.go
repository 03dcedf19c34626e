package judgeprompt

import (
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// message writes the user message. It writes the sections twice: once to
// derive the markers' code from everything they show, once with that code.
func (m material) message(f *form) string {
	draft := writer{}
	draft.Grow(m.size())
	m.sections(&draft)
	w := writer{fence: newFence(codeFor([]byte(m.ContentHash + "\x00" + draft.String())))}
	w.Grow(draft.Len() + len(f.task) + 1024)
	w.text(openingHead, w.open, " and ", w.shut, openingTail)
	m.sections(&w)
	w.text(headTask, f.task)
	return w.String()
}

// size is about what the sections take; a little too much costs less than
// growing several times.
func (m material) size() int {
	n := 2048 + len(m.Query) + len(m.Answer.Text)
	for _, p := range m.passages {
		n += 256 + len(p.Text)
	}
	return n
}

type writer struct {
	strings.Builder
	fence
}

func (w *writer) text(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
}

func (w *writer) data(s string) { w.wrap(&w.Builder, s) }

func (w *writer) list(items []string) { w.data(strings.Join(items, "\n")) }

func (m material) sections(w *writer) {
	w.text(headQuestion)
	w.data(m.Query)
	w.text(headExpected)
	if m.Category == results.Positive {
		w.text(expectedYes)
	} else {
		w.text(expectedNo)
	}
	if len(m.MustMention) > 0 {
		w.text(headMention)
		w.list(numbered(m.MustMention))
	}
	w.text(headConfidence)
	m.confidence(w)
	w.text(headAnswer)
	m.answer(w)
	w.text(headCitations)
	m.citations(w)
	w.text(headPassages)
	m.evidence(w)
	if len(m.Facts) > 0 {
		w.text(headFacts, factsNote)
		w.list(numbered(m.Facts))
	}
}

func (m material) confidence(w *writer) {
	switch {
	case m.Answer.Confidence.Stated():
		w.data(item(string(m.Answer.Confidence)))
	case m.ConfidenceOptional:
		w.text(confidenceWaived)
	default:
		w.text(confidenceAbsent)
	}
}

func (m material) answer(w *writer) {
	switch a := m.Answer; {
	case a.Text == "" && a.Declined:
		w.text(answerDeclined)
	case a.Text == "":
		w.text(answerBlank)
	case a.Declined:
		w.text(answerMarked)
		w.data(a.Text)
	default:
		w.data(a.Text)
	}
}

func (m material) citations(w *writer) {
	if len(m.Answer.Citations) == 0 {
		w.text(citationsAbsent)
		return
	}
	lines := make([]string, len(m.Answer.Citations))
	for i, c := range m.Answer.Citations {
		lines[i] = strconv.Itoa(i+1) + "." + fields("id", c.ID, "title", c.Title, "source", c.Source)
	}
	w.list(lines)
}

// evidence never tells a negative question's judge that something is missing:
// that nothing was retrieved is what one expects there.
func (m material) evidence(w *writer) {
	switch {
	case len(m.passages) > 0:
	case m.Category == results.Positive:
		w.text(passagesAbsent)
	default:
		w.text(passagesNone)
	}
	for i, p := range m.passages {
		w.text(passageHead, strconv.Itoa(i+1), " of ", strconv.Itoa(len(m.passages)))
		if p.shown < p.total {
			w.text(" (", p.extent(), passageShown)
		} else {
			w.text("\n")
		}
		w.data(label(p.ID) + fields("title", p.Title, "source", p.Source) + "\n" + p.Text)
	}
}
