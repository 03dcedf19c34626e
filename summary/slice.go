package summary

import (
	"fmt"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// slice is one part of a run.
type slice struct {
	questions int
	decided   int // questions with a decided repeat
	totals    results.Totals
	pass      share
	series    seriesTable[*sliceSeries]
}

func newSlice(info results.RunInfo) *slice {
	return &slice{series: newSeriesTable(info, func(c results.Category, d results.Dimension) *sliceSeries {
		return &sliceSeries{out: results.SliceDimension{Name: results.SeriesOf(c, d)}, floor: info.PassAt.At(d)}
	})}
}

func (s *slice) add(cluster string, c results.Category, records []*results.Record, missing int) {
	s.questions++
	passed, decided := addVerdicts(&s.totals, records, missing)
	if decided > 0 {
		s.decided++
	}
	s.pass.add(cluster, passed, decided, len(records)+missing-decided)
	for _, series := range s.series[c] {
		series.add(cluster, records, missing)
	}
}

func (s *slice) summary(name string) results.Slice {
	out := results.Slice{
		Name: name, Questions: s.questions, Totals: s.totals,
		PassRate: s.pass.rate("no question was decided"), Dimensions: []results.SliceDimension{},
	}
	if s.decided < results.MinSlice && out.PassRate.Rate != nil {
		out.PassRate = results.Rate{K: out.PassRate.K, N: out.PassRate.N, Reason: tooFewForSlice()}
	}
	for _, series := range s.series.ordered() {
		if series.out.Planned > 0 {
			out.Dimensions = append(out.Dimensions, series.summary())
		}
	}
	return out
}

func tooFewForSlice() string {
	return fmt.Sprintf("fewer than %d questions: counts only", results.MinSlice)
}

// sliceSeries is one series within a slice.
type sliceSeries struct {
	out   results.SliceDimension
	floor float64
	means stats.Moments
}

func (s *sliceSeries) add(cluster string, records []*results.Record, missing int) {
	var scored stats.Moments
	for _, r := range records {
		cell := r.Cells[s.out.Name]
		if cell.Status != results.CellScored {
			continue
		}
		scored.Add(*cell.Score, "")
		if !AtLeast(*cell.Score, s.floor) {
			s.out.BelowFloor++
		}
	}
	s.out.Planned += len(records) + missing
	s.out.Scored += scored.N()
	if mean, ok := scored.Mean(); ok {
		s.means.Add(mean, cluster)
	}
}

func (s *sliceSeries) summary() results.SliceDimension {
	out := s.out
	out.N = s.means.N()
	switch {
	case out.N == 0:
		out.Reason = "not measured"
	case out.N < results.MinSlice:
		out.Reason = tooFewForSlice()
	default:
		s.fill(&out)
	}
	return out
}

func (s *sliceSeries) fill(out *results.SliceDimension) {
	est, ok := s.means.Estimate(confidenceLevel)
	if !ok {
		return
	}
	out.Mean = &est.Mean
	if est.Beta == nil {
		out.Reason = noInterval
		return
	}
	out.Lo, out.Hi = &est.Beta.Lo, &est.Beta.Hi
}
