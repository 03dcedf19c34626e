package reports

import (
	"strconv"

	"github.com/evalrun/evalrun/results"
)

// writeAnswering puts both ways to be wrong about answering side by side, and
// how often each stated confidence was right.
func writeAnswering(p *page, doc *results.ReportDoc) {
	p.block("## Answering and declining")
	p.list(inlined(answeringWords(doc.Abstention)))
	var rows [][]string
	for _, c := range doc.Confidence {
		// A confidence no answer stated has neither a rate nor bounds.
		if c.Rate.N > 0 || c.Rate.Worst != nil {
			rows = append(rows, confidenceRow(c))
		}
	}
	if len(rows) == 0 {
		return
	}
	p.table([]string{"stated confidence", "n", "right"}, rows)
	p.list(inlined(calibrationWords(doc.Calibration)))
}

func confidenceRow(c results.ConfidenceRow) []string {
	words := rateWords(c.Rate)
	if c.TooFew {
		words = "too few: " + words
	}
	return []string{inline(c.Confidence), strconv.Itoa(c.Rate.N), inline(words)}
}

// inlined escapes our own sentences, which may hold names from outside. None
// is left out or cut.
func inlined(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = inline(s)
	}
	return out
}
