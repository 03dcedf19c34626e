package stats

import "slices"

// Panel is what several judges of one answer came to.
type Panel struct {
	Valid  int  // votes that are there
	Quorum bool // and are enough; without it there is no score
	Mean   *float64
	Median *float64
	Passes int   // votes at or above the cut
	Passed *bool // more than half of the valid votes pass
	Split  bool  // exactly half of them do, which is not passed
}

// PanelVote counts the votes of a panel; nil is a member without a usable
// reply. A quorum below 1 is 1.
func PanelVote(scores []*float64, cut float64, quorum int) Panel {
	var p Panel
	var votes []float64
	for _, s := range scores {
		if s == nil || !finite(*s) {
			continue
		}
		votes = append(votes, *s)
		if *s >= cut {
			p.Passes++
		}
	}
	p.Valid = len(votes)
	if p.Quorum = p.Valid >= max(1, quorum); !p.Quorum {
		return p
	}
	slices.Sort(votes)
	p.Mean = new(meanOf(votes))
	p.Median = new((votes[(p.Valid-1)/2] + votes[p.Valid/2]) / 2)
	p.Passed, p.Split = new(2*p.Passes > p.Valid), 2*p.Passes == p.Valid
	return p
}
