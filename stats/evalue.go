package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// EValueFlips is the evidence that flips go to the worse, which may be looked
// at after every question: under no change it reaches 20 in fewer than 1 of
// 20 series, however long they go on. It averages the likelihood ratio over
// all chances of a flip to be for the worse from one half to one. Negative
// counts are none.
func EValueFlips(worse, better int) float64 {
	w, b := float64(max(0, worse)), float64(max(0, better))
	mass := distuv.Binomial{N: w + b + 1, P: 0.5}.CDF(w) // P(Beta(w+1, b+1) > 1/2)
	all, _ := math.Lgamma(w + b + 2)
	one, _ := math.Lgamma(w + 1)
	other, _ := math.Lgamma(b + 1)
	log := (w+b+1)*math.Ln2 + one + other - all + math.Log(mass)
	return math.Min(math.Exp(log), math.MaxFloat64)
}
