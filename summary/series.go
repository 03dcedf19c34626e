package summary

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// series takes in the cells of one dimension of one category. A question's
// score is the mean of its repeats; the mean and its interval are over
// questions, because repeats are no new evidence about other questions.
type series struct {
	name       results.Series
	floor      float64
	minScored  float64
	out        results.DimensionSummary
	means      stats.Moments
	worst      stats.Moments
	best       stats.Moments
	tries      spread    // of a question's tries
	judgements spread    // of an answer's judgements
	reasonings *frequent // nil where a rule, not a model, words them
}

func newSeries(c results.Category, d results.Dimension, info results.RunInfo) *series {
	s := &series{
		name:  results.SeriesOf(c, d),
		floor: info.PassAt.At(d), minScored: info.Gate.MinScored,
	}
	s.out.Name = s.name
	if info.Judge.Kind == results.JudgeModel {
		s.reasonings = newFrequent()
	}
	return s
}

func dimensionsOf(info results.RunInfo) seriesTable[*series] {
	return newSeriesTable(info, func(c results.Category, d results.Dimension) *series { return newSeries(c, d, info) })
}

func summariesOf(t seriesTable[*series]) []results.DimensionSummary {
	out := []results.DimensionSummary{}
	for _, s := range t.ordered() {
		out = append(out, s.summary())
	}
	return out
}

// add takes in the cells of one question; missing repeats are skipped cells.
func (s *series) add(group string, records []*results.Record, missing int) {
	var scored stats.Moments
	absent := missing
	for _, r := range records {
		cell := r.Cells[s.name]
		switch cell.Status {
		case results.CellScored:
			scored.Add(*cell.Score, "")
			s.addScore(*cell.Score, cell.Reasoning)
			s.judgements.add(cell.Scores)
		case results.CellErrored:
			s.out.Errored++
			absent++
		case results.CellInconclusive:
			s.out.Inconclusive++
			absent++
		case results.CellSkipped:
			s.out.Skipped++
			absent++
		case results.CellUnassessable:
			s.out.Unassessable++
		case results.CellDecided:
			s.out.Decided++
		}
	}
	s.out.Planned += len(records) + missing
	s.out.Skipped += missing
	s.tries.take(scored)
	s.addQuestion(group, scored, absent)
}

func (s *series) addScore(score float64, reasoning string) {
	s.out.Scored++
	s.out.Histogram[level(score)]++
	if !AtLeast(score, s.floor) {
		s.out.BelowFloor++
	}
	if s.reasonings != nil {
		s.reasonings.add(reasoning)
	}
}

// addQuestion adds the question's mean, and the means it could have with its
// absent cells at either end of the scale.
func (s *series) addQuestion(group string, scored stats.Moments, absent int) {
	mean, ok := scored.Mean()
	if ok {
		s.means.Add(mean, group)
	}
	bounds, ok := stats.MeanMissingBounds(mean, scored.N(), absent, stats.ScaleLow, stats.ScaleHigh)
	if ok {
		s.worst.Add(bounds.Worst, "")
		s.best.Add(bounds.Best, "")
	}
}

func (s *series) summary() results.DimensionSummary {
	out := s.out
	if asked := out.Scored + out.Errored + out.Inconclusive + out.Skipped; asked > 0 {
		out.Coverage = new(float64(out.Scored) / float64(asked))
	}
	if worst, ok := s.worst.Mean(); ok {
		best, _ := s.best.Mean()
		out.Worst, out.Best = &worst, &best
	}
	if est, ok := s.means.Estimate(confidenceLevel); ok {
		fillMean(&out, est)
	} else {
		out.Reason = notMeasured(out)
	}
	out.Notes = s.notes(out)
	return out
}

const noInterval = "no interval: all questions are of one group"

func fillMean(out *results.DimensionSummary, est stats.MeanEstimate) {
	out.N, out.Mean = est.N, &est.Mean
	if est.Beta != nil {
		out.Lo, out.Hi = &est.Beta.Lo, &est.Beta.Hi
	} else {
		out.Reason = noInterval
	}
	if est.T != nil {
		out.TLo, out.THi = &est.T.Lo, &est.T.Hi
	}
}

// notMeasured says where the cells went instead.
func notMeasured(d results.DimensionSummary) string {
	if d.Planned == 0 {
		return "not measured: no question of this category"
	}
	var parts []string
	for _, c := range []struct {
		n      int
		status results.CellStatus
	}{
		{d.Errored, results.CellErrored}, {d.Inconclusive, results.CellInconclusive},
		{d.Unassessable, results.CellUnassessable}, {d.Decided, results.CellDecided}, {d.Skipped, results.CellSkipped},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.status))
		}
	}
	return fmt.Sprintf("not measured: of %d cells %s", d.Planned, strings.Join(parts, ", "))
}
