package repository

import "bytes"

// blank returns a copy of src, as long as src and with the same lines, in
// which comments and the insides of strings are spaces. What it cannot read it
// leaves as it is; it never fails.
func (l *language) blank(src []byte) []byte {
	out := bytes.Clone(src)
	starts := l.starts()
	var t templates
	for i := 0; i < len(src); {
		end := i + 1
		if starts[src[i]] {
			if end = t.passage(src, i, l); end == i {
				end = l.passage(src, i)
			}
		}
		if end > i+1 {
			wipe(out[i:end])
		}
		i = end
	}
	return out
}

// starts marks the bytes that can open a comment or a string.
func (l *language) starts() *[256]bool {
	var starts [256]bool
	for _, open := range l.line {
		starts[open[0]] = true
	}
	for _, fences := range [][]fence{l.block, l.quotes} {
		for _, f := range fences {
			starts[f.open[0]] = true
		}
	}
	if l.special != nil {
		for _, c := range []byte("/`'\\$rR{}") {
			starts[c] = true
		}
	}
	return &starts
}

// passage returns the end of the comment or string that begins at i, i+1
// where none does.
func (l *language) passage(src []byte, i int) int {
	if l.special != nil {
		if end := l.special(src, i); end > i {
			return end
		}
	}
	rest := src[i:]
	for _, f := range l.block {
		if hasPrefix(rest, f.open) {
			return i + l.comment(rest, f)
		}
	}
	for _, open := range l.line {
		if hasPrefix(rest, open) {
			return i + lineEnd(rest)
		}
	}
	for _, f := range l.quotes {
		if hasPrefix(rest, f.open) {
			return i + quoted(rest, f)
		}
	}
	return i + 1
}

// comment returns the length of a block comment; one that is not closed takes
// the rest of the file.
func (l *language) comment(rest []byte, f fence) int {
	depth, i := 1, len(f.open)
	for i < len(rest) {
		switch {
		case hasPrefix(rest[i:], f.close):
			depth--
			i += len(f.close)
			if depth == 0 {
				return i
			}
		case l.nested && hasPrefix(rest[i:], f.open):
			depth++
			i += len(f.open)
		default:
			i++
		}
	}
	return len(rest)
}

// quoted returns the length of a string with its delimiters.
func quoted(rest []byte, f fence) int {
	for i := len(f.open); i < len(rest); i++ {
		switch {
		case rest[i] == '\\' && !f.raw:
			i++
		case rest[i] == '\n' && !f.lines:
			return i
		case hasPrefix(rest[i:], f.close):
			return i + len(f.close)
		}
	}
	return len(rest)
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

func lineEnd(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return i
	}
	return len(b)
}

// wipe turns everything but the ends of lines into spaces.
func wipe(b []byte) {
	for i, c := range b {
		if c != '\n' {
			b[i] = ' '
		}
	}
}
