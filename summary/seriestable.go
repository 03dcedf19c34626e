package summary

import "github.com/evalrun/evalrun/results"

// seriesTable holds something of each series, by category and in report
// order.
type seriesTable[S any] map[results.Category][]S

func newSeriesTable[S any](info results.RunInfo, of func(results.Category, results.Dimension) S) seriesTable[S] {
	t := seriesTable[S]{}
	for _, c := range results.Categories() {
		for _, d := range info.Dimensions[c] {
			t[c] = append(t[c], of(c, d))
		}
	}
	return t
}

// ordered lists those of all series in report order.
func (t seriesTable[S]) ordered() []S {
	var out []S
	for _, c := range results.Categories() {
		out = append(out, t[c]...)
	}
	return out
}
