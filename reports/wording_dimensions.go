package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// dimensionNote is a remark that holds for one series or more.
type dimensionNote struct {
	names []string
	text  string
}

// notesOfDimensions collects the notes of all series and what more there is
// to say of each; equal ones are put together.
func notesOfDimensions(run results.RunInfo, dimensions []results.DimensionSummary,
	more func(results.DimensionSummary, ...float64) string) []dimensionNote {
	var out []dimensionNote
	add := func(name results.Series, text string) {
		at := slices.IndexFunc(out, func(n dimensionNote) bool { return n.text == text })
		if at < 0 {
			at = len(out)
			out = append(out, dimensionNote{text: text})
		}
		out[at].names = append(out[at].names, string(name))
	}
	for _, d := range dimensions {
		for _, note := range d.Notes {
			add(d.Name, note)
		}
		if text := more(d, floorsOf(run, d.Name)...); text != "" {
			add(d.Name, text)
		}
	}
	return out
}

// boundsBrief says in one line how far what is missing could move the means.
func boundsBrief(run results.RunInfo, dimensions []results.DimensionSummary) string {
	var parts []string
	for _, d := range dimensions {
		floors := floorsOf(run, d.Name)
		if dimensionBounds(d, floors...) != "" {
			parts = append(parts, fmt.Sprintf("%s %s to %s", d.Name, mean(d.Worst, floors...), mean(d.Best, floors...)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "means if all that was not judged had scored 1 or 5: " + strings.Join(parts, ", ")
}

// topShare is how many of the scored got the highest score: a series that all
// get it on tells nothing apart.
func topShare(d results.DimensionSummary) string {
	if d.Scored == 0 {
		return missing
	}
	return summary.Percent(float64(d.Histogram[4]) / float64(d.Scored))
}
