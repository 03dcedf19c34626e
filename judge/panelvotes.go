package judge

import (
	"math"
	"slices"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// aggregateMedian is the value of results.Panel.Aggregate beside mean.
const aggregateMedian = "median"

// votes are what each member gave in each dimension that was asked for.
func (p *Panel) votes(given []Outcome, spec judgeprompt.Spec, r Repeat) map[results.Dimension][]results.Vote {
	out := make(map[results.Dimension][]results.Vote, len(spec.Required))
	for _, d := range spec.Required {
		votes := make([]results.Vote, len(given))
		for i, v := range given {
			votes[i] = vote(p.members[i].Model, v, d, r)
		}
		out[d] = votes
	}
	return out
}

func vote(model string, given Outcome, d results.Dimension, r Repeat) results.Vote {
	out := results.Vote{Model: model, Call: r.Call}
	if given.Judgement == nil {
		out.Code = given.Err.Code
		return out
	}
	s := given.Judgement.Scores[d]
	out.Score, out.Reasoning = new(s.Value), s.Reasoning
	return out
}

// together makes one judgement of a quorum. The line that goes with a score is
// that of the vote nearest to it, the first of several: of two members that
// disagree each has reasons for its own score alone.
func (p *Panel) together(given []Outcome, spec judgeprompt.Spec, r Repeat) *results.Judgement {
	out := &results.Judgement{Scores: map[results.Dimension]results.Score{}}
	for d, votes := range p.votes(given, spec, r) {
		out.Scores[d] = p.score(votes)
	}
	for _, v := range given {
		if v.Judgement == nil {
			continue
		}
		for _, d := range v.Judgement.Guessed {
			if !slices.Contains(out.Guessed, d) {
				out.Guessed = append(out.Guessed, d)
			}
		}
	}
	return out
}

func (p *Panel) score(votes []results.Vote) results.Score {
	var scores []float64
	for _, v := range votes {
		if v.Score != nil {
			scores = append(scores, *v.Score)
		}
	}
	out := results.Score{Value: p.aggregate(scores), Votes: votes}
	nearest := math.Inf(1)
	for _, v := range votes {
		if v.Score == nil {
			continue
		}
		if d := math.Abs(*v.Score - out.Value); d < nearest {
			nearest, out.Reasoning = d, v.Reasoning
		}
	}
	return out
}

func mean(scores []float64) float64 {
	sum := 0.0
	for _, s := range scores {
		sum += s
	}
	return sum / float64(len(scores))
}

func median(scores []float64) float64 {
	sorted := slices.Sorted(slices.Values(scores))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
