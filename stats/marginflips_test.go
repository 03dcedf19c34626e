package stats

import (
	"math"
	"testing"
)

// Without any flip the bound is what it is; with more it is kept less often,
// and with more questions more often.
func TestPowerMarginFlips(t *testing.T) {
	for _, c := range []struct {
		n      int
		flips  float64
		margin float64
		want   float64
	}{{60, 0, 0.05, 1}, {20, 0, 0.05, 0}, {60, 0.1, 0.05, 0.2713}, {250, 0.1, 0.05, 0.7921}, {60, 0.05, 0.05, 0.3862}} {
		if got, ok := PowerMarginFlips(c.n, c.flips, c.margin, 0.95); !ok || math.Abs(got-c.want) > 5e-4 {
			t.Errorf("%+v: %v, %t", c, got, ok)
		}
	}
	for _, c := range []struct {
		n                   int
		flips, margin, conf float64
	}{{0, 0.1, 0.05, 0.95}, {10, -1, 0.05, 0.95}, {10, 2, 0.05, 0.95}, {10, 0.1, 0, 0.95}, {10, math.NaN(), 0.05, 0.95}, {10, 0.1, 0.05, 1}} {
		if got, ok := PowerMarginFlips(c.n, c.flips, c.margin, c.conf); ok {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
