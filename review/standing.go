package review

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// about reports whether a label or a remark is of the answer that is there
// now. One that names no answer is taken to be.
func (a answerAt) about(mark string) bool { return mark == "" || mark == a.Mark }

// labelsOf are the standing labels of one answer, by whoever gave them.
func labelsOf(said *runstore.Opinions, id string, a answerAt) []results.Label {
	var out []results.Label
	for _, label := range said.Of(id, a.Repeat).Labels {
		if a.about(label.Answer) {
			out = append(out, label)
		}
	}
	return out
}

// labelledBy reports whether somebody scored one of a question's answers.
func labelledBy(said *runstore.Opinions, r *row, rater string) bool {
	return anyOf(said, r, func(l results.Label) bool { return l.Rater == rater })
}

// anyLabel reports whether anybody scored one of a question's answers.
func anyLabel(said *runstore.Opinions, r *row) bool {
	return anyOf(said, r, func(results.Label) bool { return true })
}

// differs reports whether somebody gave another score than the judge.
func differs(said *runstore.Opinions, r *row) bool {
	return anyOf(said, r, func(l results.Label) bool { return apartFrom(r, l) })
}

// apartFrom holds a label against the score that the judge had given then, or
// gives now where the label does not say.
func apartFrom(r *row, l results.Label) bool {
	judged := l.Judge
	if judged == nil {
		judged = judgedIn(r, l.Dimension)
	}
	return judged != nil && results.ScoresDiffer(l.Score, *judged)
}

func anyOf(said *runstore.Opinions, r *row, fits func(results.Label) bool) bool {
	for _, a := range r.signals.Answers {
		for _, l := range said.Of(r.ID, a.Repeat).Labels {
			if a.about(l.Answer) && fits(l) {
				return true
			}
		}
	}
	return false
}

// judgedIn is the judge's score of a question, the mean of its repeats; nil
// without one.
func judgedIn(r *row, d results.Dimension) *float64 {
	for _, s := range r.Scores {
		if s.Dimension == d {
			return s.Value
		}
	}
	return nil
}
