package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Step is what a control chart makes of one more night. Low is an alarm
// towards small values, High one towards large values.
type Step struct {
	Statistic float64
	Limit     float64 // what the statistic is held to, tonight
	Low, High bool
}

// maxQ bounds a Q statistic. Beyond seven standard deviations the size says
// nothing more, and one wild night would hold a chart in alarm for weeks.
const maxQ = 7

// SelfStarting turns the value of a night into a Q statistic: how surprising
// it is after the nights before it, on the scale of a standard normal. While
// nothing changes the Q statistics are independent and normal from the third
// night on, so that a chart needs no calm weeks to learn from (Quesenberry
// 1991). The zero value is ready.
type SelfStarting struct{ history running }

// Add takes a night into the history.
func (s *SelfStarting) Add(x float64) { s.history.add(x) }

// N is the number of nights in the history.
func (s *SelfStarting) N() int { return s.history.n }

// Mean is that of the history; it does not exist before the first night.
func (s *SelfStarting) Mean() (float64, bool) { return s.history.mean, s.history.n > 0 }

// SD is the standard deviation between nights (n-1); it needs two.
func (s *SelfStarting) SD() (float64, bool) {
	if s.history.n < 2 {
		return 0, false
	}
	return math.Sqrt(s.history.m2 / float64(s.history.n-1)), true
}

// Q compares a night with the history, to which it does not belong yet. It
// needs two nights there and a finite value. The floor is the smallest
// standard deviation to believe in: two equal nights at the start are luck,
// and without it every night after them is an alarm. Between -7 and 7.
func (s *SelfStarting) Q(x, floor float64) (float64, bool) {
	sd, ok := s.SD()
	if !ok || !finite(x) || !finite(s.history.mean) || !finite(sd) {
		return 0, false
	}
	distance := x - s.history.mean
	if sd = math.Max(sd, floor); sd <= 0 {
		return maxQ * float64(sign(distance)), true
	}
	n := float64(s.history.n)
	t := math.Sqrt(n/(n+1)) * distance / sd
	// The tail is taken on the side where it is small: near 1 it has no digits.
	tail := distuv.StudentsT{Sigma: 1, Nu: n - 1}.CDF(-math.Abs(t))
	if !(tail > 0) {
		return maxQ * float64(sign(t)), true
	}
	q := math.Min(maxQ, -distuv.UnitNormal.Quantile(tail))
	return q * float64(sign(t)), true
}

func sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}
