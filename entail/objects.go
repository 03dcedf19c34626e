package entail

// innermost lists the complete JSON objects of a text that hold no other
// object. A result is such an object: found this way it counts whether the
// reply is fenced, led in by prose, wrapped once more, broken at another item
// or cut off at the end. One pass, so that a reply of nothing but braces
// costs no more than any other.
func innermost(text string) []string {
	var out []string
	var b braces
	for i := 0; i < len(text); i++ {
		if start, closed := b.step(text[i], i); closed {
			out = append(out, text[start:i+1])
		}
	}
	return out
}

// braces follows objects and the strings in them.
type braces struct {
	open     []int // places of the braces not closed yet
	last     int   // the brace opened last
	quoted   bool
	escaping bool
}

// step takes one byte. closed tells that it ends an innermost object.
func (b *braces) step(c byte, at int) (start int, closed bool) {
	if b.quoted {
		b.inString(c)
		return 0, false
	}
	switch c {
	case '"':
		// Quotation marks of the prose around the JSON open no string.
		b.quoted = len(b.open) > 0
	case '{':
		b.open, b.last = append(b.open, at), at
	case '}':
		if len(b.open) == 0 {
			return 0, false
		}
		start = b.open[len(b.open)-1]
		b.open = b.open[:len(b.open)-1]
		return start, start == b.last
	}
	return 0, false
}

// inString ends a string at its quotation mark, and at a line break, which
// no JSON string holds: a stray mark must not swallow the rest.
func (b *braces) inString(c byte) {
	switch {
	case b.escaping:
		b.escaping = false
	case c == '\\':
		b.escaping = true
	case c == '"' || c == '\n':
		b.quoted = false
	}
}
