package reports

import (
	"bytes"
	"encoding/json"
)

// indentedJSON writes values as indented JSON without HTML escapes; answers
// full of \u003c would be hard to read. A figure that is not a number is
// refused by the encoder.
type indentedJSON struct {
	prefix  string // of every line but the first
	compact bytes.Buffer
	encoder *json.Encoder
	lines   []byte
}

func newIndentedJSON(prefix string) *indentedJSON {
	j := &indentedJSON{prefix: prefix}
	j.encoder = json.NewEncoder(&j.compact)
	j.encoder.SetEscapeHTML(false)
	return j
}

// encode returns the text of v without a line break at its end, valid until
// the next call.
func (j *indentedJSON) encode(v any) ([]byte, error) {
	j.compact.Reset()
	if err := j.encoder.Encode(v); err != nil {
		return nil, err
	}
	j.indent(bytes.TrimSuffix(j.compact.Bytes(), []byte("\n")))
	return j.lines, nil
}

// indent lays out compact JSON as json.Indent does. That takes every byte for
// one that may be wrong, which is half of what a question takes to write; what
// the encoder wrote is right, and its texts are copied whole.
func (j *indentedJSON) indent(compact []byte) {
	j.lines = j.lines[:0]
	depth := 0
	for at := 0; at < len(compact); at++ {
		c := compact[at]
		switch c {
		case '"':
			end := textEnd(compact, at)
			j.lines = append(j.lines, compact[at:end]...)
			at = end - 1
			continue
		case '}', ']':
			depth--
			j.breakLine(depth)
		}
		j.lines = append(j.lines, c)
		switch c {
		case '{', '[':
			if next := compact[at+1]; next == '}' || next == ']' {
				j.lines = append(j.lines, next)
				at++
				continue
			}
			depth++
			j.breakLine(depth)
		case ',':
			j.breakLine(depth)
		case ':':
			j.lines = append(j.lines, ' ')
		}
	}
}

func (j *indentedJSON) breakLine(depth int) {
	j.lines = append(append(j.lines, '\n'), j.prefix...)
	for range depth {
		j.lines = append(j.lines, "  "...)
	}
}

// textEnd returns the place after the closing quote of the text that starts
// with the quote at start.
func textEnd(compact []byte, start int) int {
	at := start + 1
	for compact[at] != '"' {
		if compact[at] == '\\' {
			at++
		}
		at++
	}
	return at + 1
}
