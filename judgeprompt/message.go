package judgeprompt

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// message writes the user message. The markers' code is derived from everything
// the sections show, so they are written first and get their markers after.
func (m material) message(f *form) string {
	var w writer
	w.Grow(m.size())
	w.text(m.ContentHash, "\x00")
	begin := w.Len()
	m.sections(&w)
	marks := newFence(codeFor(w.Bytes()))
	var b strings.Builder
	b.Grow(w.Len() + len(w.blocks)*(len(marks.open)+len(marks.shut)) + len(f.task) + 256)
	for _, part := range []string{openingHead, marks.open, " and ", marks.shut, openingTail} {
		b.WriteString(part)
	}
	w.fenced(&b, begin, marks)
	b.WriteString(headTask)
	b.WriteString(f.task)
	return b.String()
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

// writer holds sections without the markers around their data.
type writer struct {
	bytes.Buffer
	blocks []block
}

// block is where a piece of data stands, with the line breaks that set it off
// from its markers.
type block struct{ start, end int }

// fenced writes what stands after begin with its markers.
func (w *writer) fenced(b *strings.Builder, begin int, marks fence) {
	text := w.Bytes()
	for _, d := range w.blocks {
		b.Write(text[begin:d.start])
		b.WriteString(marks.open)
		b.Write(text[d.start:d.end])
		b.WriteString(marks.shut)
		begin = d.end
	}
	b.Write(text[begin:])
}

func (w *writer) text(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
}

// data writes text as a block of its own. The text keeps its line breaks at
// both ends: the block adds exactly one on each side.
func (w *writer) data(parts ...string) {
	d := block{start: w.Len()}
	w.text("\n")
	w.text(parts...)
	w.text("\n")
	d.end = w.Len()
	w.text("\n")
	w.blocks = append(w.blocks, d)
}

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
		w.data(label(p.ID), fields("title", p.Title, "source", p.Source), "\n", p.Text)
	}
}
