package compare

import "math"

// level turns the scores of a night into one value that an absent question
// does not move: the mean over the questions of what each is above or below
// its own history, on top of the level of that history. With every question
// present each night it is the plain mean.
type level struct {
	sum []float64 // of each question: how far it was from the value of the night
	n   []int     // nights in that sum
}

func newLevel(questions int) *level {
	return &level{sum: make([]float64, questions), n: make([]int, questions)}
}

// scored is the score of one question, by its place in the segment.
type scored struct {
	question int
	score    float64
}

// value is the level of a night. Questions without a history count only
// where none has one. It needs a score.
func (l *level) value(night []scored) float64 {
	known, all, n := 0.0, 0.0, 0
	for _, s := range night {
		all += s.score
		if l.n[s.question] > 0 {
			known += s.score - l.sum[s.question]/float64(l.n[s.question])
			n++
		}
	}
	if n == 0 {
		return all / float64(len(night))
	}
	return known / float64(n)
}

// learn takes a night of a value into the history.
func (l *level) learn(night []scored, value float64) {
	for _, s := range night {
		l.sum[s.question] += s.score - value
		l.n[s.question]++
	}
}

// shift is what all values lack to be a mean over every question: the first
// night may have missed an easy or a hard one. It moves a whole segment alike,
// so that no chart sees it.
func (l *level) shift() float64 {
	total, n := 0.0, 0
	for i, sum := range l.sum {
		if l.n[i] > 0 {
			total += sum / float64(l.n[i])
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return total / float64(n)
}

// steady drops the rounding of sums, which would tell equal nights apart.
func steady(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// brief is a figure of a chart as it is printed: its last digits depend on
// the machine.
func brief(x float64) float64 { return math.Round(x*1e6) / 1e6 }
