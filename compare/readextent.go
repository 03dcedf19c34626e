package compare

import "bytes"

// extent finds the end of a value by its brackets and quotes.
type extent struct {
	depth                  int
	quoted, escaped, ended bool
}

// follow returns how many of the characters belong to the value.
func (e *extent) follow(text []byte) int {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case e.escaped:
			e.escaped = false
		case e.quoted:
			i += plainText(text[i:])
			if i < len(text) {
				e.escaped, e.quoted = text[i] == '\\', text[i] != '"'
			}
			e.ended = !e.quoted && e.depth == 0
		case c == '"':
			e.quoted = true
		case c == '{' || c == '[':
			e.depth++
		case e.depth > 0 && (c == '}' || c == ']'):
			e.depth--
			e.ended = e.depth == 0
		case e.depth == 0 && (c == '}' || c == ']' || c == ',' || c == ':' || c <= ' '):
			e.ended = true
			return i
		}
		if e.ended {
			return i + 1
		}
	}
	return len(text)
}

// plainText counts the characters before a quote or a backslash; most of a
// report is within quotes.
func plainText(text []byte) int {
	if i := bytes.IndexByte(text, '"'); i >= 0 {
		text = text[:i]
	}
	if i := bytes.IndexByte(text, '\\'); i >= 0 {
		return i
	}
	return len(text)
}
