package compare

import (
	"cmp"
	"slices"

	"github.com/evalrun/evalrun/results"
)

// The suite of a trend is fixed, so its noise is that between nights and not
// that between questions. A test of tonight against one pinned run would give
// false alarms on most nights of a month, because that run's luck comes back
// every night; a chart against all nights so far has a stated number of them.

// Trend charts the nights of one suite, oldest first. The error is one of the
// options.
func Trend(nights []results.Night, opt TrendOptions) (TrendDoc, error) {
	doc := TrendDoc{
		Schema: TrendSchema, Signals: []Signal{}, Series: []TrendSeries{}, Segments: []TrendSegment{},
		Events: []TrendEvent{}, Nights: make([]TrendNight, len(nights)),
	}
	t := &trend{nights: nights, doc: &doc, stretches: stretchesOf(nights, opt.Accepted), accepted: newestAccepted(nights, opt.Accepted)}
	for i, n := range nights {
		doc.Suite = n.Suite
		doc.Nights[i] = TrendNight{
			Run: n.Run, Folder: n.Folder, Started: n.Started, Status: n.Status, Gate: n.Gate.Verdict,
			Segment: -1, Left: left(n), PassRate: n.PassRate,
		}
	}
	for _, s := range t.stretches {
		s.describe(&doc)
		t.grids = append(t.grids, s.gridOf(nights))
	}
	slices.SortStableFunc(doc.Events, func(a, b TrendEvent) int { return cmp.Compare(a.Night, b.Night) })
	names, charts, anchors := t.names()
	design, err := newDesign(opt, charts, anchors)
	if err != nil {
		return doc, err
	}
	doc.Design = design
	for _, name := range names {
		doc.Series = append(doc.Series, t.series(name))
	}
	t.findSignals()
	for i := range doc.Signals {
		doc.Signals[i].Says = t.signalSays(doc.Signals[i])
	}
	t.decide(opt.Inconclusive)
	t.say()
	return doc, nil
}

// trend is a trend in the making.
type trend struct {
	nights    []results.Night
	stretches []*stretch
	grids     []grid // of the stretches
	accepted  int    // the newest night that somebody accepted; -1 for none
	doc       *TrendDoc
}
