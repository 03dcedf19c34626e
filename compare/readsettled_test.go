package compare

import (
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// settled makes the rest of a report follow from what a test put into it:
// counts from the list of questions, repeats that are missing from the first,
// a question's only one from its verdict, cells from its category. A report at odds with itself is refused.
func settled(doc results.ReportDoc) results.ReportDoc {
	n := len(doc.Questions)
	doc.Run.Selection.Selected, doc.Run.Selection.Total = n, max(n, doc.Run.Selection.Total)
	for i := range doc.Questions {
		doc.Run.Repeats = max(doc.Run.Repeats, len(doc.Questions[i].Repeats))
	}
	doc.Run.Planned = n * max(1, doc.Run.Repeats)
	if doc.Gate.Verdict == "" {
		doc.Gate.Verdict = results.Pass
	}
	doc.Questions = slices.Clone(doc.Questions)
	for i := range doc.Questions {
		settle(&doc.Questions[i], max(1, doc.Run.Repeats))
	}
	return doc
}

func settle(q *results.QuestionReport, repeats int) {
	q.Repeats = slices.Clone(q.Repeats)
	if len(q.Repeats) == 0 && repeats > 1 {
		q.Repeats = []results.RepeatReport{{Verdict: q.Verdict}}
	}
	for len(q.Repeats) > 0 && len(q.Repeats) < repeats {
		q.Repeats = append(q.Repeats, q.Repeats[0])
	}
	for i := range q.Repeats {
		q.Repeats[i].Repeat = i
	}
	if len(q.Repeats) == 1 {
		q.Repeats[0].Verdict = q.Verdict
	}
	cells := map[results.Series]results.CellStatus{}
	for series, status := range q.Cells {
		_, dimension, _ := strings.Cut(string(series), "/")
		cells[results.SeriesOf(q.Category, results.Dimension(dimension))] = status
	}
	q.Cells = cells
}
