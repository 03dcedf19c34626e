package reports

import (
	"strconv"

	"github.com/evalrun/evalrun/compare"
)

// maxTrendItems is how many entries of a list a trend shows.
const maxTrendItems = 20

// titled is a list under a heading.
type titled struct {
	id, title string
	items     []string
}

// trendLists are what follows the charts, the newest entries first.
func trendLists(doc *compare.TrendDoc) []titled {
	return []titled{
		{"signals", "Signals", newestFirst(doc.Signals, func(s compare.Signal) string { return s.Says })},
		{"segments", "Segments", newestFirst(doc.Segments, func(s compare.TrendSegment) string { return segmentWords(doc, s) })},
		{"changes", "What changed on the way", newestFirst(doc.Events, func(e compare.TrendEvent) string {
			return nightDay(doc, e.Night) + ": " + e.Says
		})},
		{"left", "What fed no chart", newestFirst(leftItems(doc), func(s string) string { return s })},
	}
}

// newestFirst says the newest entries of a list and counts the others.
func newestFirst[T any](list []T, text func(T) string) []string {
	var out []string
	for i := len(list) - 1; i >= 0 && len(out) < maxTrendItems; i-- {
		out = append(out, text(list[i]))
	}
	if left := len(list) - len(out); left > 0 {
		out = append(out, "and "+strconv.Itoa(left)+" before")
	}
	return out
}

// leftItems are the runs that are on no chart, and the points that fed none.
func leftItems(doc *compare.TrendDoc) []string {
	var items []string
	for _, n := range doc.Nights {
		if n.Left != "" {
			items = append(items, n.Run+": "+n.Left)
		}
	}
	for i := range doc.Series {
		s := &doc.Series[i]
		for _, point := range s.Points {
			if point.Hollow {
				items = append(items, doc.Nights[point.Night].Run+", "+seriesLabel(s)+": "+point.Reason)
			}
		}
	}
	return items
}
