package reports

import "github.com/evalrun/evalrun/results"

// Row is what a list of questions shows of one. Its texts are visible and on
// one line; they are not escaped.
type Row struct {
	Seq       int
	ID, Query string
	State     string // the verdict, or what set the question apart: anchor, quarantine
	Verdict   results.Verdict
	Critical  bool
	Flaky     bool
	Scores    []RowScore // none where no dimension has one
	Tags      []string   // the group first, as "group NAME"
	Reason    string     // why it is where it is; of a pass, what limits it
	Reasoning string     // the judge's line on the first score below its floor
}

// RowScore is the mean score of one dimension over the repeats, or why there
// is none.
type RowScore struct {
	Dimension  results.Dimension
	Text, Note string
	Low        bool     // below its floor
	Value      *float64 // nil: no score
}

// RowOf draws the row of a question. Beside the checks it tells what the judge
// gave.
func RowOf(run results.RunInfo, e results.Entry) Row {
	e = finished(e)
	return rowOf(run, e, QuestionOf(run, e))
}
