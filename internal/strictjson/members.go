package strictjson

import (
	"bytes"
	"encoding/json"
	"iter"
)

// Object yields the keys of a JSON object in their order, escapes spelled out,
// with their values as they stand; nothing for a value of another kind. It
// decodes nothing, leaves bytes that are not UTF-8 as they are and looks for no
// key that stands twice. The data must be valid JSON, by Check or by
// json.Valid; what is yielded shares its memory.
func Object(data []byte) iter.Seq2[[]byte, json.RawMessage] {
	return func(yield func([]byte, json.RawMessage) bool) {
		w := walker{data: data}
		if !w.take('{') {
			return
		}
		for w.next() != '}' {
			key := unescaped(w.passText())
			w.take(':')
			if !yield(key, w.pass()) {
				return
			}
			w.take(',')
		}
	}
}

// List is Object for the values of a JSON list.
func List(data []byte) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		w := walker{data: data}
		if !w.take('[') {
			return
		}
		for w.next() != ']' {
			if !yield(w.pass()) {
				return
			}
			w.take(',')
		}
	}
}

// Members are those of an Object, nil for a value of another kind. Of a key
// that stands twice the last one counts.
func Members(data []byte) map[string]json.RawMessage {
	if w := (walker{data: data}); w.next() != '{' {
		return nil
	}
	members := map[string]json.RawMessage{}
	for key, value := range Object(data) {
		members[string(key)] = value
	}
	return members
}

// pass steps over one value, however deep, and returns it.
func (w *walker) pass() json.RawMessage {
	w.next()
	start := w.at
	for depth := 0; ; {
		switch w.next() {
		case '{', '[':
			depth++
			w.at++
		case '}', ']':
			depth--
			w.at++
		case ',', ':':
			w.at++
			continue
		case '"':
			w.passText()
		default:
			w.passScalar()
		}
		if depth == 0 {
			return w.data[start:w.at:w.at]
		}
	}
}

// passText steps over a string, from quote to quote, and returns what stands
// between.
func (w *walker) passText() []byte {
	start := w.at + 1
	for end := start; ; end++ {
		end += bytes.IndexByte(w.data[end:], '"')
		first := end
		for w.data[first-1] == '\\' {
			first--
		}
		// An even number of backslashes escape one another, not the quote.
		if (end-first)%2 == 0 {
			w.at = end + 1
			return w.data[start:end]
		}
	}
}

func (w *walker) passScalar() {
	for w.at < len(w.data) && bytes.IndexByte([]byte(",]} \t\r\n"), w.data[w.at]) < 0 {
		w.at++
	}
}
