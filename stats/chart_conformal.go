package stats

import (
	"math"
	"slices"
)

// Conformal is a chart that needs no distribution at all: as long as nothing
// changes each night is as likely as any other to be the worst so far, and
// the mean time to a false alarm is at least the limit (Shin, Ramdas and
// Rinaldo, E-detectors). It sees falls alone, and none in its first nights,
// because the worst of t nights is no rarer than 1 in t. Equal nights count
// as no better, which costs it falls where few questions leave few values.
type Conformal struct {
	limit   float64
	sums    []float64 // one for each power that the p-value is bet with
	history []float64 // sorted
}

// conformalPowers are the bets that are averaged: small ones win fast on a
// large fall, large ones lose little while nothing happens.
const conformalPowers = 9

// mostEvidence keeps the sums finite through years of alarm.
const mostEvidence = 1e300

// NewConformal starts a chart. Limit is the mean number of nights to a false
// alarm, above 1.
func NewConformal(limit float64) (*Conformal, bool) {
	if !(limit > 1) || !finite(limit) {
		return nil, false
	}
	return &Conformal{limit: limit, sums: make([]float64, conformalPowers)}, true
}

// Rank is the share of nights, this one among them, whose value is not above
// x.
func (c *Conformal) Rank(x float64) float64 {
	at, _ := slices.BinarySearchFunc(c.history, x, func(have, x float64) int {
		if have <= x {
			return -1
		}
		return 1
	})
	return float64(at+1) / float64(len(c.history)+1)
}

// Next takes in the value of a night; it stays out of the history, with
// which later nights are compared, until Add. A value that is not finite has
// no step.
func (c *Conformal) Next(x float64) (Step, bool) {
	if !finite(x) {
		return Step{}, false
	}
	p, total := c.Rank(x), 0.0
	for i := range c.sums {
		power := float64(i+1) / (conformalPowers + 1)
		c.sums[i] = math.Min(mostEvidence, (1+c.sums[i])*power*math.Pow(p, power-1))
		total += c.sums[i]
	}
	mean := total / conformalPowers
	return Step{Statistic: mean, Limit: c.limit, Low: mean >= c.limit}, true
}

// Add takes a night into the history.
func (c *Conformal) Add(x float64) {
	at, _ := slices.BinarySearch(c.history, x)
	c.history = slices.Insert(c.history, at, x)
}
