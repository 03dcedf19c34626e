package reports

import (
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
)

// flipPeople is what people said of one side of a changed question: on the
// dimension that moved most, then on the others of the answer that is shown.
// Without that answer the first one is meant, and only that dimension known.
func flipPeople(f compare.Flip, shown *results.Record, said Opinions, score *float64) []htmlPeople {
	if said == nil {
		return nil
	}
	var out []htmlPeople
	add := func(repeat int, d results.Dimension, judge *float64) {
		if people := peopleOf(said.of(f.ID, repeat, d), judge); people != nil {
			people.Dimension = pageLine(string(d), maxName)
			out = append(out, *people)
		}
	}
	if shown == nil {
		if f.Dimension != "" {
			add(0, f.Dimension, score)
		}
		return out
	}
	for _, d := range measuredFrom(f.Dimension, shown) {
		judge := shown.Cells[results.SeriesOf(shown.Category, d)].Score
		if judge == nil && d == f.Dimension {
			judge = score
		}
		add(shown.Repeat, d, judge)
	}
	return out
}

// measuredFrom are the dimensions of a record in the order of their names,
// after the first one.
func measuredFrom(first results.Dimension, r *results.Record) []results.Dimension {
	var out []results.Dimension
	if first != "" {
		out = append(out, first)
	}
	for _, series := range slices.Sorted(maps.Keys(r.Cells)) {
		name, of := strings.CutPrefix(string(series), string(r.Category)+"/")
		if of && results.Dimension(name) != first {
			out = append(out, results.Dimension(name))
		}
	}
	return out
}
