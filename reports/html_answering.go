package reports

import "github.com/evalrun/evalrun/results"

// answeringBlock puts both ways to be wrong about answering side by side, and
// how often each stated confidence was right.
func answeringBlock(doc *results.ReportDoc) htmlBlock {
	block := htmlBlock{ID: "answering", Title: "Answering and declining", Items: pageLines(answeringWords(doc.Abstention))}
	var rows [][]htmlCell
	for _, c := range doc.Confidence {
		// A confidence no answer stated has neither a rate nor bounds.
		if c.Rate.N == 0 && c.Rate.Worst == nil {
			continue
		}
		words := rateWords(c.Rate)
		if c.TooFew {
			words = "too few: " + words
		}
		rows = append(rows, []htmlCell{textCell(c.Confidence), countCell(c.Rate.N), textCell(words)})
	}
	if len(rows) > 0 {
		block.Tables = tableOf("How often each stated confidence was right", []string{"stated confidence", "n", "right"}, rows)
		block.Notes = pageLines(calibrationWords(doc.Calibration))
	}
	return block
}
