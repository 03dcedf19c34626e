package reports

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// page is a piece of Markdown. Its methods take text that is already
// escaped; blocks are set apart by one empty line.
type page struct {
	bytes.Buffer
}

// block starts a block after an empty line.
func (p *page) block(format string, args ...any) {
	if p.Len() > 0 {
		p.WriteByte('\n')
	}
	fmt.Fprintf(p, format, args...)
	p.WriteByte('\n')
}

func (p *page) bullet(format string, args ...any) {
	p.WriteString("- ")
	fmt.Fprintf(p, format, args...)
	p.WriteByte('\n')
}

// list writes bullets as a block of their own and nothing for an empty list.
func (p *page) list(items []string) {
	if len(items) == 0 {
		return
	}
	p.WriteByte('\n')
	for _, item := range items {
		p.bullet("%s", item)
	}
}

// table writes a pipe table of escaped cells with even columns. It counts
// characters and not display widths, because those depend on the locale and
// a report may not.
func (p *page) table(header []string, rows [][]string) {
	widths := make([]int, len(header))
	for _, row := range append([][]string{header}, rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], 3, utf8.RuneCountInString(cell))
		}
	}
	p.WriteByte('\n')
	p.row(header, widths)
	rule := make([]string, len(header))
	for i, w := range widths {
		rule[i] = strings.Repeat("-", w)
	}
	p.row(rule, widths)
	for _, row := range rows {
		p.row(row, widths)
	}
}

func (p *page) row(cells []string, widths []int) {
	for i, cell := range cells {
		p.WriteString("| " + cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+1))
	}
	p.WriteString("|\n")
}

// section collects the questions of one verdict while they stream by, up to
// a limit; the rest is counted.
type section struct {
	page
	limit, seen int
}

// take reports whether the next question still gets room.
func (s *section) take() bool {
	s.seen++
	return s.seen <= s.limit
}

// left is how many questions found no room.
func (s *section) left() int { return max(0, s.seen-s.limit) }
