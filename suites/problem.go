package suites

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Problem is one thing wrong with a suite, or one warning about it. Line and
// Col count from 1, Col in characters; 0 means that there is no such place.
// Hint, when there is one, is the likely cure.
type Problem struct {
	File      string
	Line, Col int
	Message   string
	Hint      string
}

// String is file:line:col: message, without what is not known.
func (p Problem) String() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(visible(p.File))
		if p.Line > 0 {
			fmt.Fprintf(&b, ":%d", p.Line)
			if p.Col > 0 {
				fmt.Fprintf(&b, ":%d", p.Col)
			}
		}
		b.WriteString(": ")
	}
	b.WriteString(p.Message)
	return b.String()
}

// Problems are all problems of all files of a command, by file and place.
type Problems []Problem

// Error is every problem on a line of its own, each hint below its problem.
func (p Problems) Error() string {
	lines := make([]string, 0, len(p))
	for _, one := range p {
		lines = append(lines, one.String())
		if one.Hint != "" {
			lines = append(lines, "hint: "+one.Hint)
		}
	}
	return strings.Join(lines, "\n")
}

// sorted orders by place and drops repetitions: a mapping reached through two
// aliases is read twice but wrong once.
func sorted(problems []Problem) []Problem {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Col, b.Col), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(problems)
}

// maxShown bounds quoted text in a message: enough to find the place, too
// little to bury the message.
const maxShown = 60

// quoted shows text from a file between quotes on one line.
func quoted(s string) string {
	if utf8.RuneCountInString(s) > maxShown {
		s = string([]rune(s)[:maxShown]) + "…"
	}
	return `"` + visible(s) + `"`
}

// visible replaces what a terminal would obey or not show, and a byte-order
// mark above all, by its code point.
func visible(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&b, "<U+%04X>", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	return r != ' ' && !unicode.IsGraphic(r)
}
