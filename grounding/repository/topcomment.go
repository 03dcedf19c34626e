package repository

import (
	"bytes"
	"strings"
)

// topComment returns the text of the first comment of a file, or of its first
// string where a language documents a module so.
func topComment(lang *language, text []byte) string {
	rest := bytes.TrimSpace(text)
	if hasPrefix(rest, "#!") {
		rest = bytes.TrimSpace(rest[lineEnd(rest):])
	}
	openers := lang.block
	if lang.docAfter {
		openers = lang.quotes
	}
	for _, f := range openers {
		if hasPrefix(rest, f.open) {
			length := quoted(rest, fence{open: f.open, close: f.close, lines: true})
			return unmarked(string(rest[:length]), f.open, f.close)
		}
	}
	var comment []string
	for _, open := range lang.line {
		for hasPrefix(rest, open) {
			end := lineEnd(rest)
			comment = append(comment, string(rest[:end]))
			rest = rest[min(end+1, len(rest)):]
		}
	}
	return unmarked(strings.Join(comment, "\n"), "", "")
}

// unmarked takes the marks from the lines of a comment.
func unmarked(comment, open, end string) string {
	comment = strings.TrimSuffix(strings.TrimPrefix(comment, open), end)
	var out []string
	for line := range strings.Lines(comment) {
		out = append(out, strings.Trim(line, "/*#! \t\r\n"))
	}
	return strings.Join(out, "\n")
}
