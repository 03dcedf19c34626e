package suites

import (
	"bytes"
	"regexp"
	"sort"
	"strings"
)

// maxBisect bounds the files whose syntax errors are placed by bisection,
// which reads the file about twenty times.
const maxBisect = 1 << 20

// syntaxProblem words an error of the YAML reader. The reader names no line,
// the line of the block around the error or the one after it, so the line is
// looked for: it is the last one of the shortest beginning of the file that
// gives the same message.
func (d document) syntaxProblem(err error) Problem {
	line, message := yamlMessage(err)
	lines := bytes.SplitAfter(d.text, []byte("\n"))
	if name, ok := unknownAnchor(message); ok {
		return Problem{File: d.file, Line: lineWith(lines, "*"+name), Message: "unknown anchor " + quoted(name),
			Hint: "define it with &" + visible(name) + " above, or put the text in quotes"}
	}
	if len(d.text) <= maxBisect {
		line = d.bisect(lines, message)
	}
	if line < 1 || line > len(lines) {
		line = 1
	}
	return Problem{File: d.file, Line: line, Message: "not valid YAML: " + visible(message),
		Hint: syntaxHint(string(lines[line-1]), message)}
}

func (d document) bisect(lines [][]byte, message string) int {
	return 1 + sort.Search(len(lines)-1, func(i int) bool {
		size := 0
		for _, line := range lines[:i+1] {
			size += len(line)
		}
		_, rest, err := decodeYAML(d.text[:size])
		if err == nil {
			err = rest
		}
		if err == nil {
			return false
		}
		_, got := yamlMessage(err)
		return got == message
	})
}

var anchorError = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)

func unknownAnchor(message string) (string, bool) {
	m := anchorError.FindStringSubmatch(message)
	if m == nil {
		return "", false
	}
	return m[1], true
}

func lineWith(lines [][]byte, s string) int {
	for i, line := range lines {
		if bytes.Contains(line, []byte(s)) {
			return i + 1
		}
	}
	return 1
}

// leadsMarkup are the characters that YAML gives a meaning at the start of a
// value, or reserves.
const leadsMarkup = "@`%&*!|>"

var afterKey = regexp.MustCompile(`^\s*(?:-\s+)*(?:[\w-]+:\s+)?(?:-\s+)*`)

// syntaxHint guesses the cure from the line itself: the message names neither
// the character nor what to do about it.
func syntaxHint(line, message string) string {
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	value := strings.TrimSpace(line[len(afterKey.FindString(line)):])
	switch {
	case strings.Contains(indent, "\t") || strings.Contains(message, "tab"):
		return "indent with spaces, not with a tab"
	case value != "" && strings.ContainsRune(leadsMarkup, rune(value[0])):
		return `put the text in quotes: it begins with "` + value[:1] + `"`
	case strings.Contains(message, "mapping values") && strings.Contains(value, ":"):
		return "put the text in quotes: it holds a colon"
	case strings.Contains(message, "mapping values"):
		return "check the indentation: keys of one mapping stand in one column"
	case strings.Contains(message, "escape"):
		return `use single quotes, in which a backslash is just a backslash`
	case strings.Contains(message, "unexpected end of stream"):
		return "close the quote that is opened here"
	case strings.Contains(message, "',' or"):
		return flowHint(line)
	case value != "" && strings.ContainsRune(`"'`, rune(value[0])):
		return "put the whole text in quotes: there is text after the closing one"
	}
	return "check the indentation and the quotes"
}

var (
	quotedText = regexp.MustCompile(`(^|[\s,:\[{])(?:"(?:[^"\\]|\\.)*"|'[^']*')`)
	twoColons  = regexp.MustCompile(`:\s[^,{}\[\]]*:\s`)
)

// flowHint tells plain text that ends at a sign of YAML's from a bracket that
// was left open; the reader says the same of both.
func flowHint(line string) string {
	plain := quotedText.ReplaceAllString(line, "$1")
	switch {
	case strings.Contains(plain, "?"):
		return `put the text in quotes: between brackets it may hold no "?"`
	case twoColons.MatchString(plain):
		return `put the text in quotes: between brackets it may hold no ": "`
	}
	return "close the bracket that is opened here, or put text that holds one in quotes"
}
