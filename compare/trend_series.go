package compare

import (
	"fmt"
	"maps"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
	"github.com/evalrun/evalrun/summary"
)

// minCharted is the share of a series that a night needs to feed its chart:
// below it what is missing may be what went wrong.
const minCharted = 0.95

// halfLevel over the number of questions is one question moving half a level:
// no series is believed to be steadier than that.
const halfLevel = 0.5

// names lists all series in report order, and how many charts the present
// segment has.
func (t *trend) names() (all []seriesName, charts, anchors int) {
	found := map[seriesName]bool{}
	for i := range t.grids {
		charts, anchors = 0, 0
		for name := range t.grids[i].series {
			found[name] = true
			if name.anchors {
				anchors++
			} else {
				charts++
			}
		}
	}
	all = slices.Collect(maps.Keys(found))
	sortSeries(all, t.order())
	return all, charts, anchors
}

// order is that of the reports, newest first.
func (t *trend) order() []string {
	order := []string{PassRate}
	for _, n := range slices.Backward(t.nights) {
		for _, d := range n.Dimensions {
			if !slices.Contains(order, string(d.Name)) {
				order = append(order, string(d.Name))
			}
		}
	}
	return order
}

// series follows one series through all segments.
func (t *trend) series(name seriesName) TrendSeries {
	out := TrendSeries{Name: name.name, Kind: KindOf(name.name), Anchors: name.anchors, Points: []TrendPoint{}}
	for i, s := range t.stretches {
		g := &t.grids[i]
		if g.series[name] == nil {
			continue
		}
		followed := t.follow(s, g, name)
		out.Points = append(out.Points, followed.points...)
		if i < len(t.stretches)-1 {
			continue
		}
		for _, has := range g.series[name].has {
			if has {
				out.Questions++
			}
		}
		out.History = followed.history.N()
		if sd, ok := followed.history.SD(); ok {
			out.SD = new(steady(sd))
		}
		if mean, ok := followed.history.Mean(); ok {
			out.Mean = new(steady(mean + followed.shift))
		}
	}
	return out
}

// follow charts one series through one segment, night by night: what a night
// shows depends on the nights before it alone.
func (t *trend) follow(s *stretch, g *grid, name seriesName) (out followed) {
	chart, charted := newChart(t.doc.Design)
	level := newLevel(len(g.places))
	for at, i := range s.nights {
		night := g.series[name].nights[at]
		p := TrendPoint{Night: i, N: len(night), Expected: g.expected(name, contentKey(t.nights[i]), at)}
		if name.anchors && p.Expected == 0 {
			continue // a night before the anchors came
		}
		p.Reason = thin(p, t.nights[i], name)
		p.Hollow = p.Reason != ""
		if p.N > 0 {
			value := steady(level.value(night))
			p.Value, p.Mean = &value, new(meanOf(night))
		}
		if !p.Hollow && charted {
			p.read(chart.next(*p.Value, halfLevel/float64(p.N)))
			if p.Alarm == "" {
				chart.learn(*p.Value)
				level.learn(night, *p.Value)
				out.history.Add(*p.Value)
			}
		}
		out.points = append(out.points, p)
	}
	out.shift = level.shift()
	for _, p := range out.points {
		if p.Value != nil {
			*p.Value = steady(*p.Value + out.shift)
		}
	}
	return out
}

// followed is a series through one segment. The shift is in the points and
// not in the history.
type followed struct {
	points  []TrendPoint
	history stats.SelfStarting
	shift   float64
}

// read takes over what the chart made of the night.
func (p *TrendPoint) read(r chartStep) {
	if r.q != nil {
		p.Q = new(brief(*r.q))
	}
	if r.step == nil {
		return
	}
	p.Statistic, p.Limit = new(brief(r.step.Statistic)), new(brief(r.step.Limit))
	switch {
	case r.step.Low:
		p.Alarm = Fall
	case r.step.High:
		p.Alarm = Rise
	}
}

func meanOf(night []scored) float64 {
	total := 0.0
	for _, s := range night {
		total += s.score
	}
	return steady(total / float64(len(night)))
}

// thin says why a night has too little of a series to feed its chart; "" for
// enough.
func thin(p TrendPoint, n results.Night, name seriesName) string {
	verb := "have a score"
	if name.name == PassRate {
		verb = "passed or failed"
	}
	share := coverage(n, name)
	switch {
	case p.N == 0:
		return fmt.Sprintf("none of %d questions %s", p.Expected, verb)
	case !summary.AtLeast(float64(p.N), minCharted*float64(p.Expected)):
		return fmt.Sprintf("only %d of %d questions %s", p.N, p.Expected, verb)
	case share != nil && !summary.AtLeast(*share, minCharted):
		return fmt.Sprintf("only %s of the answers were judged", summary.Percent(*share, minCharted))
	}
	return ""
}

// coverage is what the run's own report says of a series: it also counts the
// repeats of a question. Nil where it says nothing.
func coverage(n results.Night, name seriesName) *float64 {
	if name.anchors {
		return nil
	}
	for i := range n.Dimensions {
		if string(n.Dimensions[i].Name) == name.name {
			return n.Dimensions[i].Coverage
		}
	}
	return nil
}
