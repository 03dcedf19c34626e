package summary

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// panelMember is one member's part of a series.
type panelMember struct {
	votes    int
	failed   map[string]int
	bias     stats.Moments // as a place on the scale, see onScale
	with     stats.Moments // the panel's scores, of judgements that keep a vote without the member
	without  stats.Moments // the same less the member's vote
	question panelQuestion // the one that is being added
}

// panelQuestion is what one question's judgements say of one member.
type panelQuestion struct{ bias, with, without stats.Moments }

func (m *panelMember) add(p *panel, b ballot, place int, scored bool) {
	vote := b[place]
	if vote != nil && vote.Score == nil {
		if m.failed == nil {
			m.failed = map[string]int{}
		}
		m.failed[vote.Code]++
	}
	rest, ok := p.score(b, place)
	if scored && ok {
		all, _ := p.score(b, -1)
		m.question.with.Add(all, "")
		m.question.without.Add(rest, "")
	}
	if vote == nil || vote.Score == nil {
		return
	}
	m.votes++
	if others := stats.PanelVote(b.scores(place), 0, 1); others.Mean != nil {
		m.question.bias.Add(onScale(*vote.Score-*others.Mean), "")
	}
}

// close adds the question to those before it.
func (m *panelMember) close(group string) {
	for _, part := range []struct{ from, to *stats.Moments }{
		{&m.question.bias, &m.bias}, {&m.question.with, &m.with}, {&m.question.without, &m.without},
	} {
		if mean, ok := part.from.Mean(); ok {
			part.to.Add(mean, group)
		}
	}
}

func (m *panelMember) summary(model string) results.MemberVotes {
	out := results.MemberVotes{Model: model, Votes: m.votes, Failed: m.failed, N: m.bias.N()}
	est, ok := m.bias.Estimate(confidenceLevel)
	if !ok {
		return out
	}
	out.Bias = new(offScale(est.Mean))
	if est.Beta != nil {
		out.Lo, out.Hi = new(offScale(est.Beta.Lo)), new(offScale(est.Beta.Hi))
	}
	return out
}

// onScale moves a difference of two scores, -4..4, to 1..5, where the interval
// for means near the ends of a scale is at home.
func onScale(difference float64) float64 {
	return (stats.ScaleLow+stats.ScaleHigh)/2 + difference/2
}

func offScale(place float64) float64 { return 2 * (place - (stats.ScaleLow+stats.ScaleHigh)/2) }
