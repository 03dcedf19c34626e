package reports

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// inline escapes text for one line of Markdown: a table cell, a list item, a
// heading. The result has no line break and no character that opens a
// structure, at its start or later.
//
// Pipes, angle brackets and ampersands become character references, because
// a reference can never take part in structure; a backslash before a pipe
// would depend on how many backslashes the text itself puts before it.
func inline(s string) string {
	s = oneLine(s)
	if s == "" {
		return ""
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	rest := writeStart(&b, s)
	for i := rest; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += writeInline(&b, s, i, r, size)
	}
	return b.String()
}

// writeStart escapes what is structure only at the start of a line: list
// markers, ATX and setext headings, rules and table delimiters. It returns
// how many bytes it used.
func writeStart(b *strings.Builder, s string) int {
	if strings.ContainsRune("#+-=:", rune(s[0])) {
		b.WriteByte('\\')
		b.WriteByte(s[0])
		return 1
	}
	digits := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if digits > 0 && (s[digits] == '.' || s[digits] == ')') {
		b.WriteString(s[:digits])
		b.WriteByte('\\')
		b.WriteByte(s[digits])
		return digits + 1
	}
	return 0
}

// writeInline writes the rune at i and returns how many bytes it used. Bare
// addresses are links in most readers, so "://" and "www." are broken by an
// escape that does not show; an at sign goes into a code span, since escapes
// do not keep a reader from linking a mail address or notifying a person.
func writeInline(b *strings.Builder, s string, i int, r rune, size int) int {
	switch r {
	case '|':
		b.WriteString("&#124;")
	case '<':
		b.WriteString("&lt;")
	case '>':
		b.WriteString("&gt;")
	case '&':
		b.WriteString("&amp;")
	case '\\', '`', '*', '[', ']', '~', '$':
		b.WriteByte('\\')
		b.WriteRune(r)
	case '#':
		// A heading drops the number signs it ends with.
		if i > 0 && s[i-1] == ' ' {
			b.WriteByte('\\')
		}
		b.WriteByte('#')
	case '_':
		if !insideWord(s, i) {
			b.WriteByte('\\')
		}
		b.WriteByte('_')
	case '@':
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], "@"))
		b.WriteString("`" + s[i:i+run] + "`")
		return run
	case ':', '.':
		if opensAddress(s, i) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	default:
		b.WriteString(s[i : i+size])
	}
	return size
}

// insideWord reports whether both neighbours are letters or digits: such an
// underscore opens no emphasis, and names like refund_window stay readable.
func insideWord(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+1:])
	word := func(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	return word(before) && word(after)
}

func opensAddress(s string, i int) bool {
	if s[i] == ':' {
		return strings.HasPrefix(s[i:], "://")
	}
	return i >= 3 && strings.EqualFold(s[i-3:i], "www")
}

// code prints an id as it is written, in a code span. An id with a character
// that a code span cannot hold inside a table is escaped instead, and one
// that is longer than any name is cut.
func code(id string) string {
	id = cut(id, maxName)
	plainID := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._/:#+-", r)
	}
	if id == "" || !utf8.ValidString(id) || strings.ContainsFunc(id, plainID) {
		return inline(id)
	}
	return "`" + id + "`"
}

// quote shows a text of several lines as a block quote, each line escaped,
// line breaks kept. The caller has cut it to length.
func quote(s string) string {
	var b strings.Builder
	escaped := lines(s)
	for i := range escaped {
		escaped[i] = inline(escaped[i])
	}
	for i, line := range escaped {
		if line == "" {
			b.WriteString(">\n")
			continue
		}
		b.WriteString("> " + line)
		// A backslash keeps the line break that a paragraph would lose.
		if i+1 < len(escaped) && escaped[i+1] != "" {
			b.WriteByte('\\')
		}
		b.WriteByte('\n')
	}
	return b.String()
}
