package offline

import (
	"bytes"
	"strings"
	"unicode"
)

// maxMark bounds the text between brackets that may be a citation, in bytes;
// anything longer is an aside.
const maxMark = 160

// mark is one citation written into the answer's text, such as [2] or [P1].
type mark struct {
	name string
	at   int // byte offset in the text without marks
}

// cutMarks takes the citations out of the text, so that their words and
// figures are not read as claims. known tells the names of passages, which
// are citations whatever they look like.
func cutMarks(text string, known func(string) bool) (string, []mark) {
	var marks []mark
	var kept []byte
	for {
		open := strings.IndexByte(text, '[')
		if open < 0 {
			break
		}
		names, length := markAt(text[open:], known)
		if length == 0 {
			kept = append(kept, text[:open+1]...)
			text = text[open+1:]
			continue
		}
		kept = bytes.TrimRight(append(kept, text[:open]...), " ")
		for _, name := range names {
			marks = append(marks, mark{name: name, at: len(kept)})
		}
		text = text[open+length:]
	}
	if len(kept) == 0 {
		return text, marks
	}
	return string(append(kept, text...)), marks
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
