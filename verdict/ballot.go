package verdict

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

// ballot counts the votes of a panel at a floor, those of all judgements of an
// answer together. More than half must reach it: the mean decides nothing,
// because one member far off would then outvote two.
func ballot(votes []results.Vote, floor float64) stats.Panel {
	scores := make([]*float64, len(votes))
	for i, v := range votes {
		scores[i] = v.Score
	}
	return stats.PanelVote(scores, floor-summary.Tolerance, 1)
}

// belowFloor says why a scored dimension does not pass, "" where it does.
func belowFloor(d results.Dimension, cell results.Cell, floor float64) string {
	if len(cell.Votes) == 0 {
		if summary.AtLeast(*cell.Score, floor) {
			return ""
		}
		return fmt.Sprintf("%s: %s, below its floor of %s", d, summary.Score(*cell.Score, floor), summary.Score(floor, floor))
	}
	b := ballot(cell.Votes, floor)
	if b.Passed == nil || *b.Passed {
		return ""
	}
	reason := fmt.Sprintf("%s: %d of %d votes reach its floor of %s", d, b.Passes, b.Valid, summary.Score(floor, floor))
	if b.Split {
		reason += ", an even split does not pass"
	}
	return reason
}
