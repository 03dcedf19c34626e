package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func TestMcNemarEqualsCountingCoins(t *testing.T) {
	choose := func(n, k int) float64 {
		c := 1.0
		for i := range k {
			c = c * float64(n-i) / float64(i+1)
		}
		return c
	}
	for n := 1; n <= 30; n++ {
		for worse := 0; worse <= n; worse++ {
			lower, tail := 0.0, 0.0
			for k := 0; k <= n; k++ {
				p := choose(n, k) / math.Pow(2, float64(n))
				if k <= min(worse, n-worse) {
					lower += p
				}
				if k >= worse {
					tail += p
				}
			}
			got := McNemarExact(worse, n-worse)
			if math.Abs(got.PTwo-math.Min(1, 2*lower)) > 1e-12 || math.Abs(got.PWorse-tail) > 1e-12 {
				t.Errorf("%d of %d: %+v, want %v and %v", worse, n, got, 2*lower, tail)
			}
			if back := McNemarExact(n-worse, worse); back.PTwo != got.PTwo || back.PMid != got.PMid {
				t.Errorf("swapped: %+v, %+v", got, back)
			}
		}
	}
}

func TestNoFlipsProveNothing(t *testing.T) {
	for _, c := range [][2]int{{0, 0}, {-3, -1}, {-1, 0}} {
		if got := McNemarExact(c[0], c[1]); got != (McNemar{1, 1, 1}) {
			t.Errorf("%v: %+v", c, got)
		}
		if e := EValueFlips(c[0], c[1]); e != 1 {
			t.Errorf("%v: e %v", c, e)
		}
	}
}

func TestPairedProportionDoesNotExistForImpossibleCounts(t *testing.T) {
	for _, c := range [][3]int{{0, 0, 0}, {5, 3, 3}, {5, -1, 0}, {5, 0, -1}, {-1, 0, 0}} {
		if got, ok := PairedPropCI(c[0], c[1], c[2], 0.95); ok {
			t.Errorf("%v: %+v", c, got)
		}
	}
	if got, ok := PairedPropCI(5, 1, 1, 1); ok {
		t.Errorf("confidence 1: %+v", got)
	}
}

func TestPairedProportionContainsItsEstimateAndMirrors(t *testing.T) {
	for n := 1; n <= 25; n++ {
		for worse := 0; worse <= n; worse++ {
			for better := 0; worse+better <= n; better++ {
				wide := 0.0
				for _, conf := range []float64{0.2, 0.8, 0.95, 0.999} {
					p, ok := PairedPropCI(n, worse, better, conf)
					back, _ := PairedPropCI(n, better, worse, conf)
					if !ok || !(-1 <= p.Lo && p.Lo <= p.Diff && p.Diff <= p.Hi && p.Hi <= 1) || !(p.Lo < p.Hi) {
						t.Fatalf("%d worse, %d better of %d: %+v", worse, better, n, p)
					}
					if p.Lo != -back.Hi || p.Hi != -back.Lo || p.Diff != -back.Diff {
						t.Fatalf("swapped: %+v, %+v", p, back)
					}
					if p.Hi-p.Lo < wide {
						t.Fatalf("%d, %d of %d at %v: narrower than at less confidence", worse, better, n, conf)
					}
					wide = p.Hi - p.Lo
				}
			}
		}
	}
}

func TestPairedProportionBoundsAreTheIntervalOfTwiceTheTail(t *testing.T) {
	p, _ := PairedPropCI(60, 7, 2, 0.9)
	lower, upper := p.Bound(0.95)
	if math.Abs(lower-p.Lo) > 1e-12 || math.Abs(upper-p.Hi) > 1e-12 {
		t.Errorf("%v, %v; want %v, %v", lower, upper, p.Lo, p.Hi)
	}
	if lower, upper := p.Bound(1.5); lower != -1 || upper != 1 {
		t.Errorf("%v, %v", lower, upper)
	}
}

// Every table of flips is enumerated: the interval covers at its level, and
// the lower bound, on which a gate rests, errs in at most 7 of 100; the worst
// is where nearly all flips go one way.
func TestPairedProportionKeepsItsLevel(t *testing.T) {
	for _, n := range []int{20, 50, 100} {
		for _, truth := range [][2]float64{{0.02, 0.02}, {0.05, 0.05}, {0.1, 0.05}, {0.15, 0.02}, {0.2, 0.2}, {0.3, 0.1}} {
			covered, above := 0.0, 0.0
			difference := truth[1] - truth[0]
			for worse := 0; worse <= n; worse++ {
				for better := 0; worse+better <= n; better++ {
					p, _ := PairedPropCI(n, worse, better, 0.95)
					chance := binomialProb(n, truth[0], worse) * binomialProb(n-worse, truth[1]/(1-truth[0]), better)
					if p.Lo <= difference && difference <= p.Hi {
						covered += chance
					}
					if lower, _ := p.Bound(0.95); lower > difference {
						above += chance
					}
				}
			}
			if covered < 0.94 || above > 0.07 {
				t.Errorf("n %d, flips %v: covers %.3f, lower bound errs %.3f", n, truth, covered, above)
			}
		}
	}
}

func TestEValueIsBoundedUnderNoChange(t *testing.T) {
	for _, n := range []int{1, 5, 20, 200} {
		expected := 0.0
		for worse := 0; worse <= n; worse++ {
			expected += EValueFlips(worse, n-worse) * distuv.Binomial{N: float64(n), P: 0.5}.Prob(float64(worse))
		}
		if math.Abs(expected-1) > 1e-9 {
			t.Errorf("%d flips: mean %v, want 1", n, expected)
		}
	}
	if e := EValueFlips(100_000, 0); e != math.MaxFloat64 {
		t.Errorf("100,000 flips to the worse: %v", e)
	}
	if e := EValueFlips(0, 100_000); e < 0 || e > 1e-3 {
		t.Errorf("100,000 flips to the better: %v", e)
	}
}
