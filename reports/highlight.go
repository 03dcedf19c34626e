package reports

import (
	"fmt"
	"html/template"
	"unicode/utf8"
)

// mark is a stretch of a text to be highlighted: byte offsets in the text as
// it was recorded, End exclusive. ID and Class are our own words, never text
// from outside; Number is what the lists beside the text call the mark.
type mark struct {
	Start, End int
	Class      string
	ID         string
	Number     int
}

// highlighted is a text with its marks as elements. Unmarked names the marks
// that could not be set, each with the reason.
type highlighted struct {
	HTML     template.HTML
	Unmarked []string
	Cut      string // how much of the text is not shown; "" where all is
	set      map[string]bool
}

// maxMarks bounds the marks of one text. Marks that cross are cut into
// pieces, and n of them can make n² pieces.
const maxMarks = 100

// highlight escapes at most limit characters of a text and sets its marks.
// Marks may nest and cross; a crossing mark is closed and opened again, so
// that the elements nest. A mark that is empty, off a character's border or
// outside the text is left out: drawn elsewhere it would accuse other words.
func highlight(text string, limit int, marks []mark) highlighted {
	end := shownBytes(text, limit)
	out := highlighted{set: map[string]bool{}}
	if rest := utf8.RuneCountInString(text[end:]); rest > 0 {
		out.Cut = plural(rest, "more character")
	}
	var settable []mark
	for _, m := range marks {
		why := unsettable(text, end, m)
		if why == "" && len(settable) == maxMarks {
			why = fmt.Sprintf("a text shows %d marks at most", maxMarks)
		}
		if why != "" {
			out.Unmarked = append(out.Unmarked, fmt.Sprintf("%d: %s", m.Number, why))
			continue
		}
		m.End = min(m.End, end)
		out.set[m.ID] = true
		settable = append(settable, m)
	}
	out.HTML = template.HTML(layered(text[:end], text[end:], settable))
	return out
}

// unsettable says why a mark cannot be set, "" where it can.
func unsettable(text string, shown int, m mark) string {
	switch {
	case m.Start < 0 || m.End > len(text) || m.Start > m.End:
		return fmt.Sprintf("bytes %d to %d lie outside the text of %d", m.Start, m.End, len(text))
	case m.Start == m.End:
		return fmt.Sprintf("the stretch at byte %d is empty", m.Start)
	case !onBorder(text, m.Start) || !onBorder(text, m.End):
		return fmt.Sprintf("bytes %d to %d begin or end inside a character", m.Start, m.End)
	case m.Start >= shown:
		return "it lies beyond what is shown of the text"
	}
	return ""
}

func onBorder(s string, at int) bool { return at == len(s) || utf8.RuneStart(s[at]) }

// shownBytes is where a text ends of which about n characters are shown: not
// before a combining mark or inside a joined emoji.
func shownBytes(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	var before rune
	end := 0
	for at, r := range s {
		if at > 0 && !joins(before, r) {
			end = at
		}
		if n == 0 {
			return end
		}
		before, n = r, n-1
	}
	return len(s)
}
