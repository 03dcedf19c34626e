package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/summary"
)

// The figures of a trend, said the same way on every surface.

func trendTitle(doc *compare.TrendDoc) string {
	return "TREND: " + strings.ToUpper(string(doc.Gate.Verdict))
}

// moreReasons are those that the headline did not give.
func moreReasons(doc *compare.TrendDoc) []string {
	if len(doc.Gate.Reasons) < 2 {
		return nil
	}
	return doc.Gate.Reasons[1:]
}

// trendSpan says which nights there are, and how many of them are on a chart.
func trendSpan(doc *compare.TrendDoc) string {
	if len(doc.Nights) == 0 {
		return "no run"
	}
	charted := 0
	for _, n := range doc.Nights {
		if n.Segment >= 0 {
			charted++
		}
	}
	return fmt.Sprintf("%s from %s to %s, %d of them on the charts, in %s", plural(len(doc.Nights), "run"),
		nightDay(doc, 0), nightDay(doc, len(doc.Nights)-1), charted, plural(len(doc.Segments), "segment"))
}

func nightDay(doc *compare.TrendDoc, night int) string { return doc.Day(night, "2 January 2006") }

func seriesLabel(s *compare.TrendSeries) string {
	if s.Anchors {
		return "anchors " + s.Name
	}
	return s.Name
}

// trendValue prints a value of a series: a score or a share.
func trendValue(kind compare.Kind, v *float64) string {
	switch {
	case v == nil:
		return missing
	case kind == compare.Rate:
		return summary.Figure(100**v, 1, 0, 100) + " %"
	}
	return mean(v)
}

// trendSpread prints a standard deviation between nights. What is not
// nothing does not read as nothing.
func trendSpread(kind compare.Kind, v *float64) string {
	switch {
	case v == nil:
		return missing
	case kind == compare.Rate:
		return summary.Figure(100**v, 1, 0) + " points"
	}
	return summary.Figure(*v, 2, 0)
}

// newest is the last point of a series that is worth its name.
func newest(s *compare.TrendSeries) (p compare.TrendPoint, ok bool) {
	for i := len(s.Points) - 1; i >= 0; i-- {
		if !s.Points[i].Hollow {
			return s.Points[i], true
		}
	}
	return p, false
}

// signalWord is the state of a chart in one word, of a signal with the day
// of its beginning.
func signalWord(doc *compare.TrendDoc, s *compare.TrendSeries) string {
	state, begun := signalState(doc, s)
	if begun < 0 {
		return state
	}
	return state + " since " + nightDay(doc, begun)
}

// signalState has no night where there is no signal.
func signalState(doc *compare.TrendDoc, s *compare.TrendSeries) (word string, begun int) {
	if s.Questions == 0 {
		return "not in this segment", -1
	}
	if s.Signal == nil {
		if p, ok := newest(s); !ok || p.Statistic == nil {
			return "learning", -1
		}
		return "none", -1
	}
	signal := doc.Signals[*s.Signal]
	return map[compare.Direction]string{compare.Fall: "lower", compare.Rise: "higher"}[signal.Direction], signal.First
}

// Two things on the way of a reader of the figures.
const (
	trendFigures = "mean and sd are over the nights that a chart learnt from: those of the present segment without a signal. sd is one standard deviation between nights, of the pass rate in percentage points."
	trendMarks   = "Every night on which a chart is beyond its limit is marked, a good one between too: the chart weighs the nights before."
)

// begins are the nights with which segments begin, without the first.
func begins(doc *compare.TrendDoc) []int {
	var nights []int
	for _, s := range doc.Segments {
		nights = append(nights, s.First)
	}
	slices.Sort(nights)
	return nights[min(1, len(nights)):]
}

func segmentWords(doc *compare.TrendDoc, s compare.TrendSegment) string {
	text := fmt.Sprintf("%s to %s, %s, judge %s", nightDay(doc, s.First), nightDay(doc, s.Last), plural(s.Nights, "night"), s.Judge)
	if s.Reason != "" {
		text += ": " + s.Reason
	}
	return text
}

func trendHeader() []string {
	return []string{"series", "signal", "last", "mean", "sd between nights", "questions", "nights"}
}

// trendRow is one series in figures.
func trendRow(doc *compare.TrendDoc, s *compare.TrendSeries) []string {
	last := missing
	if p, ok := newest(s); ok {
		last = trendValue(s.Kind, p.Value)
	}
	return []string{
		seriesLabel(s), signalWord(doc, s), last, trendValue(s.Kind, s.Mean), trendSpread(s.Kind, s.SD),
		strconv.Itoa(s.Questions), strconv.Itoa(s.History),
	}
}
