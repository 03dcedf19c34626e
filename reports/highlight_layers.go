package reports

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"
)

// layered writes the text with its marks. follows is the text after it, which
// tells whether a carriage return at the end is half of a line break.
func layered(text, follows string, marks []mark) string {
	slices.SortStableFunc(marks, func(a, b mark) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	w := layers{text: text, follows: follows}
	w.Grow(len(text) + len(text)/8 + 64*len(marks))
	for _, at := range borders(marks) {
		w.upTo(at)
		w.close(at)
		for len(marks) > 0 && marks[0].Start == at {
			w.open(marks[0])
			marks = marks[1:]
		}
	}
	w.upTo(len(text))
	return w.String()
}

func borders(marks []mark) []int {
	var out []int
	for _, m := range marks {
		out = append(out, m.Start, m.End)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// layers is a text being written with the marks that are open, outermost
// first.
type layers struct {
	strings.Builder
	text, follows string
	done          int
	opened        []mark
}

func (w *layers) upTo(at int) {
	piece := w.text[w.done:at]
	next := w.text[at:]
	if next == "" {
		next = w.follows
	}
	if strings.HasPrefix(next, "\n") {
		piece = strings.TrimSuffix(piece, "\r")
	}
	w.WriteString(html.EscapeString(visibleLines(piece)))
	w.done = at
}

func (w *layers) open(m mark) {
	fmt.Fprintf(w, `<mark class="%s" id="%s" data-n="%d">`, m.Class, m.ID, m.Number)
	w.opened = append(w.opened, m)
}

// close ends the marks that end here. Those inside of them that go on are
// opened again, without the id and the number: both stand once.
func (w *layers) close(at int) {
	outermost := slices.IndexFunc(w.opened, func(m mark) bool { return m.End == at })
	if outermost < 0 {
		return
	}
	inner := w.opened[outermost:]
	w.WriteString(strings.Repeat("</mark>", len(inner)))
	goOn := slices.DeleteFunc(slices.Clone(inner), func(m mark) bool { return m.End == at })
	w.opened = append(w.opened[:outermost], goOn...)
	for _, m := range goOn {
		fmt.Fprintf(w, `<mark class="%s">`, m.Class)
	}
}
