package offline

import (
	"strings"
	"unicode"
)

// maxMark bounds the text between brackets that may be a citation, in bytes;
// anything longer is an aside.
const maxMark = 160

// mark is one citation written into the answer's text, such as [2] or [P1].
type mark struct {
	name string
	at   int // byte offset of its bracket
}

// maskMarks puts blanks in place of the citations in the text, so that their
// words and figures are not read as claims and offsets stay what they are.
// known tells the names of passages, which are citations whatever they look
// like.
func maskMarks(text string, known func(string) bool) (string, []mark) {
	var marks []mark
	var masked []byte
	for at := 0; ; {
		open := strings.IndexByte(text[at:], '[')
		if open < 0 {
			break
		}
		open += at
		names, length := markAt(text[open:], known)
		at = open + max(length, 1)
		for _, name := range names {
			marks = append(marks, mark{name: name, at: open})
		}
		if length > 0 && masked == nil {
			masked = []byte(text)
		}
		for i := range length {
			masked[open+i] = ' '
		}
	}
	if masked == nil {
		return text, nil
	}
	return string(masked), marks
}

// markAt reads a citation at the start of text and returns its names and its
// length, 0 when the brackets hold something else: a link's label, a
// placeholder or an aside.
func markAt(text string, known func(string) bool) (names []string, length int) {
	end := strings.IndexAny(text[1:min(len(text), maxMark)], "[]\n")
	if end < 1 || text[1+end] != ']' || strings.HasPrefix(text[end+2:], "(") {
		return nil, 0
	}
	inner, length := strings.TrimSpace(text[1:1+end]), end+2
	if known(inner) {
		return []string{inner}, length
	}
	for name := range strings.FieldsFuncSeq(inner, func(r rune) bool { return r == ',' || r == ';' }) {
		name = strings.TrimSpace(name)
		if !known(name) && !looksLikeCitation(name) {
			return nil, 0
		}
		names = append(names, name)
	}
	return names, length
}

// looksLikeCitation: a name of one word with a digit or a dot in it, such as
// 1, P3 or handbook.md. Other words in brackets are prose unless a passage is
// called so.
func looksLikeCitation(name string) bool {
	return name != "" && !strings.ContainsFunc(name, unicode.IsSpace) &&
		strings.ContainsAny(name, "0123456789.")
}
