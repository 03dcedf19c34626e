package summary

import "github.com/evalrun/evalrun/results"

// state is what a target did with a question. Unknown is the state of a
// question without an answer: never a refusal.
type state int

const (
	unknown state = iota
	declined
	answered
)

// declineScore is the negative grounding from which on the judge says that
// an answer declines; a hedge (3) still implies an answer.
const declineScore = 4

// answerState reads a record. A blank answer declines. On a negative question
// the judge's score is better evidence than the flag or the confidence of
// the target itself; without a score those two decide.
func answerState(r *results.Record) state {
	if r.Answer == nil {
		return unknown
	}
	if r.Answer.Blank() {
		return declined
	}
	if judged, ok := judgedState(r); ok {
		return judged
	}
	return statedState(r)
}

func judgedState(r *results.Record) (state, bool) {
	cell := r.Cells[results.SeriesOf(results.Negative, results.Grounding)]
	if r.Category != results.Negative || cell.Status != results.CellScored {
		return unknown, false
	}
	if AtLeast(*cell.Score, declineScore) {
		return declined, true
	}
	return answered, true
}

// statedState is what the target says of itself. Confidence none declines on
// a negative question only.
func statedState(r *results.Record) state {
	none := r.Category == results.Negative && r.Answer.Confidence == confidenceNone
	if r.Answer.Declines() || none {
		return declined
	}
	return answered
}

// abstention counts both ways to be wrong about answering.
type abstention struct {
	answeredWrongly, declinedWrongly share
	unknown                          int
	disputed                         int // answers that the judge saw otherwise than the target
}

// dispute counts answers whose target took a position on declining that the
// judge does not share.
func (a *abstention) dispute(r *results.Record, s state) {
	if r.Answer == nil || !(r.Answer.Declined || r.Answer.Confidence.Stated()) {
		return
	}
	if s != statedState(r) {
		a.disputed++
	}
}

func (a *abstention) add(q results.Question, states []state, missing int) {
	wrong, of := answered, &a.answeredWrongly
	if q.Category == results.Positive {
		wrong, of = declined, &a.declinedWrongly
	}
	k, known := 0, 0
	for _, s := range states {
		if s == unknown {
			missing++
			continue
		}
		known++
		if s == wrong {
			k++
		}
	}
	a.unknown += missing
	of.add(q.Group, k, known, missing)
}

func (a *abstention) summary() results.Abstention {
	return results.Abstention{
		AnsweredWhenItShouldNot: a.answeredWrongly.harm("no negative question with an answer"),
		OverRefusal:             a.declinedWrongly.harm("no positive question with an answer"),
		Unknown:                 a.unknown,
	}
}
