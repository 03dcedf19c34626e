package strictjson

import "bytes"

// The form of texts, numbers and literals, as encoding/json has it, whose
// scanner needs some four times as long for a byte.

// text takes a string and returns what stands between its quotes.
func (w *walker) text() ([]byte, error) {
	start := w.at + 1
	for at := start; at < len(w.data); at++ {
		switch c := w.data[at]; {
		case c == '"':
			w.at = at + 1
			return w.data[start:at], nil
		case c == '\\':
			n := escapeLen(w.data[at+1:])
			if n == 0 {
				return nil, errForm
			}
			at += n
		case c < ' ':
			return nil, errForm
		}
	}
	return nil, errForm
}

// escapeLen is the length of the escape that follows a backslash, 0 for none.
func escapeLen(rest []byte) int {
	if len(rest) == 0 {
		return 0
	}
	switch rest[0] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 1
	case 'u':
		const digits = 4
		if len(rest) > digits && len(bytes.TrimLeft(rest[1:1+digits], "0123456789abcdefABCDEF")) == 0 {
			return 1 + digits
		}
	}
	return 0
}

// scalar takes a number or a literal.
func (w *walker) scalar() error {
	for _, literal := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(w.data[w.at:], []byte(literal)) {
			w.at += len(literal)
			return nil
		}
	}
	return w.number()
}

func (w *walker) number() error {
	if w.at < len(w.data) && w.data[w.at] == '-' {
		w.at++
	}
	zero := w.at < len(w.data) && w.data[w.at] == '0'
	// A zero stands alone before the point.
	if n := w.digits(); n == 0 || zero && n > 1 {
		return errForm
	}
	if w.at < len(w.data) && w.data[w.at] == '.' {
		if w.at++; w.digits() == 0 {
			return errForm
		}
	}
	if w.at < len(w.data) && (w.data[w.at] == 'e' || w.data[w.at] == 'E') {
		if w.at++; w.at < len(w.data) && (w.data[w.at] == '+' || w.data[w.at] == '-') {
			w.at++
		}
		if w.digits() == 0 {
			return errForm
		}
	}
	return nil
}

// digits takes digits and counts them.
func (w *walker) digits() int {
	start := w.at
	for w.at < len(w.data) && '0' <= w.data[w.at] && w.data[w.at] <= '9' {
		w.at++
	}
	return w.at - start
}
