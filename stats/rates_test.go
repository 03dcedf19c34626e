package stats

import (
	"fmt"
	"math"
	"testing"
)

// Newcombe, Statistics in Medicine 17 (1998), table I: methods 3 and 5.
func TestRateIntervalsMatchPublishedExamples(t *testing.T) {
	for _, c := range []struct {
		k, n            int
		wilson, clopper Interval
	}{
		{81, 263, Interval{0.2553, 0.3662}, Interval{0.2527, 0.3676}},
		{15, 148, Interval{0.0624, 0.1605}, Interval{0.0578, 0.1617}},
		{0, 20, Interval{0, 0.1611}, Interval{0, 0.1684}},
		{1, 29, Interval{0.0061, 0.1718}, Interval{0.0009, 0.1776}},
	} {
		wilson, _ := Wilson(c.k, c.n, 0.95)
		clopper, _ := ClopperPearson(c.k, c.n, 0.95)
		if !closeTo(wilson, c.wilson, 5e-5) {
			t.Errorf("Wilson(%d, %d) = %v, want %v", c.k, c.n, wilson, c.wilson)
		}
		if !closeTo(clopper, c.clopper, 5e-5) {
			t.Errorf("ClopperPearson(%d, %d) = %v, want %v", c.k, c.n, clopper, c.clopper)
		}
	}
}

func closeTo(a, b Interval, tol float64) bool {
	return math.Abs(a.Lo-b.Lo) <= tol && math.Abs(a.Hi-b.Hi) <= tol
}

func TestRatesThatDoNotExistAreNotOK(t *testing.T) {
	for _, c := range []struct {
		name string
		k, n int
		conf float64
	}{
		{"no trials", 0, 0, 0.95},
		{"negative trials", 0, -1, 0.95},
		{"more successes than trials", 3, 2, 0.95},
		{"negative successes", -1, 2, 0.95},
		{"confidence 0", 1, 2, 0},
		{"confidence 1", 1, 2, 1},
		{"confidence above 1", 1, 2, 1.1},
		{"confidence not a number", 1, 2, math.NaN()},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := Wilson(c.k, c.n, c.conf); ok {
				t.Errorf("Wilson = %v", got)
			}
			if got, ok := ClopperPearson(c.k, c.n, c.conf); ok {
				t.Errorf("ClopperPearson = %v", got)
			}
		})
	}
}

func TestRateIntervalsContainTheEstimateAndWidenWithConfidence(t *testing.T) {
	for n := 1; n <= 60; n++ {
		for k := 0; k <= n; k++ {
			before := Interval{2, -1}
			for _, conf := range []float64{0.5, 0.8, 0.95, 0.999} {
				got, ok := Wilson(k, n, conf)
				p := float64(k) / float64(n)
				if !ok || !(got.Lo <= p && p <= got.Hi && got.Lo >= 0 && got.Hi <= 1) {
					t.Fatalf("Wilson(%d, %d, %g) = %v, %v", k, n, conf, got, ok)
				}
				if got.Lo > before.Lo || got.Hi < before.Hi {
					t.Fatalf("Wilson(%d, %d, %g) = %v is narrower than %v at less confidence", k, n, conf, got, before)
				}
				before = got
			}
		}
	}
}

func TestRateIntervalEndsAreExactAtNothingAndEverything(t *testing.T) {
	for _, n := range []int{1, 7, 30, 1_000_000} {
		none, _ := Wilson(0, n, 0.95)
		all, _ := Wilson(n, n, 0.95)
		if none.Lo != 0 || all.Hi != 1 || none.Hi <= 0 || all.Lo >= 1 {
			t.Errorf("n=%d: none %v, all %v", n, none, all)
		}
	}
}

func TestWilsonClusterNeedsTwoClustersAndLabelsForAllRows(t *testing.T) {
	if got, ok := WilsonCluster([]bool{true, false}, []string{"a", "a"}, 0.95); ok {
		t.Errorf("one cluster: %v", got)
	}
	if got, ok := WilsonCluster([]bool{true, false}, []string{"a"}, 0.95); ok {
		t.Errorf("label missing: %v", got)
	}
	if got, ok := WilsonCluster(nil, nil, 0.95); ok {
		t.Errorf("no rows: %v", got)
	}
}

func TestProportionIsWilsonWhereEveryRowStandsAlone(t *testing.T) {
	var p Proportion
	for i := range 20 {
		p.Add("", b2i(i%4 != 0), 1)
	}
	got, ok := p.Interval(0.95)
	want, _ := Wilson(15, 20, 0.95)
	if !ok || got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRowsThatAllAgreeCountClusters(t *testing.T) {
	for _, passed := range []int{0, 3} {
		var p Proportion
		for range 8 {
			p.Add("", passed, 3)
		}
		got, ok := p.Clustered(0.95)
		if !ok || got.NEff != 8 || got.N != 24 {
			t.Errorf("%d of 3 in each: %+v", passed, got)
		}
	}
}

func TestClustersThatAllAgreeNeverCountMoreThanTheirRows(t *testing.T) {
	var p Proportion
	for range 8 {
		p.Add("", 1, 2)
	}
	got, ok := p.Clustered(0.95)
	if !ok || got.SE != 0 || got.NEff != 16 {
		t.Errorf("%+v", got)
	}
}

func TestIdenticalRepeatsDoNotNarrowARate(t *testing.T) {
	var one, three Proportion
	for i := range 12 {
		passed := b2i(i%3 != 0)
		one.Add(fmt.Sprint("q", i), passed, 1)
		three.Add("", 3*passed, 3)
	}
	single, _ := one.Clustered(0.95)
	repeated, ok := three.Clustered(0.95)
	if !ok || !closeTo(single.Interval, repeated.Interval, 1e-12) {
		t.Errorf("once %v, three times %v", single.Interval, repeated.Interval)
	}
}

func TestProportionDoesNotDependOnOrderOrLabels(t *testing.T) {
	var forward, backward Proportion
	for i := range 60 {
		j := 59 - i
		forward.Add(fmt.Sprint("a", i%7), b2i(i%5 > 0), 1)
		backward.Add(fmt.Sprint("other", j%7), b2i(j%5 > 0), 1)
	}
	a, _ := forward.Clustered(0.95)
	b, _ := backward.Clustered(0.95)
	if a != b {
		t.Errorf("%v differs from %v", a, b)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func FuzzProportion(f *testing.F) {
	f.Add([]byte{1, 2, 3, 200, 17}, 0.95)
	f.Add([]byte{}, 0.5)
	f.Add([]byte{0, 0, 0, 0}, 1.0)
	f.Fuzz(func(t *testing.T, rows []byte, conf float64) {
		var p Proportion
		for _, r := range rows {
			n := int(r>>3) % 4
			p.Add([]string{"", "a", "b", "c"}[r&3], min(n, int(r>>5)), n)
		}
		got, ok := p.Interval(conf)
		if !ok {
			return
		}
		share := float64(p.K()) / float64(p.N())
		if !(got.Lo >= 0 && got.Lo <= share && share <= got.Hi && got.Hi <= 1) {
			t.Errorf("share %g, interval %v", share, got)
		}
	})
}
