package reports

import (
	"strconv"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// missing stands where a figure does not exist; the reason stands beside it.
const missing = "—"

// mean prints a mean score with two decimals, more where a floor asks for it.
func mean(v *float64, floors ...float64) string {
	if v == nil {
		return missing
	}
	return summary.Figure(*v, 2, floors...)
}

// span prints an interval; one bound alone would say nothing.
func span(lo, hi *float64, figure func(*float64) string) string {
	if lo == nil || hi == nil {
		return missing
	}
	return figure(lo) + " to " + figure(hi)
}

// floorsOf returns what a series is held to: the floor of a single score,
// and the gate's own for the mean where the suite sets one.
func floorsOf(run results.RunInfo, name results.Series) []float64 {
	_, dimension, _ := strings.Cut(string(name), "/")
	floors := []float64{run.PassAt.At(results.Dimension(dimension))}
	if gate, ok := run.Gate.Dimensions[name]; ok {
		floors = append(floors, gate)
	}
	return floors
}

// plural counts a thing: 1 question, 2 questions.
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

func percentOr(v *float64) string {
	if v == nil {
		return missing
	}
	return summary.Percent(*v)
}
