package review

import (
	"strings"

	"github.com/evalrun/evalrun/results"
)

// signals say why a person should look at a question, and which of its
// answers there are to look at.
type signals struct {
	// Why is the weightiest reason; "" where nothing speaks for a look, so that
	// only chance can draw the question.
	Why results.Why
	// Size orders the questions of one reason: the larger, the sooner.
	Size float64
	// Words are the reasons, weightiest first. They tell what the judge gave.
	Words string
	// Answers are those that can be labelled, in repeat order.
	Answers []answerAt
}

// answerAt is the answer of one repeat, told from others by its mark.
type answerAt struct {
	Repeat int
	Mark   string
}

// signal is one reason with its weight and what it is about.
type signal struct {
	why   results.Why
	size  float64
	words string
}

// signalsOf looks at what was recorded of one question. Records that were not
// run to their end say nothing.
func signalsOf(run results.RunInfo, e results.Entry) signals {
	records := withAnswer(run, e)
	var out signals
	var found []signal
	for _, r := range records {
		out.Answers = append(out.Answers, answerAt{r.Repeat, results.AnswerMark(r.Answer.Text)})
	}
	for _, look := range []func(results.RunInfo, []*results.Record) []signal{disagreements, nearFloor, unstable} {
		found = append(found, heaviest(look(run, records))...)
	}
	words := make([]string, len(found))
	for i, s := range found {
		words[i] = s.words
	}
	if len(found) > 0 {
		out.Why, out.Size, out.Words = found[0].why, found[0].size, strings.Join(words, "; ")
	}
	return out
}

// withAnswer are the records whose answers a person can label: those with an
// answer, within the repeats that were planned.
func withAnswer(run results.RunInfo, e results.Entry) []*results.Record {
	var out []*results.Record
	for i := range e.Records {
		r := &e.Records[i]
		if r.Final && r.Answer != nil && r.Repeat >= 0 && r.Repeat < max(1, run.Repeats) && len(run.Dimensions[r.Category]) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// heaviest leaves the largest signal of one kind, the first of equal ones.
func heaviest(of []signal) []signal {
	if len(of) == 0 {
		return nil
	}
	best := of[0]
	for _, s := range of[1:] {
		if s.size > best.size {
			best = s
		}
	}
	return []signal{best}
}

// judgedScore is a dimension that the judge scored, with the floor it is held
// to.
type judgedScore struct {
	dimension    results.Dimension
	score, floor float64
}

// tolerance is how close two scores count as equal: a mean of judgements is a
// hair off.
const tolerance = 1e-9

func (s judgedScore) passes() bool { return s.score >= s.floor-tolerance }

func judgedScores(run results.RunInfo, r *results.Record) []judgedScore {
	var out []judgedScore
	for _, d := range run.Dimensions[r.Category] {
		if cell := r.Cells[results.SeriesOf(r.Category, d)]; cell.Score != nil {
			out = append(out, judgedScore{d, *cell.Score, run.PassAt.At(d)})
		}
	}
	return out
}
