package reports

import (
	"math"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/compare"
)

// bars are the eight heights of a sparkline.
var bars = [...]rune{'▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// leastSpan is the smallest range that a chart spreads over its height:
// without it chance alone would fill the picture.
func leastSpan(kind compare.Kind) float64 {
	if kind == compare.Rate {
		return 0.05
	}
	return 0.2
}

// valueRange is what a chart of the points has to show, around their middle
// when they are close.
func valueRange(kind compare.Kind, points []compare.TrendPoint) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, p := range points {
		if p.Value != nil {
			lo, hi = math.Min(lo, *p.Value), math.Max(hi, *p.Value)
		}
	}
	if lo > hi {
		return 0, leastSpan(kind)
	}
	if short := leastSpan(kind) - (hi - lo); short > 0 {
		lo, hi = lo-short/2, hi+short/2
	}
	return lo, hi
}

// sparkline draws a series over the nights in at most width columns, newest
// at the right, and below it the nights of alarm. A dot is a night of which
// too little was judged, a bar between nights the begin of a segment.
func sparkline(doc *compare.TrendDoc, s *compare.TrendSeries, width int) (line, alarms string) {
	lo, hi := valueRange(s.Kind, s.Points)
	at := make(map[int]compare.TrendPoint, len(s.Points))
	for _, p := range s.Points {
		at[p.Night] = p
	}
	var chart, marks []rune
	begin := begins(doc)
	for i, n := range doc.Nights {
		if n.Segment < 0 {
			continue
		}
		if slices.Contains(begin, i) {
			chart, marks = append(chart, '|'), append(marks, ' ')
		}
		p, charted := at[i]
		chart, marks = append(chart, bar(p, charted, lo, hi)), append(marks, alarmMark(p.Alarm))
	}
	from := max(0, len(chart)-width)
	return string(chart[from:]), strings.TrimRight(string(marks[from:]), " ")
}

func bar(p compare.TrendPoint, charted bool, lo, hi float64) rune {
	switch {
	case !charted:
		return ' '
	case p.Hollow || p.Value == nil:
		return '.'
	}
	step := int((*p.Value - lo) / (hi - lo) * float64(len(bars)))
	return bars[min(max(step, 0), len(bars)-1)]
}

func alarmMark(d compare.Direction) rune {
	switch d {
	case compare.Fall:
		return 'v'
	case compare.Rise:
		return '^'
	}
	return ' '
}
