package stats

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// PowerMarginFlips is the chance that the lower one-sided bound of PairedPropCI
// is above -margin when n questions are asked twice of one system, of which
// the share flips comes out differently, either way alike. It exists for
// n >= 1, flips of 0..1 and a margin that is positive.
func PowerMarginFlips(n int, flips, margin, conf float64) (float64, bool) {
	if n < 1 || !(flips >= 0 && flips <= 1) || !(margin > 0) || !levelOK(conf) {
		return 0, false
	}
	chance := 0.0
	low, high := likelyCounts(n, flips)
	for m := low; m <= high; m++ {
		if most := worseWithin(n, m, margin, conf); most >= 0 {
			coin := distuv.Binomial{N: float64(m), P: 0.5}
			chance += binomialProb(n, flips, m) * coin.CDF(float64(most))
		}
	}
	return math.Min(1, chance), true
}

// worseWithin is how many of m flips may be for the worse, -1 where not even
// none may; each more lowers the bound.
func worseWithin(n, m int, margin, conf float64) int {
	return sort.Search(m+1, func(worse int) bool {
		p, ok := PairedPropCI(n, worse, m-worse, conf)
		lower, _ := p.Bound(conf)
		return !ok || lower <= -margin
	}) - 1
}
