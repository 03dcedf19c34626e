package summary

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// spread averages standard deviations. They are within questions, or within
// answers: how questions differ from one another is no part of it.
type spread struct {
	n        int
	sum, max float64
}

// add takes the scores of one answer.
func (s *spread) add(scores []float64) {
	if sd, ok := SpreadOf(scores); ok {
		s.addSD(sd)
	}
}

// take takes the scores of one question. One alone says nothing.
func (s *spread) take(scores stats.Moments) {
	if sd, ok := scores.SD(); ok {
		s.addSD(sd)
	}
}

func (s *spread) addSD(sd float64) {
	s.n++
	s.sum += sd
	s.max = max(s.max, sd)
}

func (s *spread) summary(unit string) results.Spread {
	if s.n == 0 {
		return results.Spread{Reason: "no " + unit + " has two scores"}
	}
	return results.Spread{N: s.n, Mean: new(s.sum / float64(s.n)), Max: new(s.max)}
}

// SpreadOf is the standard deviation of a question's scores over its
// repeats. It needs two scores.
func SpreadOf(scores []float64) (float64, bool) {
	var m stats.Moments
	for _, s := range scores {
		m.Add(s, "")
	}
	return m.SD()
}
