package review

import (
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
)

// row is what stays in memory of a question: what its line in the table of
// questions shows, and what it is found and queued by. ID and Query are as
// recorded; who shows them makes them fit with reports.Line.
type row struct {
	Seq               int
	ID, Query, Group  string
	Reason, Reasoning string // on one line, visible
	Tags              []string
	Category          results.Category
	Verdict           results.Verdict
	State             string // the verdict, or what set the question apart
	Critical, Flaky   bool
	Scores            []reports.RowScore
	Repeats           int // answers that were recorded
	signals           signals
}

func rowOf(run results.RunInfo, e results.Entry) row {
	r, q := reports.RowOf(run, e), e.Question
	return row{
		Seq: q.Seq, ID: q.ID, Query: q.Query, Group: q.Group, Tags: q.Tags, Category: q.Category,
		Reason: r.Reason, Reasoning: r.Reasoning, Verdict: r.Verdict, State: r.State,
		Critical: r.Critical, Flaky: r.Flaky, Scores: r.Scores, Repeats: len(e.Records),
		signals: signalsOf(run, e),
	}
}
