package review

import (
	"cmp"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// everyRandom is how often the queue takes a question by chance: each fourth
// place. Labels of the others alone would be those of the worst answers.
const everyRandom = 4

// queue is the order in which the questions of a run most deserve a look.
type queue struct {
	places []place
	bySeq  map[int]int // index in places
	random []int       // every question in the random order
	draws  map[int]int // place in it, from 1
}

// place is one question in the queue and what brought it there.
type place struct {
	Seq int
	Why results.Why
}

// rankOf is the order of the reasons in the queue.
func rankOf(why results.Why) int {
	switch why {
	case results.WhyDisagreement:
		return 0
	case results.WhyNearFloor:
		return 1
	}
	return 2 // unstable
}

// queueOf orders the questions that have an answer to label: by reason and,
// within one, worst first; every fourth place, and whatever is left in the end,
// takes the next of the random order that has no place yet.
func queueOf(runID string, rows []row) queue {
	q := queue{bySeq: map[int]int{}, draws: make(map[int]int, len(rows))}
	bySignal, byChance := worstFirst(rows), randomOrder(runID, rows)
	for rank, at := range byChance {
		q.random = append(q.random, rows[at].Seq)
		q.draws[rows[at].Seq] = rank + 1
	}
	for {
		at, why, found := 0, results.WhyRandom, false
		if (len(q.places)+1)%everyRandom != 0 {
			if at, bySignal, found = q.next(rows, bySignal); found {
				why = rows[at].signals.Why
			}
		}
		if !found {
			at, byChance, found = q.next(rows, byChance)
		}
		if !found {
			return q
		}
		q.bySeq[rows[at].Seq] = len(q.places)
		q.places = append(q.places, place{rows[at].Seq, why})
	}
}

// next is the first of a list that can be labelled and has no place, and what
// follows it.
func (q *queue) next(rows []row, of []int) (at int, rest []int, found bool) {
	for i, at := range of {
		if _, placed := q.bySeq[rows[at].Seq]; !placed && len(rows[at].signals.Answers) > 0 {
			return at, of[i+1:], true
		}
	}
	return 0, nil, false
}

// worstFirst are the rows with a reason, in the order of the reasons and then
// of their size. Of equal ones a critical question comes first.
func worstFirst(rows []row) []int {
	var out []int
	for i, r := range rows {
		if r.signals.Why != "" {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(i, j int) int {
		a, b := &rows[i], &rows[j]
		return cmp.Or(
			cmp.Compare(rankOf(a.signals.Why), rankOf(b.signals.Why)),
			cmp.Compare(b.signals.Size, a.signals.Size),
			first(a.Critical, b.Critical),
			cmp.Compare(a.Seq, b.Seq),
		)
	})
	return out
}

// first orders what holds before what does not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// of is the place of a question, from 1, and what brought it there; false for
// one without an answer to label.
func (q queue) of(seq int) (place, int, bool) {
	at, ok := q.bySeq[seq]
	if !ok {
		return place{}, 0, false
	}
	return q.places[at], at + 1, true
}

// draw is the rank of a question in the random order, from 1.
func (q queue) draw(seq int) int { return q.draws[seq] }

// nextOpen is the first question after a place, from 1, that is not done; it
// starts over at the end. Zero looks through all of them.
func (q queue) nextOpen(after int, done func(seq int) bool) (seq int, found bool) {
	for i := range q.places {
		p := q.places[(after+i)%len(q.places)]
		if !done(p.Seq) {
			return p.Seq, true
		}
	}
	return 0, false
}

// fairDepth is how many questions of the random order, counted from its first,
// are done without a gap, and how many of these have no answer to label, which
// makes no gap.
func (q queue) fairDepth(done func(seq int) bool) (depth, without int) {
	for _, seq := range q.random {
		if _, placed := q.bySeq[seq]; !placed {
			without++
		} else if !done(seq) {
			break
		}
		depth++
	}
	return depth, without
}
