package reports

import (
	"strings"
	"text/tabwriter"
)

// columns writes a table with as many columns as fit the screen, and least of
// them in any case. It returns how many there are.
func (s *screen) columns(header []string, rows [][]string, least int) int {
	for n := len(header); ; n-- {
		if table := columnsText(header, rows, n); n <= least || s.fits(table) {
			s.WriteString(table)
			return n
		}
	}
}

// runTable draws rows that begin with a run's id. Where not all columns fit,
// ids are cut to their beginnings, which is all that a command needs of them,
// and further tables with the same ids have the other columns.
func (s *screen) runTable(header []string, rows [][]string, least int) {
	if !s.fits(columnsText(header, rows, len(header))) {
		shortenRuns(rows)
	}
	for n := s.columns(header, rows, least); n < len(header); n = s.columns(header, rows, 2) {
		header = append(header[:1:1], header[n:]...)
		for i, row := range rows {
			rows[i] = append(row[:1:1], row[n:]...)
		}
	}
}

func (s *screen) fits(table string) bool {
	for line := range strings.Lines(table) {
		if columns(strings.TrimRight(line, "\n")) > s.width {
			return false
		}
	}
	return true
}

func columnsText(header []string, rows [][]string, n int) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{header}, rows...) {
		cells := make([]string, n)
		for i, cell := range row[:n] {
			cells[i] = oneLine(cell)
		}
		// A strings.Builder takes everything.
		_, _ = w.Write([]byte("  " + strings.Join(cells, "\t") + "\n"))
	}
	_ = w.Flush()
	return trimLines(b.String())
}

// shortenRuns cuts every id to the time that it begins with, unless two runs
// have the same.
func shortenRuns(rows [][]string) {
	seen := map[string]bool{}
	for _, row := range rows {
		start, _, _ := strings.Cut(row[0], "-")
		if start == "" || seen[start] {
			return
		}
		seen[start] = true
	}
	for _, row := range rows {
		row[0], _, _ = strings.Cut(row[0], "-")
	}
}

// remarks writes what is to be said of one run below a table.
func (s *screen) remarks(run string, remarks []string) {
	for _, remark := range remarks {
		s.WriteString(wrap(cut(run+": "+remark, maxReason), "  ", s.width))
	}
}
