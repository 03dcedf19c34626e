package suites

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

// parseJSON reads one JSON value into a tree. Numbers and strings keep their
// characters, duplicate keys stay visible, and columns are exact, none of
// which encoding/json offers.
func parseJSON(raw []byte, line int) (*node, *Problem) {
	if at := invalidUTF8(raw); at >= 0 {
		return nil, &Problem{Line: line, Col: column(raw, at), Message: "not valid UTF-8", Hint: "save the file as UTF-8"}
	}
	if !json.Valid(raw) {
		return nil, syntaxOfJSON(raw, line)
	}
	r := jsonReader{raw: raw, line: line}
	n := r.node()
	return n, r.problem
}

func invalidUTF8(raw []byte) int {
	if utf8.Valid(raw) {
		return -1
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(raw[at:])
		if r == utf8.RuneError && size <= 1 {
			return at
		}
		at += size
	}
}

func syntaxOfJSON(raw []byte, line int) *Problem {
	var whole json.RawMessage
	err := json.Unmarshal(raw, &whole) // for its words and place
	p := &Problem{Line: line, Message: "not valid JSON: " + visible(err.Error()), Hint: "one JSON object a line"}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		p.Col = column(raw, max(0, int(syntax.Offset)-1))
	}
	return p
}

// column counts characters up to a byte offset, from 1.
func column(raw []byte, offset int) int {
	return utf8.RuneCount(raw[:min(offset, len(raw))]) + 1
}

// jsonReader walks a value that is known to be valid.
type jsonReader struct {
	raw     []byte
	line    int
	at      int
	problem *Problem
}

func (r *jsonReader) node() *node {
	r.space()
	n := &node{pos: position{r.line, r.at + 1}}
	switch c := r.raw[r.at]; c {
	case '{':
		n.kind = kindMapping
		r.members('}', func() {
			key := r.node()
			r.space()
			r.at++ // the colon
			n.pairs = append(n.pairs, pair{key, r.node()})
		})
	case '[':
		n.kind = kindList
		r.members(']', func() { n.items = append(n.items, r.node()) })
	case '"':
		n.kind, n.value = kindText, r.text()
	default:
		n.value = r.literal()
		n.kind = literalKind(c)
	}
	return n
}

// members reads what stands between brackets, commas included.
func (r *jsonReader) members(closing byte, member func()) {
	r.at++
	for r.space(); r.raw[r.at] != closing; r.space() {
		if r.raw[r.at] == ',' {
			r.at++
		}
		member()
	}
	r.at++
}

func (r *jsonReader) space() {
	for r.at < len(r.raw) && strings.IndexByte(" \t\r\n", r.raw[r.at]) >= 0 {
		r.at++
	}
}

func (r *jsonReader) text() string {
	start := r.at
	for r.at++; r.raw[r.at] != '"'; r.at++ {
		if r.raw[r.at] == '\\' {
			r.at++
		}
	}
	r.at++
	token := r.raw[start:r.at]
	if bytes.IndexByte(token, '\\') < 0 {
		return string(token[1 : len(token)-1])
	}
	var s string
	if err := json.Unmarshal(token, &s); err != nil || lostSurrogate(token, s) {
		r.problem = &Problem{Line: r.line, Col: column(r.raw, start), Message: "a text holds half of a surrogate pair"}
	}
	return s
}

// lostSurrogate reports text that encoding/json replaced in silence: a \ud800
// without its other half has no UTF-8 form.
func lostSurrogate(token []byte, s string) bool {
	return strings.Count(s, "\ufffd") > bytes.Count(token, []byte("\ufffd"))+
		bytes.Count(bytes.ToLower(token), []byte(`\ufffd`))
}

func (r *jsonReader) literal() string {
	start := r.at
	for r.at < len(r.raw) && strings.IndexByte(",]} \t\r\n", r.raw[r.at]) < 0 {
		r.at++
	}
	return string(r.raw[start:r.at])
}

func literalKind(first byte) kind {
	switch first {
	case 'n':
		return kindNull
	case 't', 'f':
		return kindBoolean
	}
	return kindNumber
}
