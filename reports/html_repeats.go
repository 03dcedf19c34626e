package reports

import "github.com/evalrun/evalrun/results"

// repeatsBlock shows what comes out differently when nothing was changed: the
// flaky questions, and how far the scores of each series move.
func repeatsBlock(doc *results.ReportDoc) htmlBlock {
	r := doc.Repeats
	if r == nil {
		return htmlBlock{}
	}
	block := htmlBlock{ID: "repeats", Title: "Repeats", Folded: true, Lead: []string{triedWords(r, doc.Run.CopiedRepeats)}}
	if r.Answers > 1 && !doc.Run.CopiedRepeats {
		block.Items = pageLines([]string{everyTimeWords(r), onceWords(r), "flaky: " + flakyWords(r, 0)})
		block.Tables = flakyTable(r)
		if left := r.Flaky - len(r.FlakyQuestions); left > 0 {
			block.Notes = []string{plural(left, "flaky question") + " more not shown here; report.json marks each."}
		}
	}
	if len(r.Spread) > 0 {
		block.Tables = append(block.Tables, spreadTable(r)...)
		block.Notes = append(block.Notes, spreadMeans)
	}
	return block
}

func flakyTable(r *results.RepeatSummary) []htmlTable {
	var rows [][]htmlCell
	for _, q := range r.FlakyQuestions {
		critical := htmlCell{}
		if q.Critical {
			critical = htmlCell{Text: "critical", Tone: htmlTone(results.Fail)}
		}
		rows = append(rows, []htmlCell{nameCell(q.ID), critical, countCell(q.Pass), countCell(q.Fail), countCell(q.Other)})
	}
	return tableOf("Questions that both passed and failed", []string{"question", "critical", "pass", "fail", "neither"}, rows)
}

// spreadTable holds the standard deviations within questions and within
// answers. The one over judgements is the judge's own part of the other.
func spreadTable(r *results.RepeatSummary) []htmlTable {
	var rows [][]htmlCell
	for _, s := range r.Spread {
		row := []htmlCell{nameCell(string(s.Name))}
		var cells []string
		if r.Answers > 1 {
			cells = append(cells, spreadCells(s.Answers)...)
		}
		if r.Judgements > 1 {
			cells = append(cells, spreadCells(s.Judgements)...)
		}
		for _, cell := range cells {
			row = append(row, figureCell(cell))
		}
		rows = append(rows, row)
	}
	return tableOf("How far the scores of one question move", spreadHeader(r), rows)
}
