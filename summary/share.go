package summary

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// share counts k of n rows, each a question and repeat, and how many more
// have no outcome. Rows of one question belong together, and so do those of
// one group.
type share struct {
	rows    stats.Proportion
	missing int
}

// add counts the rows of one question.
func (s *share) add(group string, k, n, missing int) {
	s.rows.Add(group, k, n)
	s.missing += missing
}

// addOne counts a question as one row, or as missing while its outcome is open.
func (s *share) addOne(group string, o outcome) {
	switch o {
	case yes:
		s.add(group, 1, 1, 0)
	case no:
		s.add(group, 0, 1, 0)
	default:
		s.add(group, 0, 0, 1)
	}
}

const oneCluster = "no interval: all from one group or one question"

// rate gives the share; reason says why, should nothing be decided.
func (s *share) rate(reason string) results.Rate {
	out := results.Rate{K: s.rows.K(), N: s.rows.N()}
	bounds, ok := stats.PassMissingBounds(out.K, out.N-out.K, s.missing)
	if ok {
		out.Worst, out.Best = &bounds.Worst, &bounds.Best
	}
	if out.N == 0 {
		out.Reason = reason
		return out
	}
	out.Rate = bounds.Observed
	if interval, ok := s.rows.Interval(confidenceLevel); ok {
		out.Lo, out.Hi = &interval.Lo, &interval.Hi
	} else {
		out.Reason = oneCluster
	}
	return out
}

// harm gives the share of something that should not happen: its worst case
// is the high end.
func (s *share) harm(reason string) results.Rate {
	out := s.rate(reason)
	out.Worst, out.Best = out.Best, out.Worst
	return out
}
