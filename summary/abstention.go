package summary

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// Negative groundings: from declineScore on the judge says that an answer
// declines, from hedgeScore on that it hedges, which still implies an answer.
const (
	declineScore = 4
	hedgeScore   = 3
)

// StateOf says what a target did with a question. A blank answer declines. On
// a negative question the judge's score is better evidence than the flag or
// the confidence of the target itself; without a score those two decide.
func StateOf(r *results.Record) results.AnswerState {
	if r.Answer == nil {
		return results.StateUnknown
	}
	if r.Answer.Blank() {
		return results.StateDeclined
	}
	if judged, ok := judgedState(r); ok {
		return judged
	}
	return statedState(r)
}

func judgedState(r *results.Record) (results.AnswerState, bool) {
	cell := r.Cells[results.SeriesOf(results.Negative, results.Grounding)]
	if r.Category != results.Negative || cell.Status != results.CellScored || cell.Score == nil {
		return results.StateUnknown, false
	}
	switch {
	case AtLeast(*cell.Score, declineScore):
		return results.StateDeclined, true
	case AtLeast(*cell.Score, hedgeScore):
		return results.StateHedged, true
	}
	return results.StateAnswered, true
}

// statedState is what the target says of itself. Confidence none declines on
// a negative question only.
func statedState(r *results.Record) results.AnswerState {
	none := r.Category == results.Negative && r.Answer.Confidence == confidenceNone
	if r.Answer.Declines() || none {
		return results.StateDeclined
	}
	return results.StateAnswered
}

// disputes reports an answer whose target took a position on declining that
// the judge does not share. A hedge is on the side of the answers.
func disputes(r *results.Record, s results.AnswerState) bool {
	if r.Answer == nil || !(r.Answer.Declined || r.Answer.Confidence.Stated()) {
		return false
	}
	return (s == results.StateDeclined) != (statedState(r) == results.StateDeclined)
}

// What a question is counted as for the resamples.
const (
	positiveAnswered = iota
	positiveDeclined
	negativeAnswered
	negativeDeclined
)

// abstention counts both ways to be wrong about answering.
type abstention struct {
	answered  share               // of the negatives, hedges among them
	outright  share               // without them
	refused   share               // of the positives
	counts    stats.ClusterCounts // of the kinds below
	hedged    int
	unknown   int
	disputed  int // answers
	disputing []string
}

// add takes the states of one question's answers; missing repeats have none.
func (a *abstention) add(q results.Question, records []*results.Record, states []results.AnswerState, missing int) {
	var seen stateCounts
	before := a.disputed
	for i, s := range states {
		seen.add(s)
		if disputes(records[i], s) {
			a.disputed++
		}
	}
	if a.disputed > before && len(a.disputing) < results.MaxDisputed {
		a.disputing = append(a.disputing, q.ID)
	}
	unknown := missing + len(states) - seen.known()
	a.unknown += unknown
	if q.Category == results.Positive {
		a.counts.Add(q.Group, stats.Counts{positiveAnswered: seen.answered, positiveDeclined: seen.declined})
		a.refused.add(q.Group, seen.declined, seen.known(), unknown)
		return
	}
	a.counts.Add(q.Group, stats.Counts{negativeAnswered: seen.answered + seen.hedged, negativeDeclined: seen.declined})
	a.hedged += seen.hedged
	a.answered.add(q.Group, seen.answered+seen.hedged, seen.known(), unknown)
	a.outright.add(q.Group, seen.answered, seen.known(), unknown)
}

type stateCounts struct{ answered, hedged, declined int }

func (c *stateCounts) add(s results.AnswerState) {
	switch s {
	case results.StateAnswered:
		c.answered++
	case results.StateHedged:
		c.hedged++
	case results.StateDeclined:
		c.declined++
	}
}

func (c stateCounts) known() int { return c.answered + c.hedged + c.declined }
