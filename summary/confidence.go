package summary

import (
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// confidenceOrder lists the rows of the confidence table. Unreported stands
// for answers that state none, other for words that are none of the four.
var confidenceOrder = [...]string{"high", "medium", "low", confidenceNone, "unreported", "other"}

// confidenceNone is the stated confidence that declines a negative question.
const confidenceNone = "none"

const (
	rowUnreported = len(confidenceOrder) - 2
	rowOther      = len(confidenceOrder) - 1
)

// confidence counts how often answers of one stated confidence were right.
type confidence struct {
	table  [len(confidenceOrder)]share
	counts stats.ClusterCounts // by classCounts
}

// classCounts are the answers of the classes that promise something, in the
// order of confidenceOrder: those at 2·i+1 right, those at 2·i wrong.
func classCounts(right, known [len(confidenceOrder)]int) (out stats.Counts) {
	for i := range rowUnreported {
		out[2*i], out[2*i+1] = known[i]-right[i], right[i]
	}
	return out
}

// add counts the answers of one question. Without an answer there is no
// confidence to count.
func (c *confidence) add(group string, records []*results.Record, states []results.AnswerState, floor float64) {
	var right, known, open [len(confidenceOrder)]int
	for i, r := range records {
		if r.Answer == nil {
			continue
		}
		row := rowOf(string(r.Answer.Confidence))
		ok, decided := correct(r, states[i], floor)
		if !decided {
			open[row]++
			continue
		}
		known[row]++
		if ok {
			right[row]++
		}
	}
	for row := range c.table {
		c.table[row].add(group, right[row], known[row], open[row])
	}
	c.counts.Add(group, classCounts(right, known))
}

func rowOf(stated string) int {
	if stated == "" {
		return rowUnreported
	}
	if i := slices.Index(confidenceOrder[:rowUnreported], stated); i >= 0 {
		return i
	}
	return rowOther
}

// correct says whether an answer was right: on a negative question that it
// declined, on a positive one that no check failed and its grounding reaches
// the floor. Without a grounding score only a failed check tells.
func correct(r *results.Record, s results.AnswerState, floor float64) (right, known bool) {
	if r.Category == results.Negative {
		return s == results.StateDeclined, true
	}
	if checksFailed(r) {
		return false, true
	}
	cell := r.Cells[results.SeriesOf(results.Positive, results.Grounding)]
	if cell.Status != results.CellScored {
		return false, false
	}
	return AtLeast(*cell.Score, floor), true
}

func (c *confidence) rows() []results.ConfidenceRow {
	out := make([]results.ConfidenceRow, len(c.table))
	for i := range c.table {
		out[i] = results.ConfidenceRow{
			Confidence: confidenceOrder[i],
			Rate:       c.table[i].rate("no such answer could be called right or wrong"),
			TooFew:     c.table[i].rows.N() > 0 && c.table[i].rows.N() < results.MinConfidenceRow,
		}
	}
	return out
}
