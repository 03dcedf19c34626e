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

func TestPairedMeanThatDoesNotExistIsNotOK(t *testing.T) {
	for _, c := range []struct {
		name   string
		d      []float64
		labels []string
		conf   float64
	}{
		{"no pairs", nil, nil, 0.95},
		{"not a number", []float64{1, math.NaN()}, []string{"", ""}, 0.95},
		{"infinite", []float64{1, math.Inf(1)}, []string{"", ""}, 0.95},
		{"a label missing", []float64{1, 2}, []string{"a"}, 0.95},
		{"confidence 1", []float64{1, 2}, []string{"", ""}, 1},
		{"confidence 0", []float64{1, 2}, []string{"", ""}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := PairedMeanClusterCI(c.d, c.labels, c.conf); ok {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestOnePairOrOneClusterHasNoInterval(t *testing.T) {
	for name, labels := range map[string][]string{"one pair": {""}, "one cluster": {"a", "a", "a"}} {
		t.Run(name, func(t *testing.T) {
			got, ok := PairedMeanClusterCI([]float64{1, 2, 3}[:len(labels)], labels, 0.95)
			if !ok || got.Lo != nil || got.SEFloor != nil || got.P != nil {
				t.Errorf("%+v, %v", got, ok)
			}
			if lower, upper, ok := got.Bound(0.95); ok {
				t.Errorf("bounds %v, %v", lower, upper)
			}
		})
	}
}

// A run against itself: no t, but an interval that says how little n pairs
// can see.
func TestTiedPairsHaveAnIntervalAndNoT(t *testing.T) {
	for _, value := range []float64{0, -1, 1.0 / 3} {
		got, ok := PairedMeanCI(slices.Repeat([]float64{value}, 30), 0.95)
		if !ok || got.Mean != value || *got.SD != 0 || *got.SE != 0 || got.T != nil || got.P != nil {
			t.Fatalf("%+v", got)
		}
		if want := math.Sqrt(2.0 / (30 * 31)); math.Abs(*got.SEFloor-want) > 1e-12 || !(*got.Lo < value && value < *got.Hi) {
			t.Errorf("error %v, interval %v to %v", *got.SEFloor, *got.Lo, *got.Hi)
		}
	}
}

func TestSwappingRunsMirrorsThePairedMean(t *testing.T) {
	near := cmpopts.EquateApprox(0, 1e-12)
	for seed := range uint64(100) {
		d, names := drawnDifferences(seed, 3+int(seed))
		there, _ := PairedMeanClusterCI(d, names, 0.9)
		back, _ := PairedMeanClusterCI(negated(d), names, 0.9)
		mirrored := there
		mirrored.Mean = -there.Mean
		mirrored.Lo, mirrored.Hi = minus(there.Hi), minus(there.Lo)
		mirrored.PlainLo, mirrored.PlainHi = minus(there.PlainHi), minus(there.PlainLo)
		mirrored.T = minus(there.T)
		if diff := cmp.Diff(mirrored, back, near); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

func minus(v *float64) *float64 {
	if v == nil {
		return nil
	}
	return new(-*v)
}

func TestPairedMeanDoesNotDependOnOrderOrLabels(t *testing.T) {
	for seed := range uint64(100) {
		d, names := drawnDifferences(seed, 40)
		want, _ := PairedMeanClusterCI(d, names, 0.95)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(d), func(i, j int) {
			d[i], d[j], names[i], names[j] = d[j], d[i], names[j], names[i]
		})
		for i := range names {
			if names[i] != "" {
				names[i] += " renamed"
			}
		}
		got, _ := PairedMeanClusterCI(d, names, 0.95)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

func TestSingletonClustersAreThePlainPairedMean(t *testing.T) {
	d, names := drawnDifferences(8, 40)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	plain, _ := PairedMeanCI(d, 0.95)
	clustered, _ := PairedMeanClusterCI(d, names, 0.95)
	if diff := cmp.Diff(plain, clustered); diff != "" {
		t.Error(diff)
	}
	n := float64(len(d))
	want := math.Sqrt((n-1)*(*plain.SD)*(*plain.SD)+2) / math.Sqrt(n*(n+1))
	if math.Abs(*plain.SEFloor-want) > 1e-12 || math.Abs(*plain.SE-*plain.SD/math.Sqrt(n)) > 1e-12 {
		t.Errorf("errors %v and %v, want %v and %v", *plain.SEFloor, *plain.SE, want, *plain.SD/math.Sqrt(n))
	}
}

func TestPairedIntervalsWidenWithConfidenceAndHoldTheOneSidedBounds(t *testing.T) {
	d, names := drawnDifferences(3, 50)
	width := 0.0
	for _, conf := range []float64{0.5, 0.8, 0.9, 0.95, 0.99} {
		got, _ := PairedMeanClusterCI(d, names, conf)
		if *got.Hi-*got.Lo <= width || !(*got.Lo <= got.Mean && got.Mean <= *got.Hi) {
			t.Errorf("at %v: %v to %v around %v, narrower confidence had width %v", conf, *got.Lo, *got.Hi, got.Mean, width)
		}
		width = *got.Hi - *got.Lo
		lower, upper, ok := got.Bound((1 + conf) / 2)
		if !ok || math.Abs(lower-*got.Lo) > 1e-12 || math.Abs(upper-*got.Hi) > 1e-12 {
			t.Errorf("one-sided at %v: %v, %v, two-sided at %v: %v, %v", (1+conf)/2, lower, upper, conf, *got.Lo, *got.Hi)
		}
	}
	got, _ := PairedMeanClusterCI(d, names, 0.95)
	if _, _, ok := got.Bound(0.5); ok {
		t.Error("a one-sided bound at one half")
	}
}

func TestUnchangedPairsAreAComparisonWithoutAChange(t *testing.T) {
	labels := make([]string, 40)
	for i := range labels {
		labels[i] = fmt.Sprint(i % 9)
	}
	compared, _ := PairedMeanClusterCI(make([]float64, 40), labels, 0.95)
	compared.SD = nil
	planned, ok := UnchangedPairs(40, 9, 0.95)
	if diff := cmp.Diff(compared, planned); !ok || diff != "" {
		t.Error(diff)
	}
	for _, c := range [][2]int{{0, 0}, {3, 4}, {3, 0}} {
		if got, ok := UnchangedPairs(c[0], c[1], 0.95); ok {
			t.Errorf("%v: %+v", c, got)
		}
	}
	if one, ok := UnchangedPairs(5, 1, 0.95); !ok || one.Lo != nil {
		t.Errorf("one cluster: %+v", one)
	}
}
