package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// scoringFields are how scores and findings became verdicts.
func scoringFields(base, head *Run) []field {
	rules := []field{
		both(blockSuite, "floors", allowFloors, base, head, floorsOf(append(allDimensions(base), allDimensions(head)...))),
		both(blockSuite, "dimensions", allowDimensions, base, head, dimensionsOf),
		both(blockSuite, "confidence", allowConfidence, base, head, func(r *Run) value { return stated(r.Info.Confidence) }),
	}
	return append(rules, checksField(base, head, rules))
}

// floorsOf spells out the defaults: floors that are named and those that are
// not may be the same.
func floorsOf(dimensions []results.Dimension) func(*Run) value {
	slices.Sort(dimensions)
	dimensions = slices.Compact(dimensions)
	return func(r *Run) value {
		var out []string
		for _, d := range dimensions {
			out = append(out, fmt.Sprintf("%s %s", d, summary.Score(r.Info.PassAt.At(d))))
		}
		return value{strings.Join(out, ", "), r.stated["passAt"]}
	}
}

func allDimensions(r *Run) []results.Dimension {
	return slices.Concat(r.Info.Dimensions[results.Positive], r.Info.Dimensions[results.Negative])
}

func dimensionsOf(r *Run) value {
	var out []string
	for _, s := range seriesOf(r.Info) {
		out = append(out, string(s))
	}
	slices.Sort(out)
	return stated(strings.Join(out, " "))
}

// seriesOf lists the series of a run in report order.
func seriesOf(info results.RunInfo) []results.Series {
	var out []results.Series
	for _, c := range results.Categories() {
		for _, d := range info.Dimensions[c] {
			out = append(out, results.SeriesOf(c, d))
		}
	}
	return out
}

// checksField tells another version of the checks. The scoring key covers the
// other rules and when the judge is asked too; where one of those differs it
// says nothing more.
func checksField(base, head *Run, rules []field) field {
	f := both(blockSuite, "version of the checks", allowChecks, base, head, func(r *Run) value { return stated(short(r.Info.ScoringKey)) })
	explained := func(f field) bool { return f.state != Same }
	if f.state == Changed && (slices.ContainsFunc(rules, explained) || base.Info.Judge.When != head.Info.Judge.When) {
		f.state, f.allow = Unknown, ""
	}
	return f
}
