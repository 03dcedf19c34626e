package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemar is the exact test of flips: with no change, a question that flips
// is as likely to go either way.
type McNemar struct {
	PTwo   float64
	PMid   float64 // counts half of what was seen; for information
	PWorse float64 // one-sided: so many or more from pass to fail
}

// McNemarExact tests flips; negative counts are none. Without a flip every
// chance is 1.
func McNemarExact(passToFail, failToPass int) McNemar {
	worse, better := max(0, passToFail), max(0, failToPass)
	n, fewer := worse+better, min(worse, better)
	if n == 0 {
		return McNemar{PTwo: 1, PMid: 1, PWorse: 1}
	}
	coin := distuv.Binomial{N: float64(n), P: 0.5}
	two := 2 * coin.CDF(float64(fewer))
	return McNemar{
		PTwo:   math.Min(1, two),
		PMid:   math.Min(1, two-coin.Prob(float64(fewer))),
		PWorse: math.Min(1, coin.CDF(float64(better))),
	}
}
