package llm

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// pageExcerpt is how much of a foreign page a message shows, in characters.
const pageExcerpt = 200

// quoted shows hostile text on one line: its beginning, in quotes, control
// and invisible characters escaped, at most pageExcerpt characters in all. An
// escape is longer than what it stands for, so the cut is sought from above.
func quoted(text string) string {
	for keep := pageExcerpt; ; keep = keep * 3 / 4 {
		head := firstCharacters(text, keep)
		q := strconv.Quote(head)
		if utf8.RuneCountInString(q) > pageExcerpt+2 {
			continue
		}
		if len(head) < len(text) {
			q += "…"
		}
		return q
	}
}

func firstCharacters(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// oneLine is quoted without the quotes, for a provider's own error message.
func oneLine(text string) string {
	q := quoted(strings.Join(strings.Fields(text), " "))
	q, cut := strings.CutSuffix(q, "…")
	q = strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
	if cut {
		q += "…"
	}
	return q
}

// page describes a reply that is no JSON: content type and beginning.
func (ex *exchange) page() string {
	kind := ex.header.Get("Content-Type")
	if kind == "" {
		kind = "none"
	}
	if len(strings.TrimSpace(string(ex.body))) == 0 {
		return "empty body, content type " + oneLine(kind)
	}
	// Bytes past the excerpt need no copy: a character is at most four.
	head := ex.body[:min(len(ex.body), 4*pageExcerpt+1)]
	return "content type " + oneLine(kind) + ", begins " + quoted(string(head))
}
