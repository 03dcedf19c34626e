package rubric

import "github.com/evalrun/evalrun/results"

// Dimensions returns what the judge must score in a category, in the order
// reports show it.
func Dimensions(c results.Category) []results.Dimension {
	if c == results.Negative {
		return []results.Dimension{results.Grounding, results.Calibration}
	}
	return []results.Dimension{
		results.Grounding, results.Relevance, results.Calibration, results.Citations, results.Tone,
	}
}

// NeedsEvidence reports whether a dimension can be scored only with passage
// text at hand.
func NeedsEvidence(c results.Category, d results.Dimension) bool {
	return c == results.Positive && (d == results.Grounding || d == results.Citations)
}

// AllSeries lists the seven series in report order.
func AllSeries() []results.Series {
	var out []results.Series
	for _, c := range results.Categories() {
		for _, d := range Dimensions(c) {
			out = append(out, results.SeriesOf(c, d))
		}
	}
	return out
}
