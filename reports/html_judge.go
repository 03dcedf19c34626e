package reports

import (
	"cmp"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// judgeBlock says who judged, and what must be known before the scores are
// relied on.
func judgeBlock(doc *results.ReportDoc) htmlBlock {
	block := htmlBlock{ID: "judge", Title: "Judge", Warnings: pageSentences(doc.Warnings)}
	ref, work := doc.Run.Judge, doc.Judge
	if ref.Kind == results.JudgeNone {
		block.Lead = []string{"No judge was asked."}
		return block
	}
	block.Facts = givenFacts(
		htmlFact{"asked", pageLine(judgeName(ref), maxReason)},
		htmlFact{"served", pageLine(tally(work.Served), maxReason)},
		htmlFact{"reply format", oneLine(tally(work.Modes))},
		htmlFact{"errors by code", pageLine(tally(work.Errors), maxReason)},
		htmlFact{"work", oneLine(strings.Join(judgeWork(doc.Run, work), "; "))},
	)
	return block
}

// judgeName is the model that was asked to judge, or those of a panel, and
// where.
func judgeName(ref results.JudgeRef) string {
	at := func(model, endpoint string) string {
		if endpoint == "" {
			return model
		}
		return model + " at " + endpoint
	}
	if ref.Panel == nil {
		return at(cmp.Or(ref.Model, string(ref.Kind)), ref.Endpoint)
	}
	var members []string
	for _, m := range ref.Panel.Members {
		members = append(members, at(m.Model, m.Endpoint))
	}
	return "a panel of " + strings.Join(members, ", ")
}

// targetBlock tells what a live target took; recorded answers took nothing.
func targetBlock(doc *results.ReportDoc) htmlBlock {
	if doc.Target == nil {
		return htmlBlock{}
	}
	return htmlBlock{ID: "target", Title: "Target", Folded: true, Facts: givenFacts(
		htmlFact{"asked", pageLine(targetName(doc.Run.Target), maxReason)},
		htmlFact{"errors by code", pageLine(tally(doc.Target.Errors), maxReason)},
		htmlFact{"work", oneLine(strings.Join(targetWork(doc.Target), "; "))},
	)}
}

func targetName(t results.TargetRef) string {
	name := t.Type
	for _, s := range []string{t.File, t.URL, t.Model, t.Version} {
		if s != "" {
			name += " " + s
		}
	}
	return name
}

// panelBlock shows how far the members of a panel agree, and which of them
// scores higher or lower than the others.
func panelBlock(panel *results.PanelSummary) htmlBlock {
	if panel == nil {
		return htmlBlock{}
	}
	header := []string{"dimension", "alpha", "judgements", "split"}
	for _, m := range panel.Members {
		header = append(header, pageLine(m, maxName)+" less the others")
	}
	var rows [][]htmlCell
	for _, s := range panel.Series {
		alpha := mean(s.Alpha)
		if s.Alpha == nil {
			alpha += " (" + cmp.Or(s.Reason, "does not exist") + ")"
		}
		row := []htmlCell{nameCell(string(s.Name)), textCell(alpha), countCell(s.Units), countCell(s.Splits)}
		for i := range panel.Members {
			cell := figureCell(missing)
			if i < len(s.Members) {
				cell = figureCell(biasWords(s.Members[i]))
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return htmlBlock{
		ID: "panel", Title: "Panel", Folded: true, Lead: pageLines([]string{"The judge is a panel: " + panelWords(panel) + "."}),
		Tables: tableOf("How far the members agree, and who scores higher than the others", header, rows),
		Notes:  pageLines(panelNotes(panel)),
	}
}
