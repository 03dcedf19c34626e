package compare

import (
	"github.com/evalrun/evalrun/results"
)

// reading is a question's value in a series: the mean of its answers, or the
// share k of n of them.
type reading struct {
	value  float64
	k, n   int
	status readStatus
}

type readStatus int

// Lost readings should be there; apart ones cannot be, by design; questions
// of the other category are foreign to the series.
const (
	have readStatus = iota
	lost
	apart
	foreign
)

// reader reads one series off a question.
type reader struct {
	name          string
	kind          Kind
	lowerIsBetter bool
	read          func(*Question) reading
}

// readersOf lists the series of a run in the order of the document.
func readersOf(info results.RunInfo) []reader {
	out := []reader{{name: PassRate, kind: Rate, read: readPass}}
	for _, c := range results.Categories() {
		for _, d := range info.Dimensions[c] {
			out = append(out, reader{name: string(results.SeriesOf(c, d)), kind: Mean, read: readScore(c, d)})
		}
	}
	return append(out,
		reader{name: Answered, kind: Rate, lowerIsBetter: true, read: readAnswered},
		reader{name: OverRefusal, kind: Rate, lowerIsBetter: true, read: readRefused},
	)
}

// readPass counts answers that passed or failed; the others decided nothing.
func readPass(q *Question) reading {
	var r reading
	for _, try := range q.Repeats {
		switch try.Verdict {
		case results.Pass:
			r.k++
			r.n++
		case results.Fail:
			r.n++
		}
	}
	return r.share()
}

func (r reading) share() reading {
	if r.n == 0 {
		return reading{status: lost}
	}
	r.value = float64(r.k) / float64(r.n)
	return r
}

// readScore takes the mean over the repeats that have a score. Where a check
// had decided and the judge was not asked, or there was no passage to assess
// against, no score is missing.
func readScore(c results.Category, d results.Dimension) func(*Question) reading {
	series := results.SeriesOf(c, d)
	return func(q *Question) reading {
		if q.Category != c {
			return reading{status: foreign}
		}
		if score, ok := q.Scores[d]; ok {
			return reading{value: score, n: 1}
		}
		switch q.cell(series) {
		case results.CellUnassessable, results.CellDecided, results.CellNotApplicable:
			return reading{status: apart}
		}
		return reading{status: lost}
	}
}

// readAnswered counts the answers to questions that should have been declined.
// A hedge implies an answer.
func readAnswered(q *Question) reading {
	return readState(q, results.Negative, func(s results.AnswerState) bool { return s != results.StateDeclined })
}

func readRefused(q *Question) reading {
	return readState(q, results.Positive, func(s results.AnswerState) bool { return s == results.StateDeclined })
}

func readState(q *Question, c results.Category, counts func(results.AnswerState) bool) reading {
	if q.Category != c {
		return reading{status: foreign}
	}
	var r reading
	for _, try := range q.Repeats {
		if try.State == "" || try.State == results.StateUnknown {
			continue
		}
		r.n++
		if counts(try.State) {
			r.k++
		}
	}
	return r.share()
}
