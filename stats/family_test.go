package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestHolmIsAtLeastBHIsAtLeastRaw(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		p := make([]float64, r.IntN(12))
		for i := range p {
			p[i] = math.Pow(r.Float64(), 4)
		}
		holm, bh := AdjustHolm(p), AdjustBH(p)
		for i := range p {
			if !(holm[i] >= bh[i] && bh[i] >= p[i] && holm[i] <= 1) {
				t.Fatalf("%v: Holm %v, BH %v", p, holm, bh)
			}
			for j := range p {
				if p[i] < p[j] && (holm[i] > holm[j] || bh[i] > bh[j]) {
					t.Fatalf("%v: order lost in %v or %v", p, holm, bh)
				}
			}
		}
	}
}

func TestAdjustmentHoldsWhatIsNoChance(t *testing.T) {
	for _, got := range [][]float64{AdjustHolm([]float64{math.NaN(), -1, 2}), AdjustBH([]float64{math.NaN(), -1, 2})} {
		if got[0] != 1 || got[1] != 0 || got[2] != 1 {
			t.Errorf("%v", got)
		}
	}
}

func TestNonInferiorityStates(t *testing.T) {
	for _, c := range []struct {
		lo, lower, upper, hi float64
		state                GateState
		verdict              string
	}{
		{-0.6, -0.55, -0.3, -0.28, StateRegression, "fail"},
		{-0.24, -0.2, -0.05, -0.01, StateWorseWithin, "pass"},
		{-0.4, -0.35, -0.1, -0.05, StateWorseUnclear, "fail"},
		{0.02, 0.05, 0.5, 0.6, StateImproved, "pass"},
		{-0.15, -0.1, 0.1, 0.15, StateEquivalent, "pass"},
		{-0.15, -0.1, 0.3, 0.4, StateNonInferior, "pass"},
		{-0.4, -0.3, 0.1, 0.2, StateInconclusive, "inconclusive"},
		{-0.3, -0.25, 0.1, 0.2, StateInconclusive, "inconclusive"}, // a bound on the margin does not clear it
		{math.NaN(), -0.1, 0.1, 0.2, StateInconclusive, "inconclusive"},
		{-0.1, -0.1, 0.1, math.Inf(1), StateInconclusive, "inconclusive"},
	} {
		got := NonInferiority(c.lo, c.hi, c.lower, c.upper, 0.25)
		if got != c.state || got.Verdict() != c.verdict {
			t.Errorf("%+v: %s, %s", c, got, got.Verdict())
		}
	}
}

func TestRanksThatDoNotExistAreNotOK(t *testing.T) {
	for name, runs := range map[string][][]float64{
		"none": nil, "one run": {{1, 2}}, "no questions": {{}, {}}, "of unequal length": {{1, 2}, {1}},
		"not a number": {{1, 2}, {1, math.NaN()}},
	} {
		if got, ok := RankCI(runs, 0.05); ok {
			t.Errorf("%s: %+v", name, got)
		}
		if _, p, ok := Friedman(runs); ok {
			t.Errorf("%s: Friedman %v", name, p)
		}
	}
	if _, ok := RankCI([][]float64{{1}, {2}}, 0); ok {
		t.Error("alpha 0")
	}
}

func TestRunsThatCannotBeToldApartShareAllRanks(t *testing.T) {
	got, ok := RankCI([][]float64{{4, 5, 3}, {5, 4, 3}, {3, 5, 4}}, 0.05)
	if !ok || got.Rank[0] != [2]int{1, 3} || got.Rank[1] != [2]int{1, 3} || got.Rank[2] != [2]int{1, 3} {
		t.Errorf("%+v", got)
	}
}

func TestGroupsWidenRanksAndTakeFriedmanAway(t *testing.T) {
	low, high, groups := make([]float64, 12), make([]float64, 12), make([]string, 12)
	for i := range low {
		low[i], high[i], groups[i] = 3, 4, string(rune('a'+i/4))
	}
	plain, _ := RankCI([][]float64{low, high}, 0.05)
	grouped, ok := RankCICluster([][]float64{low, high}, groups, 0.05)
	if plain.Rank[1] != [2]int{1, 1} || !ok || grouped.Rank[1] != [2]int{1, 2} {
		t.Errorf("plain %v, in three groups %v", plain.Rank, grouped.Rank)
	}
	if plain.Friedman == nil || grouped.Friedman != nil {
		t.Errorf("Friedman %v and %v", plain.Friedman, grouped.Friedman)
	}
}

// Conover, Practical Nonparametric Statistics (1999), 5.8: twelve homeowners
// rank four grasses; T1 = 8.0973 with ties, 3 degrees of freedom.
func TestFriedmanMatchesThePublishedExample(t *testing.T) {
	grasses := [][]float64{
		{4, 4, 3, 3, 4, 2, 1, 2, 3.5, 4, 4, 3.5},
		{3, 2, 1.5, 1, 2, 2, 3, 4, 1, 1, 2, 1},
		{2, 3, 1.5, 2, 1, 2, 2, 1, 2, 3, 3, 2},
		{1, 1, 4, 4, 3, 4, 4, 3, 3.5, 2, 1, 3.5},
	}
	statistic, p, ok := Friedman(grasses)
	if !ok || math.Abs(statistic-8.0973) > 5e-5 || math.Abs(p-0.04404) > 5e-5 {
		t.Errorf("%v, p %v, %v", statistic, p, ok)
	}
	if _, _, ok := Friedman([][]float64{{1, 2, 3}, {1, 2, 3}}); ok {
		t.Error("runs that tie on every question have a statistic")
	}
}
