package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// findSignals lists the stretches of alarm of every series, and says which of
// them may be the judge's doing.
func (t *trend) findSignals() {
	doc := t.doc
	for i := range doc.Series {
		doc.Signals = append(doc.Signals, t.signalsOf(&doc.Series[i])...)
	}
	slices.SortStableFunc(doc.Signals, func(a, b Signal) int { return cmp.Compare(a.First, b.First) })
	for i := range doc.Signals {
		s := &doc.Signals[i]
		if s.Active {
			at := slices.IndexFunc(doc.Series, func(of TrendSeries) bool { return of.Name == s.Series && of.Anchors == s.Anchors })
			doc.Series[at].Signal = new(i)
		}
		s.Doubt = t.doubt(*s)
	}
}

// signalsOf joins the nights of one series that were in alarm to signals. A
// chart that falls back under its limit and exceeds it again without having
// leaned the other way in between tells the same thing twice; so counted,
// quiet charts give as many signals as the budget says. Hollow nights neither
// end a signal nor make one.
func (t *trend) signalsOf(s *TrendSeries) []Signal {
	var all []Signal
	var now *Signal
	points, segment := s.Points, -1
	for _, p := range points {
		if p.Hollow {
			continue
		}
		if is := t.doc.Nights[p.Night].Segment; is != segment {
			segment, now = is, nil // it lasted as long as it could
		}
		if now != nil && t.ends(*now, p) {
			now.Active, now = false, nil
		}
		if now != nil {
			now.Active = p.Alarm != ""
		}
		switch {
		case p.Alarm == "":
		case now != nil:
			now.Last = p.Night
		default:
			all = append(all, Signal{
				Series: s.Name, Anchors: s.Anchors, Direction: p.Alarm, First: p.Night, Last: p.Night, Active: true,
			})
			now = &all[len(all)-1]
		}
	}
	for i := range all {
		s, lasted := &all[i], all[i].Active
		s.Likely = t.likely(points, *s)
		s.Active = lasted && t.doc.Nights[s.First].Segment == len(t.stretches)-1
		s.Pending = lasted && !s.Active && !s.Anchors && s.Direction == Fall && t.accepted < s.Likely
	}
	return all
}

// ends reports whether a night ends a signal: the statistic leans the other
// way. That of a conformal chart cannot, and ends one below its limit.
func (t *trend) ends(s Signal, p TrendPoint) bool {
	switch {
	case p.Alarm != "":
		return p.Alarm != s.Direction
	case t.doc.Design.Drift == DriftConformal || p.Statistic == nil:
		return true
	}
	return (s.Direction == Fall) == (*p.Statistic >= 0)
}

// likely is where a change of the mean that lasts to the end of the signal
// most likely began: the maximum of the likelihood over all nights of the
// segment up to the first alarm (Samuel, Pignatiello and Calvin 1998). Without
// Q statistics it is the first alarm.
func (t *trend) likely(points []TrendPoint, s Signal) int {
	night, best, sum, n := s.First, 0.0, 0.0, 0
	for _, p := range slices.Backward(points) {
		if p.Night > s.Last || p.Hollow || p.Q == nil || !t.together(p.Night, s.First) {
			continue
		}
		q := *p.Q
		if s.Direction == Fall {
			q = -q
		}
		sum, n = sum+q, n+1
		if gain := sum * math.Abs(sum) / float64(n); gain > best && p.Night <= s.First {
			night, best = p.Night, gain
		}
	}
	return night
}

// doubt says why a signal of the assistant may be the judge's doing: the
// scores of frozen answers moved too, or the judge's server named another
// model and there are no frozen answers to tell.
func (t *trend) doubt(s Signal) string {
	if s.Anchors {
		return ""
	}
	anchored := false
	for _, other := range t.doc.Signals {
		if other.Anchors && t.together(other.First, s.First) && other.First <= s.Last && s.First <= other.Last {
			return "the judge moved; a change of the assistant cannot be told apart"
		}
	}
	for _, series := range t.doc.Series {
		anchored = anchored || series.Anchors && charted(series, s.First)
	}
	if anchored {
		return ""
	}
	for _, e := range t.doc.Events {
		if e.Kind == EventServed && t.together(e.Night, s.First) && e.Night >= s.Likely && e.Night <= s.First {
			return fmt.Sprintf("%s on %s; without anchors a change of the assistant cannot be told apart", e.Says, t.day(e.Night))
		}
	}
	return ""
}

// charted reports whether a chart had a limit on a night.
func charted(s TrendSeries, night int) bool {
	return slices.ContainsFunc(s.Points, func(p TrendPoint) bool { return p.Night == night && p.Statistic != nil })
}

// together reports whether two nights are of one segment.
func (t *trend) together(a, b int) bool { return t.doc.Nights[a].Segment == t.doc.Nights[b].Segment }
