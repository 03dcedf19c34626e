package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// dimensions draws the table of the series, first with the distribution of
// the scores and, where that is too wide for the terminal, without.
func (t *terminal) dimensions() error {
	if len(t.doc.Dimensions) == 0 {
		return nil
	}
	var table string
	for _, columns := range []int{8, 7, 5, 3} {
		text, err := t.draw(columns)
		if err != nil {
			return err
		}
		table = text
		if widest(table) <= t.width {
			break
		}
	}
	t.out.WriteString("\n" + table)
	return nil
}

// draw renders the first columns of the table.
func (t *terminal) draw(columns int) (string, error) {
	header := []string{"dimension", "scored", "mean", "95 % interval", "below", "missing", "at 5", "scores 1 2 3 4 5"}
	var rows [][]string
	for _, d := range t.doc.Dimensions {
		rows = append(rows, terminalRow(t.doc.Run, d))
	}
	return asciiTable(header[:columns], rows)
}

func terminalRow(run results.RunInfo, d results.DimensionSummary) []string {
	floors := floorsOf(run, d.Name)
	figure := func(v *float64) string {
		if v == nil {
			return "none"
		}
		return mean(v, floors...)
	}
	interval, top := "none", "none"
	if d.Lo != nil && d.Hi != nil {
		interval = span(d.Lo, d.Hi, figure)
	}
	if d.Scored > 0 {
		top = summary.Percent(float64(d.Histogram[4]) / float64(d.Scored))
	}
	histogram := make([]string, 0, len(d.Histogram))
	for _, n := range d.Histogram {
		histogram = append(histogram, strconv.Itoa(n))
	}
	absent := d.Errored + d.Inconclusive + d.Skipped + d.Unassessable + d.Decided
	return []string{
		Fit(string(d.Name), 24), fmt.Sprintf("%d/%d", d.Scored, d.Planned), figure(d.Mean), interval,
		strconv.Itoa(d.BelowFloor), strconv.Itoa(absent), top, strings.Join(histogram, " "),
	}
}

func widest(table string) int {
	width := 0
	for line := range strings.Lines(table) {
		width = max(width, len(strings.TrimRight(line, "\n")))
	}
	return width
}

func trimLines(table string) string {
	var b strings.Builder
	for line := range strings.Lines(table) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}
