package reports

import (
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// Colours of the terminal report. They stand only around words of our own,
// never around text from outside.
const (
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	reset  = "\x1b[0m"
)

// columns is the width of a text on the terminal.
func columns(s string) int { return twwidth.Width(s) }

// Fit makes text from outside safe for one terminal line of at most width
// columns. What is too long ends in three dots.
func Fit(s string, width int) string {
	s = oneLine(s)
	if columns(s) <= width {
		return s
	}
	const dots = "..."
	if width <= len(dots) {
		return dots[:max(0, width)]
	}
	used, end := 0, 0
	var before rune
	for i, r := range s {
		w := columns(string(r))
		if used+w > width-len(dots) {
			break
		}
		used += w
		if !joins(before, r) {
			end = i
		}
		before = r
	}
	return strings.TrimRight(s[:end], " ") + dots
}

// wrap breaks our own and foreign sentences at spaces into lines of at most
// width columns, each after indent. A word wider than the line is cut.
func wrap(s, indent string, width int) string {
	room := max(1, width-len(indent))
	var b strings.Builder
	line := ""
	for _, word := range strings.Fields(oneLine(s)) {
		if line != "" && columns(line)+1+columns(word) > room {
			b.WriteString(indent + line + "\n")
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += Fit(word, room)
	}
	if line != "" {
		b.WriteString(indent + line + "\n")
	}
	return b.String()
}
