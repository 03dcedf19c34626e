package judge

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// Asker asks one member of a panel. A Judge is one.
type Asker interface {
	ScoreRepeat(ctx context.Context, p judgeprompt.Prompt, r Repeat) Outcome
}

// Member is a model of a panel and who asks it.
type Member struct {
	Model string
	Asker Asker
}

// Panel asks several judges about each answer, each for itself and at the
// same time, and makes one judgement of what they give. It asks nobody again
// for the sake of another one's reply, relies on the members' clients to send
// nothing after a fatal reply, and knows nothing of floors: whether an
// aggregated score passes is decided as for one judge.
type Panel struct {
	members   []Member
	quorum    int
	aggregate func([]float64) float64
}

// NewPanel returns a panel whose score is the mean of the votes, or their
// median where settings say so. Members are in the order of settings.Members;
// fewer usable replies than settings.Quorum give no judgement.
func NewPanel(members []Member, settings results.Panel) *Panel {
	p := &Panel{members: members, quorum: settings.Quorum, aggregate: mean}
	if settings.Aggregate == aggregateMedian {
		p.aggregate = median
	}
	return p
}

// ScoreRepeat asks every member about one prompt. Members whose every further
// call would fail make the outcome fatal only when the rest is no quorum.
func (p *Panel) ScoreRepeat(ctx context.Context, prompt judgeprompt.Prompt, r Repeat) Outcome {
	votes := p.ask(ctx, prompt, r)
	for _, v := range votes {
		if v.Cancelled || v.Budget != "" {
			// Some were not asked: what the others say would be the vote of
			// those that happened to be quick.
			return Outcome{Cancelled: v.Cancelled, Budget: v.Budget}
		}
	}
	out := Outcome{Call: votes[0].Call}
	for _, v := range votes[1:] {
		out.Others = append(out.Others, v.Call)
	}
	p.settle(&out, votes, prompt.Spec, r)
	if fatal := p.describe(votes, func(v Outcome) string { return v.FatalMessage }); len(p.members)-len(fatal) < p.quorum {
		out.Fatal = true
		out.FatalMessage = fmt.Sprintf("the panel cannot reach its quorum of %d: %s", p.quorum, strings.Join(fatal, "; "))
	}
	return out
}

func (p *Panel) ask(ctx context.Context, prompt judgeprompt.Prompt, r Repeat) []Outcome {
	votes := make([]Outcome, len(p.members))
	var all sync.WaitGroup
	for i, m := range p.members {
		all.Go(func() { votes[i] = m.Asker.ScoreRepeat(ctx, prompt, r) })
	}
	all.Wait()
	return votes
}

// settle decides what the votes come to: a judgement, none for want of a
// quorum, or an error where nobody gave a usable reply. The last is no matter
// of opinion: there is nothing that a quorum could be missing from.
func (p *Panel) settle(out *Outcome, votes []Outcome, spec judgeprompt.Spec, r Repeat) {
	mute := p.describe(votes, func(v Outcome) string {
		if v.Err == nil {
			return ""
		}
		return v.Err.Code
	})
	switch usable := len(votes) - len(mute); {
	case usable >= p.quorum:
		out.Judgement = p.together(votes, spec, r)
	case usable > 0:
		out.Votes = p.votes(votes, spec, r)
		out.Short = fmt.Sprintf("the panel has %d of %d votes, its quorum is %d: no usable reply from %s",
			usable, len(votes), p.quorum, strings.Join(mute, ", "))
	default:
		out.Err = p.failed(votes)
	}
}

// failed is the error of a panel in which nobody gave a usable reply. It goes
// by the code of its first member.
func (p *Panel) failed(votes []Outcome) *results.ErrorInfo {
	out := &results.ErrorInfo{Code: votes[0].Err.Code, Reused: true}
	for _, v := range votes {
		out.Attempts += v.Err.Attempts
		out.Reused = out.Reused && v.Err.Reused
	}
	out.Message = "no usable reply from the panel: " +
		strings.Join(p.describe(votes, func(v Outcome) string { return v.Err.Message }), "; ")
	return out
}

// describe names the members of which there is something to say.
func (p *Panel) describe(votes []Outcome, say func(Outcome) string) []string {
	var out []string
	for i, v := range votes {
		if said := say(v); said != "" {
			out = append(out, p.members[i].Model+" ("+said+")")
		}
	}
	return out
}
