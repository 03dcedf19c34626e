package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestPlansThatDoNotExistAreNotOK(t *testing.T) {
	for _, c := range []struct{ delta, sd, alpha, power, deff float64 }{
		{0, 0.8, 0.05, 0.8, 1}, {-1, 0.8, 0.05, 0.8, 1}, {0.2, -1, 0.05, 0.8, 1}, {0.2, 0.8, 0, 0.8, 1},
		{0.2, 0.8, 1.5, 0.8, 1}, {0.2, 0.8, 0.05, 1, 1}, {0.2, 0.8, 0.05, 0.3, 1}, {0.2, 0.8, 0.05, 0.8, -1},
		{math.NaN(), 0.8, 0.05, 0.8, 1}, {1e-300, 0.8, 0.05, 0.8, 1}, {0.2, math.Inf(1), 0.05, 0.8, 1},
	} {
		if n, _, ok := NPaired(c.delta, c.sd, c.alpha, c.power, c.deff); ok {
			t.Errorf("%+v: %d pairs", c, n)
		}
	}
	if _, ok := MDEPaired(0.8, 1, 0.05, 0.8); ok {
		t.Error("one pair has a detectable difference")
	}
	for _, c := range [][2]float64{{0.1, 0.1}, {-0.1, 0.2}, {0.6, 0.5}, {0, 0}} {
		if n, ok := NMcNemar(c[0], c[1], 0.05, 0.8); ok {
			t.Errorf("%v: %d questions", c, n)
		}
		if n, ok := NMcNemarExact(c[0], c[1], 0.05, 0.8); ok {
			t.Errorf("%v: %d questions", c, n)
		}
	}
	for _, c := range [][2]float64{{0, 0.95}, {1, 0.95}, {0.05, 0}, {0.05, 1}} {
		if n, ok := NZeroFailures(c[0], c[1]); ok {
			t.Errorf("%v: %d", c, n)
		}
	}
	if sd, ok := PairedSDFromComponents(0.3, 0.4, 0.4, 0, 1); ok {
		t.Errorf("no answers: %v", sd)
	}
}

func TestPlannedPairsAreTheFewestThatSeeTheDrop(t *testing.T) {
	for _, sd := range []float64{0, 0.1, 0.8, 2.5} {
		for _, delta := range []float64{0.03, 0.1, 0.25, 1} {
			for _, power := range []float64{0.5, 0.8, 0.95} {
				n, _, ok := NPaired(delta, sd, 0.05, power, 1)
				if !ok {
					t.Fatalf("sd %v, delta %v: no n", sd, delta)
				}
				if mde, _ := MDEPaired(sd, n, 0.05, power); mde > delta {
					t.Errorf("%d pairs see %v, not %v", n, mde, delta)
				}
				if mde, ok := MDEPaired(sd, n-1, 0.05, power); ok && mde <= delta {
					t.Errorf("%d pairs would do for %v", n-1, delta)
				}
			}
		}
	}
}

func TestGroupsMultiplyThePairs(t *testing.T) {
	_, alone, _ := NPaired(0.1, 0.8, 0.05, 0.8, 1)
	_, grouped, _ := NPaired(0.1, 0.8, 0.05, 0.8, 2.5)
	if math.Abs(float64(grouped)-2.5*float64(alone)) > 3 {
		t.Errorf("%d alone, %d with a design effect of 2.5", alone, grouped)
	}
}

// The exact test is less powerful than Connor's formula hopes.
func TestExactFlipPlanHasItsPower(t *testing.T) {
	for _, c := range [][2]float64{{0.12, 0.04}, {0.05, 0}, {0.3, 0.2}, {0.04, 0.12}, {1, 0}, {0.02, 0.01}} {
		n, ok := NMcNemarExact(c[0], c[1], 0.05, 0.8)
		if !ok {
			t.Fatalf("%v: no n", c)
		}
		connor, _ := NMcNemar(c[0], c[1], 0.05, 0.8)
		power, _ := PowerMcNemarExact(n, c[0], c[1], 0.05)
		if power < 0.8 || n < connor || n > connor+connor/4+10 {
			t.Errorf("%v: %d questions with power %v, Connor %d", c, n, power, connor)
		}
	}
	if n, _ := NMcNemarExact(0.12, 0.04, 0.05, 0.8); n < 205 || n > 215 {
		t.Errorf("12 %% against 4 %%: %d questions, want about 210", n)
	}
}

func TestPowerOfFlipsMatchesCountingThem(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	const n, rounds = 80, 20_000
	found := 0
	for range rounds {
		worse, better := 0, 0
		for range n {
			switch u := r.Float64(); {
			case u < 0.15:
				worse++
			case u < 0.2:
				better++
			}
		}
		if McNemarExact(worse, better).PTwo <= 0.05 {
			found++
		}
	}
	want, _ := PowerMcNemarExact(n, 0.15, 0.05, 0.05)
	if got := float64(found) / rounds; math.Abs(got-want) > 0.015 {
		t.Errorf("power %v, counted %v", want, got)
	}
}

func TestPowerOfFlipsAtTheEdges(t *testing.T) {
	for _, c := range []struct {
		n                    int
		worse, better, power float64
	}{
		{10, 0, 0, 0}, {5, 1, 0, 0}, {6, 1, 0, 1}, {6, 0, 1, 1}, {200, 0.5, 0.5, 0.04},
	} {
		got, ok := PowerMcNemarExact(c.n, c.worse, c.better, 0.05)
		if !ok || math.Abs(got-c.power) > 0.005 {
			t.Errorf("%+v: %v, %v", c, got, ok)
		}
	}
	if _, ok := PowerMcNemarExact(0, 0.1, 0, 0.05); ok {
		t.Error("power without questions")
	}
}

func TestCleanTrialsShowTheRate(t *testing.T) {
	for _, rate := range []float64{0.5, 0.1, 0.05, 0.01} {
		for _, conf := range []float64{0.5, 0.75, 0.95, 0.99} {
			n, ok := NZeroFailures(rate, conf)
			if !ok || math.Pow(1-rate, float64(n)) > (1-conf)*(1+1e-9) || n > 1 && math.Pow(1-rate, float64(n-1)) <= (1-conf)*(1-1e-9) {
				t.Errorf("rate %v at %v: %d", rate, conf, n)
			}
		}
	}
}

func TestPowerIsTheInverseOfTheDetectableDifference(t *testing.T) {
	for _, n := range []int{2, 10, 50, 1000} {
		for _, want := range []float64{0.5, 0.8, 0.95} {
			mde, _ := MDEPaired(0.8, n, 0.05, want)
			if got, ok := PowerPaired(mde, 0.8, n, 0.05); !ok || math.Abs(got-want) > 1e-9 {
				t.Errorf("n %d: %v finds %v with power %v", n, mde, want, got)
			}
		}
	}
	if power, ok := PowerPaired(0.1, 0, 5, 0.05); !ok || power != 1 {
		t.Errorf("without spread: %v", power)
	}
	if power, ok := PowerPaired(0.1, 0.8, 1, 0.05); ok {
		t.Errorf("one pair: %v", power)
	}
}
