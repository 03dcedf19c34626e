package reports

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// dimensionsBlock shows n, mean, spread and what is missing of each series.
func dimensionsBlock(doc *results.ReportDoc) htmlBlock {
	block := htmlBlock{Lead: []string{"No dimension was planned."}}
	if len(doc.Dimensions) > 0 {
		block = seriesBlock(doc.Run, doc.Dimensions)
	}
	block.ID, block.Title = "dimensions", "Dimensions"
	return block
}

// seriesBlock draws each series, then tells the same in figures. The counts of
// a row add up to its planned questions.
func seriesBlock(run results.RunInfo, dimensions []results.DimensionSummary) htmlBlock {
	block := htmlBlock{}
	var rows [][]htmlCell
	for _, d := range dimensions {
		block.Series = append(block.Series, seriesOf(run, d))
		rows = append(rows, dimensionCells(run, d))
	}
	block.Tables = tableOf("The figures of each dimension, and how many answers got which score",
		[]string{"dimension", "scored", "mean", "95 % interval", "floor", "below",
			"1", "2", "3", "4", "5", "at 5", "without a score"}, rows)
	for _, n := range notesOfDimensions(run, dimensions, dimensionBounds) {
		block.Notes = append(block.Notes, strings.Join(n.names, ", ")+": "+pageSentence(n.text))
	}
	return block
}

func dimensionCells(run results.RunInfo, d results.DimensionSummary) []htmlCell {
	floors := floorsOf(run, d.Name)
	figure := func(v *float64) string { return mean(v, floors...) }
	row := []htmlCell{
		nameCell(string(d.Name)), figureCell(fmt.Sprintf("%d/%d", d.Scored, d.Planned)), figureCell(figure(d.Mean)),
		figureCell(span(d.Lo, d.Hi, figure)), figureCell(summary.Score(floors[0])), countCell(d.BelowFloor),
	}
	for _, n := range d.Histogram {
		row = append(row, countCell(n))
	}
	return append(row, figureCell(topShare(d)), textCell(dimensionMissing(d)))
}
