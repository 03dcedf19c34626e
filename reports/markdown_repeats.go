package reports

import (
	"fmt"
	"strconv"

	"github.com/evalrun/evalrun/results"
)

// writeTries shows what comes out differently when nothing was changed: the
// flaky questions, and how far the scores of each series move.
func writeTries(p *page, r *results.RepeatSummary, copied bool) {
	if r == nil {
		return
	}
	p.block("## Repeats")
	if copied {
		p.block("The answers file holds one answer to each question: its %d repeats are copies. What differs between them is the judge's, and how steady the application is was not measured.", r.Answers)
	} else {
		p.block("Each question was asked %s, each answer judged %s.", times(r.Answers), times(r.Judgements))
	}
	if r.Answers > 1 && !copied {
		p.list([]string{
			inline(everyTimeWords(r)), inline(onceWords(r)), "flaky: " + inline(flakyWords(r, 0)),
		})
		writeFlaky(p, r)
	}
	writeSpread(p, r)
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func writeFlaky(p *page, r *results.RepeatSummary) {
	if r.Flaky == 0 {
		return
	}
	var rows [][]string
	for _, q := range r.FlakyQuestions {
		name := code(q.ID)
		if q.Critical {
			name += " **critical**"
		}
		rows = append(rows, []string{name, strconv.Itoa(q.Pass), strconv.Itoa(q.Fail), strconv.Itoa(q.Other)})
	}
	p.table([]string{"flaky question", "pass", "fail", "neither"}, rows)
	if left := r.Flaky - len(rows); left > 0 {
		p.block("%s more not shown here; `report.json` marks each.", plural(left, "flaky question"))
	}
}

// writeSpread shows the standard deviations within questions and within
// answers. The one over judgements is the judge's own part of the other.
func writeSpread(p *page, r *results.RepeatSummary) {
	if len(r.Spread) == 0 {
		return
	}
	header := []string{"dimension"}
	if r.Answers > 1 {
		header = append(header, "questions", "spread of their tries", "largest")
	}
	if r.Judgements > 1 {
		header = append(header, "answers", "spread of their judgements", "largest")
	}
	var rows [][]string
	for _, s := range r.Spread {
		row := []string{code(string(s.Name))}
		if r.Answers > 1 {
			row = append(row, spreadCells(s.Answers)...)
		}
		if r.Judgements > 1 {
			row = append(row, spreadCells(s.Judgements)...)
		}
		rows = append(rows, row)
	}
	p.table(header, rows)
	p.block("Spread is the mean of the standard deviations within one question or answer, over those with two scores or more.")
}

func spreadCells(s results.Spread) []string {
	return []string{strconv.Itoa(s.N), mean(s.Mean), mean(s.Max)}
}
