package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestMeanThatDoesNotExistIsNotOK(t *testing.T) {
	for _, c := range []struct {
		name   string
		scores []float64
		conf   float64
	}{
		{"no scores", nil, 0.95},
		{"a score below the scale", []float64{3, 0}, 0.95},
		{"a score above the scale", []float64{3, 5.5}, 0.95},
		{"a score that is no number", []float64{3, math.NaN()}, 0.95},
		{"confidence 0", []float64{3, 4}, 0},
		{"confidence 1", []float64{3, 4}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := MeanCI(c.scores, c.conf); ok {
				t.Errorf("got %+v", got)
			}
		})
	}
	if got, ok := MeanCICluster([]float64{3, 4}, []string{"a"}, 0.95); ok {
		t.Errorf("label missing: %+v", got)
	}
}

func TestOneScoreHasAWideIntervalAndNoSpread(t *testing.T) {
	got, ok := MeanCI([]float64{5}, 0.95)
	if !ok || got.SD != nil || got.SE != nil || got.T != nil {
		t.Fatalf("got %+v, %v", got, ok)
	}
	if got.Beta == nil || got.Beta.Hi != 5 || got.Beta.Lo > 3 {
		t.Errorf("interval %v", got.Beta)
	}
}

func TestOneClusterHasNoInterval(t *testing.T) {
	got, ok := MeanCICluster([]float64{3, 4, 5}, []string{"a", "a", "a"}, 0.95)
	if !ok || got.Mean != 4 || got.SE != nil || got.Beta != nil || got.T != nil {
		t.Errorf("got %+v, %v", got, ok)
	}
}

func TestTiedScoresNeverGiveAPoint(t *testing.T) {
	third := 13.0 / 3 // as a mean of repeats gives it
	for _, score := range []float64{1, 2, third, 4.1, 5} {
		for _, n := range []int{1, 2, 12, 500} {
			got, ok := MeanCI(slices.Repeat([]float64{score}, n), 0.95)
			if !ok || got.Beta == nil || got.Beta.Hi-got.Beta.Lo < 1e-4 || got.Mean != score {
				t.Errorf("%d times %g: %+v", n, score, got)
			}
		}
	}
}

func TestTiedScoresInClustersCountClusters(t *testing.T) {
	scores, names := slices.Repeat([]float64{4.1}, 30), make([]string, 30)
	for i := range names {
		names[i] = fmt.Sprint(i % 6)
	}
	got, ok := MeanCICluster(scores, names, 0.95)
	if !ok || got.NEff == nil || *got.NEff != 6 || got.Deff != nil {
		t.Errorf("got %+v", got)
	}
}

func TestRoundingIsNoSpread(t *testing.T) {
	// Means of the same repeats differ in the last bit when their order does.
	a := 13.0 / 3
	b := math.Nextafter(a, 5)
	got, ok := MeanCI([]float64{a, b, a, b, a, b, b, b}, 0.95)
	if !ok || *got.SD != 0 || got.Deff != nil || *got.NEff != 8 {
		t.Errorf("%+v", got)
	}
}

// drawn gives fractional scores near the ceiling and labels of mixed size.
func drawn(seed uint64, n int) ([]float64, []string) {
	r := rand.New(rand.NewPCG(seed, 7))
	scores, names := make([]float64, n), make([]string, n)
	for i := range scores {
		scores[i] = 5 - math.Floor(r.ExpFloat64()*6)/6
		scores[i] = math.Max(1, scores[i])
		if k := r.IntN(n/2 + 2); k > 1 {
			names[i] = fmt.Sprint("g", k)
		}
	}
	return scores, names
}

func TestMeanIntervalsContainTheMeanStayOnTheScaleAndWiden(t *testing.T) {
	for seed := range uint64(200) {
		scores, names := drawn(seed, 1+int(seed%40))
		var before *Interval
		for _, conf := range []float64{0.5, 0.8, 0.95, 0.999} {
			got, ok := MeanCICluster(scores, names, conf)
			if !ok {
				t.Fatalf("seed %d: no estimate", seed)
			}
			if got.Beta == nil {
				continue
			}
			if !(ScaleLow <= got.Beta.Lo && got.Beta.Lo <= got.Mean && got.Mean <= got.Beta.Hi && got.Beta.Hi <= ScaleHigh) {
				t.Fatalf("seed %d: mean %g, interval %v", seed, got.Mean, *got.Beta)
			}
			if before != nil && got.Clusters == got.N && (got.Beta.Lo > before.Lo || got.Beta.Hi < before.Hi) {
				t.Fatalf("seed %d: %v at %g is narrower than %v", seed, *got.Beta, conf, *before)
			}
			before = got.Beta
		}
	}
}

func TestMeanDoesNotDependOnOrderOrLabels(t *testing.T) {
	near := cmpopts.EquateApprox(0, 1e-9)
	for seed := range uint64(50) {
		scores, names := drawn(seed, 30)
		want, _ := MeanCICluster(scores, names, 0.95)
		slices.Reverse(scores)
		slices.Reverse(names)
		for i := range names {
			if names[i] != "" {
				names[i] = "other " + names[i]
			}
		}
		got, _ := MeanCICluster(scores, names, 0.95)
		if diff := cmp.Diff(want, got, near); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

func TestSingletonClustersAreThePlainMean(t *testing.T) {
	scores, names := drawn(3, 40)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	plain, _ := MeanCI(scores, 0.95)
	clustered, _ := MeanCICluster(scores, names, 0.95)
	if diff := cmp.Diff(plain, clustered); diff != "" {
		t.Error(diff)
	}
}

// twoPass is the textbook formula over slices: no running update, no shift.
func twoPass(scores []float64, names []string) (mean, se float64) {
	n := float64(len(scores))
	for _, s := range scores {
		mean += s / n
	}
	sums := map[string]float64{}
	for i, s := range scores {
		name := names[i]
		if name == "" {
			name = fmt.Sprint("alone ", i)
		}
		sums[name] += s - mean
	}
	squares := 0.0
	for _, s := range sums {
		squares += s * s
	}
	g := float64(len(sums))
	return mean, math.Sqrt(g/(g-1)*squares) / n
}

func TestStreamedMeanEqualsTheTextbook(t *testing.T) {
	for seed := range uint64(100) {
		scores, names := drawn(seed, 2+int(seed)*3)
		got, _ := MeanCICluster(scores, names, 0.95)
		mean, se := twoPass(scores, names)
		if math.Abs(got.Mean-mean) > 1e-12 {
			t.Errorf("seed %d: mean %v, want %v", seed, got.Mean, mean)
		}
		if got.SE != nil && math.Abs(*got.SE-se) > 1e-12 {
			t.Errorf("seed %d: se %v, want %v", seed, *got.SE, se)
		}
	}
}

func TestAMillionScoresStayExact(t *testing.T) {
	var m Moments
	for i := range 1_000_000 {
		m.Add([]float64{4.9, 5, 4.8, 4.9}[i%4], "")
	}
	got, ok := m.Estimate(0.95)
	if !ok || math.Abs(got.Mean-4.9) > 1e-12 {
		t.Fatalf("mean %v", got.Mean)
	}
	if want := math.Sqrt(0.005 * 1e6 / (1e6 - 1)); math.Abs(*got.SD-want) > 1e-12 {
		t.Errorf("sd %v, want %v", *got.SD, want)
	}
	if got.Beta == nil || math.Abs((got.Beta.Hi-got.Beta.Lo)-(got.T.Hi-got.T.Lo)) > 1e-5 {
		t.Errorf("Beta %v and Student %v should have met by now", got.Beta, got.T)
	}
}

func TestMissingBoundsEncloseEveryOutcome(t *testing.T) {
	for n := range 6 {
		for missing := range 6 {
			got, ok := MeanMissingBounds(4, n, missing, ScaleLow, ScaleHigh)
			if ok != (n+missing > 0) {
				t.Fatalf("%d scored, %d missing: ok %v", n, missing, ok)
			}
			if !ok {
				continue
			}
			if (got.Observed == nil) != (n == 0) {
				t.Errorf("%d scored: observed %v", n, got.Observed)
			}
			for level := 1.0; level <= 5; level++ {
				mean := (4*float64(n) + level*float64(missing)) / float64(n+missing)
				if mean < got.Worst-1e-12 || mean > got.Best+1e-12 {
					t.Errorf("%d scored, %d missing at %g: mean %g outside %g..%g", n, missing, level, mean, got.Worst, got.Best)
				}
			}
		}
	}
}

func TestPassBoundsDoNotExistForNothingOrNegativeCounts(t *testing.T) {
	for _, c := range [][3]int{{0, 0, 0}, {-1, 2, 0}, {1, -1, 1}, {1, 1, -1}} {
		if got, ok := PassMissingBounds(c[0], c[1], c[2]); ok {
			t.Errorf("%v: %+v", c, got)
		}
	}
}

func FuzzMean(f *testing.F) {
	f.Add([]byte{1, 5, 9, 250}, 0.95)
	f.Add([]byte{}, 0.95)
	f.Add([]byte{255, 255, 255}, 0.0)
	f.Fuzz(func(t *testing.T, raw []byte, conf float64) {
		var m Moments
		for _, b := range raw {
			m.Add(1+float64(b>>2)/63*4, []string{"", "", "a", "b"}[b&3])
		}
		got, ok := m.Estimate(conf)
		if !ok {
			return
		}
		for _, i := range []*Interval{got.Beta, got.T} {
			if i != nil && !(i.Lo <= got.Mean+1e-12 && got.Mean <= i.Hi+1e-12 && i.Lo >= ScaleLow && i.Hi <= ScaleHigh) {
				t.Errorf("mean %g, interval %v", got.Mean, *i)
			}
		}
		for _, v := range []*float64{got.SD, got.SE, got.SENaive, got.Deff, got.NEff} {
			if v != nil && (!finite(*v) || *v < 0) {
				t.Errorf("figure %v", *v)
			}
		}
	})
}
