package summary

import "github.com/evalrun/evalrun/results"

// panel watches how the members of a panel of judges vote. A nil panel is that
// of a run which one model judges, and does nothing.
type panel struct {
	members []string
	panel   results.Panel
	series  seriesTable[*panelSeries]
}

func newPanel(info results.RunInfo) *panel {
	if info.Judge.Panel == nil {
		return nil
	}
	p := &panel{
		members: info.Judge.Models(), panel: *info.Judge.Panel,
	}
	p.series = newSeriesTable(info, func(c results.Category, d results.Dimension) *panelSeries {
		return newPanelSeries(results.SeriesOf(c, d), info.PassAt.At(d), p)
	})
	return p
}

// add takes in the votes on one question's answers.
func (p *panel) add(q results.Question, records []*results.Record) {
	if p == nil {
		return
	}
	for _, s := range p.series[q.Category] {
		s.add(q.Group, records)
	}
}

func (p *panel) summary(kin kinship) *results.PanelSummary {
	if p == nil {
		return nil
	}
	out := &results.PanelSummary{
		Members: p.members, Quorum: p.panel.Quorum, Aggregate: p.panel.Aggregate,
		Series: []results.PanelSeries{},
	}
	for _, s := range p.series.ordered() {
		series := s.summary()
		out.Splits += series.Splits
		out.Series = append(out.Series, series)
	}
	for i, model := range p.members {
		if answerer, family := kin.of(model); answerer != "" {
			out.LeaveOut = append(out.LeaveOut, p.leaveOut(i, family))
		}
	}
	return out
}

// leaveOut is what the means would be without one member.
func (p *panel) leaveOut(member int, family string) results.LeaveOut {
	out := results.LeaveOut{Model: p.members[member], Family: family, Series: []results.LeaveOutSeries{}}
	for _, s := range p.series.ordered() {
		with, okWith := s.members[member].with.Mean()
		without, okWithout := s.members[member].without.Mean()
		if okWith && okWithout {
			out.Series = append(out.Series, results.LeaveOutSeries{
				Name: s.name, N: s.members[member].with.N(), With: with, Without: without,
			})
		}
	}
	return out
}
