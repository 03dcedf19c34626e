package quotes

import (
	"slices"
	"sort"
	"strings"

	"github.com/evalrun/evalrun/textmatch"
)

// shownUncited is how many UTF-16 units of a sentence are reported.
const shownUncited = 240

// FindUncited returns the factual sentences of an answer that cite nothing,
// in order. A sentence counts from minChars characters on (3/8 of that in
// scripts such as Chinese that say as much in fewer) unless it is a refusal,
// question, heading, table row, code, the words before a list, or a courtesy.
//
// In the Compat profile the sentences are those of the reference, which sees
// English alone and nothing behind a citation on the same line.
func FindUncited(parsed Parsed, minChars int, p Profile) []Uncited {
	if p == Compat {
		return compatUncited(parsed.CleanText, minChars)
	}
	f := uncitedFinder{text: parsed.CleanText, claims: parsed.Claims}
	f.marks = slices.DeleteFunc(findMarks(f.text), func(m mark) bool { return m.ignored || !m.isGroup() })
	f.masked = maskMarks(f.text, f.marks)
	f.code = codeSpans(f.text)
	return f.find(minChars)
}

// uncitedFinder tells the sentences of a text apart and which of them cite.
type uncitedFinder struct {
	text, masked string // masked has blanks in place of citations
	claims       []Claim
	marks        []mark
	code         []textmatch.Span
}

func (f *uncitedFinder) find(minChars int) []Uncited {
	spans := f.sentences()
	cited := f.cited(spans)
	list := sourceList(f.text)
	var out []Uncited
	line, read := 0, 0 // where the line of the sentence begins
	for i, span := range spans {
		if cut := strings.LastIndexByte(f.text[read:span.Start], '\n'); cut >= 0 {
			line = read + cut + 1
		}
		read = span.Start
		if cited[i] || span.Start >= list || layout(f.text[line:]) {
			continue
		}
		if text := f.prose(span); factual(text, minChars) {
			out = append(out, Uncited{Text: cutJS(text, shownUncited), Start: span.Start, End: span.End})
		}
	}
	return out
}

// layout reports a line that is a heading or the row of a table.
func layout(line string) bool {
	line = strings.TrimLeft(line, " \t>")
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|")
}

// prose is a sentence on one line without its citations and the code in it,
// which leaves little of a line of code.
func (f *uncitedFinder) prose(span textmatch.Span) string {
	from := sort.Search(len(f.code), func(i int) bool { return f.code[i].End > span.Start })
	code := make([]mark, 0, 2)
	for _, c := range f.code[from:] {
		if c.Start >= span.End {
			break
		}
		code = append(code, mark{start: max(c.Start, span.Start), end: min(c.End, span.End)})
	}
	if len(code) > 0 {
		return withoutMarks(f.masked, code, span.Start, span.End)
	}
	return withoutMarks(f.text, f.marks, span.Start, span.End)
}
