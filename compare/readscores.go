package compare

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// checkScores: null, which a decoder takes for 0, is off the scale as well.
func (q *Question) checkScores(raw json.RawMessage) error {
	return firstFault(q.Scores, func(d results.Dimension, score float64) error {
		if score >= stats.ScaleLow && score <= stats.ScaleHigh {
			return nil
		}
		var written struct {
			Scores map[results.Dimension]*float64 `json:"scores"`
		}
		if score == 0 && json.Unmarshal(raw, &written) == nil && written.Scores[d] == nil {
			return fmt.Errorf("score of %s is null", named(d))
		}
		return fmt.Errorf("score %v of %s is not within %v..%v", score, named(d), stats.ScaleLow, stats.ScaleHigh)
	})
}

// checkCells: a report names every cell of the question's category, and the
// scored ones are those that have a score.
func (q *Question) checkCells() error {
	err := firstFault(q.Scores, func(d results.Dimension, _ float64) error {
		if status := q.Cells[results.SeriesOf(q.Category, d)]; status != results.CellScored {
			return fmt.Errorf("it has a score of %s, whose cell is %s", named(d), cmp.Or(named(status), "absent"))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return firstFault(q.Cells, q.checkCell)
}

func (q *Question) checkCell(series results.Series, status results.CellStatus) error {
	category, dimension := splitSeries(series)
	if category != q.Category {
		return fmt.Errorf("cell %q is none of a %s question", series, q.Category)
	}
	switch status {
	case results.CellScored:
		if _, ok := q.Scores[dimension]; !ok {
			return fmt.Errorf("cell %q is scored and has no score", series)
		}
		return nil
	case results.CellErrored, results.CellInconclusive, results.CellUnassessable, results.CellNotApplicable,
		results.CellDecided, results.CellSkipped:
		return nil
	}
	return fmt.Errorf("cell %q: status %q is none", series, status)
}

// named is a name of evalrun's as it is and any other text in quotes.
func named[T ~string](name T) string {
	for _, c := range name {
		if (c < 'a' || c > 'z') && c != '_' {
			return fmt.Sprintf("%q", name)
		}
	}
	return string(name)
}

// firstFault is the first by the order of the keys, so that a file always gets
// the same error.
func firstFault[K ~string, V any](values map[K]V, fault func(K, V) error) error {
	for key, value := range values {
		if fault(key, value) == nil {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(values)) {
			if err := fault(key, values[key]); err != nil {
				return err
			}
		}
	}
	return nil
}
