package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
		day(doc.Nights[0].Started), day(doc.Nights[len(doc.Nights)-1].Started), charted, plural(len(doc.Segments), "segment"))
}

func day(t time.Time) string { return t.UTC().Format("2 January 2006") }

func nightDay(doc *compare.TrendDoc, night int) string { return day(doc.Nights[night].Started) }

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
		return summary.Percent(*v)
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

// signalWord is the state of a chart in one word.
func signalWord(doc *compare.TrendDoc, s *compare.TrendSeries) string {
	if s.Questions == 0 {
		return "not in this segment"
	}
	if s.Signal == nil {
		if p, ok := newest(s); !ok || p.Statistic == nil {
			return "learning"
		}
		return "none"
	}
	signal := doc.Signals[*s.Signal]
	word := map[compare.Direction]string{compare.Fall: "lower", compare.Rise: "higher"}[signal.Direction]
	return word + " since " + nightDay(doc, signal.First)
}

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
