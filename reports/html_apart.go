package reports

import "github.com/evalrun/evalrun/results"

// quarantineBlock lists what was taken out of the gate and until when.
func quarantineBlock(k *results.QuarantineSummary) htmlBlock {
	if k == nil {
		return htmlBlock{}
	}
	var rows [][]htmlCell
	for _, q := range k.Questions {
		state := htmlCell{Text: "out of the gate"}
		if q.Over {
			state = htmlCell{Text: "over, fails the gate", Tone: htmlTone(results.Fail)}
		}
		rows = append(rows, []htmlCell{
			nameCell(q.ID), textCell(q.Until), state, verdictCell(q.Verdict), textCell(q.Reason),
		})
	}
	block := htmlBlock{ID: "quarantine", Title: "Quarantine", Folded: k.Over == 0, Tables: tableOf("Questions in quarantine, and until when",
		[]string{"question", "until", "state", "verdict", "reason"}, rows)}
	if left := k.Held + k.Over - len(rows); left > 0 {
		block.Notes = []string{plural(left, "question") + " more not shown here; report.json marks each."}
	}
	return block
}

// anchorsBlock shows the judge's scores of frozen answers in the form of the
// other dimensions.
func anchorsBlock(doc *results.ReportDoc) htmlBlock {
	if doc.Anchors == nil {
		return htmlBlock{}
	}
	block := seriesBlock(doc.Run, doc.Anchors.Dimensions)
	block.ID, block.Title, block.Folded = "anchors", "Anchors", true
	block.Lead = pageLines([]string{anchorWords(doc.Anchors)})
	return block
}
