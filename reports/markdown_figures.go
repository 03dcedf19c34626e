package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

func writeTotals(p *page, doc *results.ReportDoc) {
	t := doc.Totals
	p.block("## Totals")
	header := []string{"planned", "pass", "fail", "error", "inconclusive", "skipped"}
	figures := []int{t.Planned, t.Pass, t.Fail, t.Error, t.Inconclusive, t.Skipped}
	for _, apart := range setApart(t) {
		header, figures = append(header, apart.label), append(figures, apart.n)
	}
	row := make([]string, 0, len(header))
	for _, n := range figures {
		row = append(row, strconv.Itoa(n))
	}
	p.table(header, [][]string{row})
	if text := setApartWords(t); text != "" {
		p.block("%s", inline(text))
	}
	p.block("Pass rate: %s.", inline(rateWords(doc.PassRate, doc.Run.Gate.PassRate)))
	if text := missingWords(doc); text != "" {
		p.block("%s", inline(text))
	}
	if r := doc.Repeats; r != nil && r.Answers > 1 && !doc.Run.CopiedRepeats {
		p.block("Repeats: %s.", inline(everyTimeWords(r)))
	}
}

// writeDimensions shows n, mean, spread and what is missing of each series.
// The counts of a row add up to its planned questions.
func writeDimensions(p *page, doc *results.ReportDoc) {
	p.block("## Dimensions")
	if len(doc.Dimensions) == 0 {
		p.block("No dimension was planned.")
		return
	}
	writeDimensionTable(p, doc.Run, doc.Dimensions)
}

func writeDimensionTable(p *page, run results.RunInfo, dimensions []results.DimensionSummary) {
	var rows [][]string
	for _, d := range dimensions {
		rows = append(rows, dimensionRow(run, d))
	}
	p.table([]string{"dimension", "scored", "mean", "95 % interval", "floor", "below",
		"1", "2", "3", "4", "5", "at 5", "without a score"}, rows)
	p.list(dimensionNotes(run, dimensions))
}

func dimensionRow(run results.RunInfo, d results.DimensionSummary) []string {
	floors := floorsOf(run, d.Name)
	figure := func(v *float64) string { return mean(v, floors...) }
	row := []string{code(string(d.Name)), fmt.Sprintf("%d/%d", d.Scored, d.Planned),
		figure(d.Mean), span(d.Lo, d.Hi, figure), summary.Score(floors[0]), strconv.Itoa(d.BelowFloor)}
	for _, n := range d.Histogram {
		row = append(row, strconv.Itoa(n))
	}
	return append(row, topShare(d), inline(dimensionMissing(d)))
}

// dimensionNotes are what a reader of the means needs beside them, each note
// with the names of the series that it holds for.
func dimensionNotes(run results.RunInfo, dimensions []results.DimensionSummary) []string {
	var out []string
	for _, n := range notesOfDimensions(run, dimensions, dimensionBounds) {
		names := make([]string, 0, len(n.names))
		for _, name := range n.names {
			names = append(names, code(name))
		}
		out = append(out, strings.Join(names, ", ")+": "+sentence(n.text))
	}
	return out
}
