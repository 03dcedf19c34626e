package review

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// Orders of an address. A minus before one turns it around.
const (
	bySuite   = "suite"
	byID      = "id"
	byVerdict = "verdict"
	byScore   = "score"
)

// inOrder sorts rows, which come in suite order: by default those that did not
// pass come first. Equal ones stay in suite order.
func inOrder(rows []row, order string) {
	name, down := strings.CutPrefix(order, "-")
	var by func(a, b row) int
	switch name {
	case bySuite:
		by = func(a, b row) int { return cmp.Compare(a.Seq, b.Seq) }
	case byID:
		by = func(a, b row) int { return cmp.Compare(a.ID, b.ID) }
	case byVerdict:
		by = func(a, b row) int { return cmp.Compare(rank(a.State), rank(b.State)) }
	case byScore:
		by = func(a, b row) int { return cmp.Compare(lowest(a), lowest(b)) }
	default:
		by, down = func(a, b row) int { return cmp.Compare(partOf(a.State), partOf(b.State)) }, false
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		if down {
			return by(b, a)
		}
		return by(a, b)
	})
}

// states are those of rows, the ones that need a look first. What is hidden
// stands where chance has put it.
func states() []string {
	return []string{
		string(results.Fail), string(results.Error), string(results.Inconclusive), hiddenState, string(results.Skipped),
		string(results.Pass), "quarantine", "anchor",
	}
}

func rank(state string) int { return slices.Index(states(), state) }

// partOf groups what did not pass, what passed and what is set apart.
func partOf(state string) int {
	switch results.Verdict(state) {
	case results.Fail, results.Error, results.Inconclusive, hiddenState:
		return 0
	case results.Pass:
		return 1
	case results.Skipped:
		return 2
	}
	return 3
}

// lowest is the lowest score of a row; a row without one comes after all.
func lowest(r row) float64 {
	low := math.Inf(1)
	for _, s := range r.Scores {
		if s.Value != nil {
			low = min(low, *s.Value)
		}
	}
	return low
}
