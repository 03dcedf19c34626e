package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func upTo(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i + 1)
	}
	return out
}

func TestBCaByHand(t *testing.T) {
	for _, c := range []struct {
		name       string
		estimate   float64
		replicates []float64
		deleteOne  []float64
		conf       float64
		lo, hi     float64
	}{
		{"a tie is half below, so that the middle has no bias", 5, upTo(9), []float64{4, 5, 6}, 0.8, 1.8, 8.2},
		{"the bias moves both ends", 3.5, upTo(10), []float64{4, 5, 6}, 0.5, 1.3817617976894707, 4.186777349800401},
		{"skewed delete-one values move them further", 3.5, upTo(10), []float64{1, 1, 4}, 0.5, 1.3027757252505698, 4.181699680568222},
		{"the interval is widened to its estimate", 9.5, upTo(10), []float64{1, 1, 4}, 0.1, 9.5, 9.953677747096036},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := BCaGivenReplicates(c.estimate, c.replicates, c.deleteOne, c.conf)
			if !ok || math.Abs(got.Lo-c.lo) > 1e-9 || math.Abs(got.Hi-c.hi) > 1e-9 {
				t.Errorf("got %v, %v", got, ok)
			}
		})
	}
}

func TestBCaThatDoesNotExist(t *testing.T) {
	even := []float64{4, 5, 6}
	for _, c := range []struct {
		name                  string
		estimate              float64
		replicates, deleteOne []float64
		conf                  float64
	}{
		{"no replicates", 5, nil, even, 0.95},
		{"replicates that are all alike", 5, []float64{5, 5, 5}, even, 0.95},
		{"all replicates below", 10, upTo(9), even, 0.95},
		{"all replicates above", 0, upTo(9), even, 0.95},
		{"no delete-one values", 5, upTo(9), nil, 0.95},
		{"delete-one values that are all alike", 5, upTo(9), []float64{2, 2, 2}, 0.95},
		{"a replicate that is no number", 5, []float64{4, 6, math.NaN()}, even, 0.95},
		{"an infinite delete-one value", 5, upTo(9), []float64{4, math.Inf(1)}, 0.95},
		{"an estimate that is no number", math.NaN(), upTo(9), even, 0.95},
		{"confidence 0", 5, upTo(9), even, 0},
		{"confidence 1", 5, upTo(9), even, 1},
	} {
		if got, ok := BCaGivenReplicates(c.estimate, c.replicates, c.deleteOne, c.conf); ok {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestVectorsOfABootstrapMayNameItsPartsInLongAndInShort(t *testing.T) {
	for _, input := range []string{
		`{"estimate": 5, "replicates": [1,2,3,4,5,6,7,8,9], "delete_one": [4,5,6], "conf": 0.8}`,
		`{"theta": 5, "boot": [1,2,3,4,5,6,7,8,9], "jack": [4,5,6], "conf": 0.8}`,
	} {
		got, err := bcaVector([]byte(input))
		lo, _ := got["lo"].(float64)
		if err != nil || math.Abs(lo-1.8) > 1e-9 {
			t.Errorf("%s: %v, %v", input, got, err)
		}
	}
}

func TestBCaLeavesItsReplicatesAsTheyAre(t *testing.T) {
	replicates := []float64{3, 1, 2}
	BCaGivenReplicates(2, replicates, []float64{1, 2, 4}, 0.9)
	if !slices.Equal(replicates, []float64{3, 1, 2}) {
		t.Errorf("now %v", replicates)
	}
}

func TestBCaWidensWithConfidenceAndHoldsItsEstimate(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		replicates, deleteOne := make([]float64, 200), make([]float64, 20)
		for i := range replicates {
			replicates[i] = random.NormFloat64()
		}
		for i := range deleteOne {
			deleteOne[i] = random.ExpFloat64()
		}
		estimate := random.NormFloat64() / 2
		narrow, ok := BCaGivenReplicates(estimate, replicates, deleteOne, 0.8)
		wide, okWide := BCaGivenReplicates(estimate, replicates, deleteOne, 0.95)
		if ok && okWide && (wide.Lo > narrow.Lo || wide.Hi < narrow.Hi) {
			t.Fatalf("95 %% %v, 80 %% %v", wide, narrow)
		}
		if ok && (narrow.Lo > estimate || narrow.Hi < estimate) {
			t.Fatalf("%v does not hold %v", narrow, estimate)
		}
	}
}

// shareOfFirst is a figure with a formula to hold the resamples against.
func shareOfFirst(c Counts) (float64, bool) {
	return float64(c[0]) / float64(c[0]+c[1]), c[0]+c[1] > 0
}

// clustersOf counts k of n, each alone or in groups of size members that agree.
func clustersOf(k, n, size int) *ClusterCounts {
	var c ClusterCounts
	for i := range n {
		name, counts := "", Counts{1: 1}
		if i < k {
			counts = Counts{0: 1}
		}
		if size > 1 {
			name = fmt.Sprint(i / size)
		}
		c.Add(name, counts)
	}
	return &c
}

func TestBootstrapOfAShareComesCloseToItsFormula(t *testing.T) {
	for _, c := range []struct {
		name       string
		k, n, size int
	}{
		{"drawn one by one", 240, 300, 1},
		{"drawn kind by kind", 2400, 3000, 1},
		{"of groups, drawn one by one", 480, 600, 3},
	} {
		got, ok := clustersOf(c.k, c.n, c.size).Bootstrap(shareOfFirst, 0.95, 1)
		want, _ := Wilson(c.k/c.size, c.n/c.size, 0.95)
		if near := (want.Hi - want.Lo) / 20; !ok || math.Abs(got.Lo-want.Lo) > near || math.Abs(got.Hi-want.Hi) > near {
			t.Errorf("%s: got %v, Wilson %v", c.name, got, want)
		}
	}
}

func TestBundlesKeepTheSpreadOfManyDifferentClusters(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var counts ClusterCounts
	var rates Proportion
	for i := range 3000 {
		n := 1 + random.IntN(40)
		k := random.IntN(n + 1)
		counts.Add(fmt.Sprint(i), Counts{k, n - k})
		rates.Add(fmt.Sprint(i), k, n)
	}
	if kinds := len(counts.pooled()); kinds <= mostKinds {
		t.Fatalf("%d kinds are few", kinds)
	}
	got, ok := counts.Bootstrap(shareOfFirst, 0.95, 1)
	want, _ := rates.Interval(0.95)
	if ratio := (got.Hi - got.Lo) / (want.Hi - want.Lo); !ok || ratio < 0.85 || ratio > 1.15 {
		t.Errorf("got %v, cluster-robust %v", got, want)
	}
}

func TestBootstrapIgnoresOrderAndNames(t *testing.T) {
	var forth, back ClusterCounts
	for i := range 900 {
		counts := Counts{0: i % 7, 1: i % 5, 2: 1}
		forth.Add(fmt.Sprint("a", i/2), counts)
	}
	for i := range 900 {
		i = 899 - i
		back.Add(fmt.Sprint("z", -i/2), Counts{0: i % 7, 1: i % 5, 2: 1})
	}
	a, okA := forth.Bootstrap(shareOfFirst, 0.95, 9)
	b, okB := back.Bootstrap(shareOfFirst, 0.95, 9)
	if !okA || !okB || a != b {
		t.Errorf("%v, %v", a, b)
	}
	if c, _ := forth.Bootstrap(shareOfFirst, 0.95, 10); c == a {
		t.Error("another seed, the same interval")
	}
}

func TestAGroupOfOneIsAQuestionAlone(t *testing.T) {
	var named, alone ClusterCounts
	for i := range 60 {
		var counts Counts
		counts[i%2] = 1
		named.Add(fmt.Sprint(i), counts)
		alone.Add("", counts)
	}
	a, _ := named.Bootstrap(shareOfFirst, 0.95, 1)
	b, _ := alone.Bootstrap(shareOfFirst, 0.95, 1)
	if a != b || named.Clusters() != 60 || alone.Clusters() != 60 {
		t.Errorf("%v of %d, %v of %d", a, named.Clusters(), b, alone.Clusters())
	}
}

func TestBootstrapThatDoesNotExist(t *testing.T) {
	for _, c := range []struct {
		name   string
		counts *ClusterCounts
		conf   float64
	}{
		{"nothing counted", &ClusterCounts{}, 0.95},
		{"one cluster", clustersOf(2, 4, 4), 0.95},
		{"all clusters alike", clustersOf(50, 50, 1), 0.95},
		{"confidence 1", clustersOf(20, 40, 1), 1},
	} {
		if got, ok := c.counts.Bootstrap(shareOfFirst, c.conf, 1); ok {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	rare := func(c Counts) (float64, bool) { return float64(c[1]), c[0] > 0 }
	if got, ok := clustersOf(2, 40, 1).Bootstrap(rare, 0.95, 1); ok {
		t.Errorf("missing in one resample of seven: %v", got)
	}
	low := func(c Counts) (float64, bool) { return math.Abs(float64(c[0] - 500)), true }
	if got, ok := clustersOf(500, 1000, 1).Bootstrap(low, 0.95, 1); ok {
		t.Errorf("a minimum, with nearly all resamples above: %v", got)
	}
}

func TestF1FromCountsIsThatOfPrecisionAndRecall(t *testing.T) {
	for i := range 256 {
		c := AbstentionCounts{i % 4, i / 4 % 4, i / 16 % 4, i / 64}
		est, _ := AbstentionOf(c, 0.95)
		got, ok := c.F1()
		if est.F1 != nil && (!ok || math.Abs(got-*est.F1) > 1e-12) {
			t.Errorf("%+v: %v, want %v", c, got, *est.F1)
		}
		if none := c.NegativeAnswered+c.NegativeDeclined+c.PositiveDeclined == 0; ok == none {
			t.Errorf("%+v: %v, %v", c, got, ok)
		}
	}
}
