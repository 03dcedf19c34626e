package review

import (
	"cmp"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// randomOrder is a random order of a run's questions, as indexes of the rows.
// It depends on the ids of the run and of its questions alone, so that
// everybody who labels the run draws the same.
func randomOrder(runID string, rows []row) []int {
	keys, order := make([]string, len(rows)), make([]int, len(rows))
	for i, r := range rows {
		keys[i], order[i] = results.DrawKey(runID, r.ID), i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(keys[i], keys[j]), cmp.Compare(i, j))
	})
	return order
}
