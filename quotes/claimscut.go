package quotes

import (
	"bytes"
	"sort"
	"strings"
	"unicode"
)

// maskMarks returns s with blanks in place of its marks, so that sentences
// can be told apart at unchanged offsets. A citation that begins a sentence,
// "[2] reports that", becomes a capital letter: it is the subject.
func maskMarks(s string, marks []mark) string {
	fences := fencedLines(s)
	if len(marks)+len(fences) == 0 {
		return s
	}
	masked := []byte(s)
	for _, f := range fences {
		blank(masked[f.start:f.next])
	}
	for _, m := range marks {
		if m.ignored {
			continue
		}
		blank(masked[m.start:m.end])
		if m.isGroup() && goesOn(s[m.end:]) && behindStop(s[:m.start]) {
			masked[m.start] = 'X'
		}
	}
	return string(masked)
}

// blank overwrites all but line ends, so that a fence parts paragraphs.
func blank(text []byte) {
	for i, b := range text {
		if b != '\n' && b != '\r' {
			text[i] = ' '
		}
	}
}

// marksWithin returns the marks between two offsets that are no text.
func marksWithin(marks []mark, start, end int) []mark {
	from := sort.Search(len(marks), func(i int) bool { return marks[i].start >= start })
	var within []mark
	for _, m := range marks[from:] {
		if m.end > end {
			break
		}
		if !m.ignored {
			within = append(within, m)
		}
	}
	return within
}

// behindStop reports a sentence that is over, and white space behind it.
func behindStop(s string) bool {
	return s != "" && (s[len(s)-1] == ' ' || s[len(s)-1] == '\n') && sentenceEnded(strings.TrimRight(s[max(0, len(s)-16):], "\n"))
}

// withoutMarks is s from start to end on one line without its marks, nor the
// blank that stood before one that ended a word.
func withoutMarks(s string, marks []mark, start, end int) string {
	within := marksWithin(marks, start, end)
	if len(within) == 0 {
		return collapseJS(s[start:end])
	}
	text := make([]byte, 0, end-start)
	for _, m := range within {
		text = append(text, s[start:m.start]...)
		if endsWord(s[m.end:end]) {
			text = bytes.TrimRight(text, " \t")
		}
		start = m.end
	}
	return collapseJS(string(append(text, s[start:end]...)))
}

// cut is a place where bytes were taken out; removed counts them up to and
// with this one.
type cut struct{ start, end, removed int }

type cuts []cut

// cutMarkers returns body without its claim markers and what was taken out.
// Blanks before a marker go with it where they would stand doubled or last.
func cutMarkers(body string, marks []mark) (clean string, taken cuts) {
	var b strings.Builder
	at, removed := 0, 0
	for _, m := range marks {
		if m.isGroup() {
			continue
		}
		start := m.start
		if endsWord(body[m.end:]) {
			start = at + len(strings.TrimRight(body[at:start], " \t"))
		}
		removed += m.end - start
		b.WriteString(body[at:start])
		taken = append(taken, cut{start, m.end, removed})
		at = m.end
	}
	if at == 0 {
		return body, nil
	}
	b.WriteString(body[at:])
	return b.String(), taken
}

// endsWord reports whether s goes on with white space, a mark of punctuation
// or not at all.
func endsWord(s string) bool {
	for _, r := range s {
		return unicode.IsSpace(r) || strings.ContainsRune(".,;:!?)\"”’»。，", r)
	}
	return true
}

// moved returns where an offset of the body lies in the clean text.
func (c cuts) moved(offset int) int {
	i := sort.Search(len(c), func(i int) bool { return c[i].start >= offset })
	if i == 0 {
		return offset
	}
	before := c[i-1]
	return max(offset, before.end) - before.removed
}
