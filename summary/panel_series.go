package summary

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// panelSeries is the votes in one series. Agreement is over judgements; bias
// and means are over questions.
type panelSeries struct {
	name    results.Series
	floor   float64
	panel   *panel
	agree   stats.Coincidences
	splits  int
	members []panelMember
}

func newPanelSeries(name results.Series, floor float64, p *panel) *panelSeries {
	return &panelSeries{name: name, floor: floor, panel: p, members: make([]panelMember, len(p.members))}
}

// add takes in the votes on the answers to one question.
func (s *panelSeries) add(group string, records []*results.Record) {
	for i := range s.members {
		s.members[i].question = panelQuestion{}
	}
	for _, r := range records {
		cell := r.Cells[s.name]
		for _, b := range s.panel.ballots(cell.Votes) {
			s.agree.Add(b.cast()...)
			scored := cell.Status == results.CellScored
			if scored && b.split(s.floor) {
				s.splits++
			}
			for i := range s.members {
				s.members[i].add(s.panel, b, i, scored)
			}
		}
	}
	for i := range s.members {
		s.members[i].close(group)
	}
}

func (s *panelSeries) summary() results.PanelSeries {
	out := results.PanelSeries{Name: s.name, Splits: s.splits, Members: []results.MemberVotes{}}
	alpha, ok := s.agree.Alpha(stats.Ordinal)
	out.Units, out.Alpha = alpha.Units, alpha.Alpha
	switch {
	case !ok:
		out.Reason = "no judgement has two votes"
	case out.Alpha == nil:
		out.Reason = "all votes are one value: agreement cannot be told from chance"
	}
	for i, model := range s.panel.members {
		out.Members = append(out.Members, s.members[i].summary(model))
	}
	return out
}
