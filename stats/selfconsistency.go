package stats

import (
	"math"
	"slices"
)

// Consistency is how far repeated scores of the same thing agree with each
// other. It says "stable" or "not stable", never "right".
type Consistency struct {
	Items         int     // with two scores at least; others say nothing
	PairAgreement float64 // share of pairs of scores of one item that are equal, mean over items
	FlipRate      float64 // share of such pairs on two sides of the cut
	WithinSD      float64 // standard deviation within an item, pooled
	Changed       float64 // share of items that got more than one score
	Wide          []int   // items, by their place in the input, with scores two or more apart
}

// SelfConsistency compares the repeated scores of each item. It does not
// exist without an item of two scores, or with a value that is not finite.
func SelfConsistency(repeats [][]float64, cut float64) (Consistency, bool) {
	if slices.ContainsFunc(repeats, func(r []float64) bool { return !allFinite(r) }) || !finite(cut) {
		return Consistency{}, false
	}
	var c Consistency
	within, freedom := 0.0, 0
	for i, scores := range repeats {
		if len(scores) < 2 {
			continue
		}
		c.Items++
		equal, flipped := pairShares(scores, cut)
		c.PairAgreement += equal
		c.FlipRate += flipped
		if equal < 1 {
			c.Changed++
		}
		if slices.Max(scores)-slices.Min(scores) >= 2 {
			c.Wide = append(c.Wide, i)
		}
		var r running
		for _, s := range scores {
			r.add(s)
		}
		within, freedom = within+r.m2, freedom+r.n-1
	}
	if c.Items == 0 {
		return Consistency{}, false
	}
	n := float64(c.Items)
	c.PairAgreement, c.FlipRate, c.Changed = c.PairAgreement/n, c.FlipRate/n, c.Changed/n
	c.WithinSD = math.Sqrt(untied(within / float64(freedom)))
	return c, true
}

func pairShares(scores []float64, cut float64) (equal, flipped float64) {
	for i, a := range scores {
		for _, b := range scores[:i] {
			if a == b {
				equal++
			}
			if (a >= cut) != (b >= cut) {
				flipped++
			}
		}
	}
	pairs := pairsOf(len(scores))
	return equal / pairs, flipped / pairs
}
