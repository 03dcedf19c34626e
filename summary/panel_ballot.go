package summary

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// ballot is the votes of one judgement in one series, one place for each
// member; nil is a member that has no vote on record.
type ballot []*results.Vote

// ballots sorts the votes of a cell into its judgements. Two members may be
// one model, so a vote takes the first free place of its model.
func (p *panel) ballots(votes []results.Vote) []ballot {
	var out []ballot
	for i := range votes {
		call := votes[i].Call
		if call < 0 || call > len(votes) {
			continue
		}
		for len(out) <= call {
			out = append(out, make(ballot, len(p.members)))
		}
		out[call].take(p.members, &votes[i])
	}
	return out
}

func (b ballot) take(members []string, v *results.Vote) {
	for i, model := range members {
		if model == v.Model && b[i] == nil {
			b[i] = v
			return
		}
	}
}

// scores is what each member gave, without the one that is left out; -1
// leaves out none.
func (b ballot) scores(leaveOut int) []*float64 {
	out := make([]*float64, len(b))
	for i, v := range b {
		if v != nil && i != leaveOut {
			out[i] = v.Score
		}
	}
	return out
}

// cast is the scores that were given.
func (b ballot) cast() []float64 {
	out := make([]float64, 0, len(b))
	for _, v := range b {
		if v != nil && v.Score != nil {
			out = append(out, *v.Score)
		}
	}
	return out
}

// score is what the panel makes of the votes without the one that is left
// out.
func (p *panel) score(b ballot, leaveOut int) (float64, bool) {
	vote := stats.PanelVote(b.scores(leaveOut), 0, 1)
	score := vote.Mean
	if p.panel.Aggregate == aggregateMedian {
		score = vote.Median
	}
	if score == nil {
		return 0, false
	}
	return *score, true
}

const aggregateMedian = "median"

// split reports whether as many votes reach the floor as do not.
func (b ballot) split(floor float64) bool {
	return stats.PanelVote(b.scores(-1), floor-Tolerance, 1).Split
}
