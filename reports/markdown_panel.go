package reports

import (
	"cmp"
	"strconv"

	"github.com/evalrun/evalrun/results"
)

// writePanel shows how far the members of a panel agree, and which of them
// scores higher or lower than the others.
func writePanel(p *page, panel *results.PanelSummary) {
	if panel == nil {
		return
	}
	p.block("## Panel")
	p.block("The judge is a panel: %s.", inline(panelWords(panel)))
	header := []string{"dimension", "alpha", "judgements", "split"}
	for _, m := range panel.Members {
		header = append(header, code(m)+" less the others")
	}
	var rows [][]string
	for _, s := range panel.Series {
		rows = append(rows, panelRow(s, len(panel.Members)))
	}
	p.table(header, rows)
	p.list(inlined(panelNotes(panel)))
}

func panelRow(s results.PanelSeries, members int) []string {
	alpha := mean(s.Alpha)
	if s.Alpha == nil {
		alpha += " (" + inline(cmp.Or(s.Reason, "does not exist")) + ")"
	}
	row := []string{code(string(s.Name)), alpha, strconv.Itoa(s.Units), strconv.Itoa(s.Splits)}
	for i := range members {
		cell := missing
		if i < len(s.Members) {
			cell = biasWords(s.Members[i])
		}
		row = append(row, cell)
	}
	return row
}
