package review

import (
	"cmp"
	"slices"

	"github.com/evalrun/evalrun/reports"
)

// option is one entry of a list to choose from.
type option struct {
	Value, Text string
	Chosen      bool
}

// choose offers what rows can be filtered by: only what some of them has.
func (v *runView) choose(rows []row) {
	verdicts, dimensions, tags := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range rows {
		verdicts[rows[i].State] = true
		for _, s := range rows[i].Scores {
			if s.Low {
				dimensions[string(s.Dimension)] = true
			}
		}
		for _, tag := range rows[i].groupAndTags() {
			tags[tag] = true
		}
	}
	v.Hidden = verdicts[hiddenState]
	v.Verdicts = options(verdicts, v.Filter.Verdict)
	slices.SortFunc(v.Verdicts, func(a, b option) int { return rank(a.Value) - rank(b.Value) })
	v.Dimensions, v.Tags = options(dimensions, v.Filter.Dimension), options(tags, v.Filter.Tag)
	v.Labelled = chosen(v.Filter.Labelled, [2]string{labelledYes, "labelled"}, [2]string{labelledNo, "not labelled"},
		[2]string{labelledDiffers, "a label differs from the judge"})
	v.Orders = chosen(v.Order, [2]string{"", "what did not pass first"}, [2]string{bySuite, "suite"}, [2]string{"-" + bySuite, "suite, from the end"},
		[2]string{byID, "id"}, [2]string{"-" + byID, "id, from the end"}, [2]string{byVerdict, "verdict"}, [2]string{"-" + byVerdict, "verdict, from the end"},
		[2]string{byScore, "lowest score"}, [2]string{"-" + byScore, "highest score"})
}

// options are values in their order, with the one that an address names even
// where no row has it.
func options(values map[string]bool, named string) []option {
	if named != "" {
		values[named] = true
	}
	var out []option
	for value := range values {
		out = append(out, option{Value: value, Text: reports.Line(value, maxName), Chosen: value == named})
	}
	slices.SortFunc(out, func(a, b option) int { return cmp.Compare(a.Value, b.Value) })
	return out
}

func chosen(named string, values ...[2]string) []option {
	out := make([]option, len(values))
	for i, v := range values {
		out[i] = option{Value: v[0], Text: v[1], Chosen: v[0] == named}
	}
	return out
}
