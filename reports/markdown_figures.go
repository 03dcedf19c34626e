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
	row := make([]string, 0, len(header))
	for _, n := range []int{t.Planned, t.Pass, t.Fail, t.Error, t.Inconclusive, t.Skipped} {
		row = append(row, strconv.Itoa(n))
	}
	p.table(header, [][]string{row})
	p.block("Pass rate: %s.", inline(rateWords(doc.PassRate, doc.Run.Gate.PassRate)))
	if text := missingWords(doc); text != "" {
		p.block("%s", inline(text))
	}
	if r := doc.Repeats; r != nil && r.Answers > 1 {
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
	var rows [][]string
	for _, d := range doc.Dimensions {
		rows = append(rows, dimensionRow(doc.Run, d))
	}
	p.table([]string{"dimension", "scored", "mean", "95 % interval", "floor", "below",
		"1", "2", "3", "4", "5", "at 5", "without a score"}, rows)
	p.list(dimensionNotes(doc))
}

func dimensionRow(run results.RunInfo, d results.DimensionSummary) []string {
	floors := floorsOf(run, d.Name)
	figure := func(v *float64) string { return mean(v, floors...) }
	top := missing
	if d.Scored > 0 {
		top = summary.Percent(float64(d.Histogram[4]) / float64(d.Scored))
	}
	row := []string{code(string(d.Name)), fmt.Sprintf("%d/%d", d.Scored, d.Planned),
		figure(d.Mean), span(d.Lo, d.Hi, figure), summary.Score(floors[0]), strconv.Itoa(d.BelowFloor)}
	for _, n := range d.Histogram {
		row = append(row, strconv.Itoa(n))
	}
	return append(row, top, inline(dimensionMissing(d)))
}

// dimensionNotes are what a reader of the means needs beside them. A note
// that holds for several series is one line with their names before it.
func dimensionNotes(doc *results.ReportDoc) []string {
	var notes []string
	named := map[string][]string{}
	for _, d := range doc.Dimensions {
		own := sentences(d.Notes)
		if text := dimensionBounds(d, floorsOf(doc.Run, d.Name)...); text != "" {
			own = append(own, inline(text))
		}
		for _, note := range own {
			notes = appendNew(notes, note)
			named[note] = append(named[note], code(string(d.Name)))
		}
	}
	for i, note := range notes {
		notes[i] = strings.Join(named[note], ", ") + ": " + note
	}
	return notes
}

// writeAbstention puts both ways to be wrong about answering side by side,
// and how often each stated confidence was right.
func writeAbstention(p *page, doc *results.ReportDoc) {
	a := doc.Abstention
	p.block("## Answering and declining")
	items := []string{
		"answered when it should not: " + inline(rateWords(a.AnsweredWhenItShouldNot)),
		"declined what it could answer: " + inline(rateWords(a.OverRefusal)),
	}
	if a.Unknown > 0 {
		items = append(items, plural(a.Unknown, "question")+" without an answer, in neither rate")
	}
	p.list(items)
	var rows [][]string
	for _, c := range doc.Confidence {
		// A confidence no answer stated has neither a rate nor bounds.
		if c.Rate.N > 0 || c.Rate.Worst != nil {
			rows = append(rows, []string{inline(c.Confidence), strconv.Itoa(c.Rate.N), inline(rateWords(c.Rate))})
		}
	}
	if len(rows) == 0 {
		return
	}
	p.table([]string{"stated confidence", "n", "right"}, rows)
}
