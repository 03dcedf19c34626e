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
	p.block("%s", triedWords(r, copied))
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
	p.table(spreadHeader(r), rows)
	p.block(spreadMeans)
}

func spreadCells(s results.Spread) []string {
	return []string{strconv.Itoa(s.N), mean(s.Mean), mean(s.Max)}
}
