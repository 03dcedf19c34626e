package main

import (
	"iter"
	"math"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// chosenItems are the questions whose answers are judged again, by their place
// in the suite.
type chosenItems map[int]bool

// chooseItems takes the questions that have an answer: all, or n of them spread
// over the scores that they have, because a judge wavers in the middle of its
// scale and most answers stand at the top of it.
func chooseItems(run *runstore.Run, n int) (chosenItems, error) {
	var levels [5][]int
	for e, err := range run.Outcomes() {
		if err != nil {
			return nil, err
		}
		if level, ok := meanLevel(e); ok {
			levels[level] = append(levels[level], e.Question.Seq)
		}
	}
	chosen := chosenItems{}
	for round := 0; ; round++ {
		left := false
		for _, seqs := range levels {
			if round >= len(seqs) {
				continue
			}
			left = true
			if n > 0 && len(chosen) == n {
				return chosen, nil
			}
			chosen[seqs[round]] = true
		}
		if !left {
			return chosen, nil
		}
	}
}

// meanLevel is the level, from 0, nearest to the mean of all that was scored
// about a question.
func meanLevel(e results.Entry) (int, bool) {
	sum, n := 0.0, 0
	for _, r := range e.Records {
		for _, cell := range r.Cells {
			if cell.Status == results.CellScored && cell.Score != nil {
				sum, n = sum+*cell.Score, n+1
			}
		}
	}
	if n == 0 {
		return 0, false
	}
	return int(math.Round(sum/float64(n))) - 1, true
}

// questions are the chosen ones of a run.
func (c chosenItems) questions(run *runstore.Run) iter.Seq2[results.Question, error] {
	return func(yield func(results.Question, error) bool) {
		for q, err := range run.Questions() {
			if (err != nil || c[q.Seq]) && !yield(q, err) {
				return
			}
		}
	}
}
