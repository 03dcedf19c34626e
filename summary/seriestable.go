package summary

import "github.com/evalrun/evalrun/results"

// seriesTable holds the series of each category in report order.
type seriesTable map[results.Category][]*series

var categories = [...]results.Category{results.Positive, results.Negative}

func newSeriesTable(info results.RunInfo) seriesTable {
	t := seriesTable{}
	for _, c := range categories {
		for _, d := range info.Dimensions[c] {
			t[c] = append(t[c], newSeries(c, d, info))
		}
	}
	return t
}

// ordered lists all series in report order.
func (t seriesTable) ordered() []*series {
	var out []*series
	for _, c := range categories {
		out = append(out, t[c]...)
	}
	return out
}

func (t seriesTable) summary() []results.DimensionSummary {
	out := []results.DimensionSummary{}
	for _, s := range t.ordered() {
		out = append(out, s.summary())
	}
	return out
}
