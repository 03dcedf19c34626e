package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// scoresOf draws paired scores that agree now and then.
func scoresOf(r *rand.Rand, n int) (judge, human []float64) {
	for range n {
		h := float64(1 + r.IntN(5))
		j := h
		if r.IntN(2) == 0 {
			j = float64(1 + r.IntN(5))
		}
		judge, human = append(judge, j), append(human, h)
	}
	return judge, human
}

func near(t *testing.T, name string, got *float64, want float64) {
	t.Helper()
	if got == nil || !(math.Abs(*got-want) < 1e-9) {
		t.Errorf("%s = %v, want %v", name, figure(got), want)
	}
}

func TestOneValueOnlyIsNoAgreementBeyondChance(t *testing.T) {
	same := slices.Repeat([]float64{5}, 30)
	for _, weights := range []string{Unweighted, Linear, Quadratic} {
		for _, kappa := range []kappaFunc{Kappa, jackknifedAlone} {
			got, ok := kappa(same, same, weights, 1, 5, 0.95)
			if !ok || got.Kappa != nil || got.SE != nil || got.Lo != nil || got.PO != 1 || got.PE != 1 || got.Exact != 1 {
				t.Errorf("%s: %+v, %v", weights, got, ok)
			}
		}
	}
	ratings := [][]*float64{{new(4.0), new(4.0)}, {new(4.0), new(4.0)}}
	for _, metric := range []string{Nominal, Ordinal, ByInterval} {
		if got, ok := KrippendorffJackknife(ratings, nil, metric, 0.95); !ok || got.Alpha != nil || got.Lo != nil || got.Values != 4 {
			t.Errorf("%s: %+v, %v", metric, got, ok)
		}
	}
	if got, ok := RankCorr(same, same); !ok || got.TauB != nil || got.Spearman != nil || got.Pearson != nil {
		t.Errorf("correlations %+v, %v", got, ok)
	}
}

func TestKappaRefusesWhatItCannotRead(t *testing.T) {
	ok := []float64{1, 2, 3}
	for _, c := range []struct {
		name         string
		judge, human []float64
		weights      string
		lo, hi       int
		conf         float64
	}{
		{"nothing", nil, nil, Quadratic, 1, 5, 0.95},
		{"uneven", ok, ok[:2], Quadratic, 1, 5, 0.95},
		{"above the scale", []float64{1, 2, 6}, ok, Quadratic, 1, 5, 0.95},
		{"below the scale", ok, []float64{0, 2, 3}, Quadratic, 1, 5, 0.95},
		{"no number", ok, []float64{math.NaN(), 2, 3}, Quadratic, 1, 5, 0.95},
		{"other weights", ok, ok, "cubic", 1, 5, 0.95},
		{"a scale of one level", ok, ok, Quadratic, 3, 3, 0.95},
		{"confidence 1", ok, ok, Quadratic, 1, 5, 1},
	} {
		if got, ok := Kappa(c.judge, c.human, c.weights, c.lo, c.hi, c.conf); ok {
			t.Errorf("%s: %+v", c.name, got)
		}
		if got, ok := KappaJackknife(c.judge, c.human, nil, c.weights, c.lo, c.hi, c.conf); ok {
			t.Errorf("%s, jackknife: %+v", c.name, got)
		}
	}
	if got, ok := KappaJackknife(ok, ok, []string{"a"}, Quadratic, 1, 5, 0.95); ok {
		t.Errorf("labels missing: %+v", got)
	}
}

func TestKappaHoldsUnderOrderAndExchange(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		judge, human := scoresOf(r, 5+r.IntN(60))
		a, _ := KappaJackknife(judge, human, nil, Quadratic, 1, 5, 0.95)
		b, _ := KappaJackknife(human, judge, nil, Quadratic, 1, 5, 0.95)
		order := r.Perm(len(judge))
		mixedJudge, mixedHuman := make([]float64, len(judge)), make([]float64, len(judge))
		for i, at := range order {
			mixedJudge[i], mixedHuman[i] = judge[at], human[at]
		}
		c, _ := KappaJackknife(mixedJudge, mixedHuman, nil, Quadratic, 1, 5, 0.95)
		approx := cmpopts.EquateApprox(0, 1e-9)
		if diff := cmp.Diff(a, b, approx); diff != "" {
			t.Errorf("exchanged: %s", diff)
		}
		if diff := cmp.Diff(a, c, approx); diff != "" {
			t.Errorf("in another order: %s", diff)
		}
	}
}

// TestLabelsOfOneAnswerAreNoMoreAnswers repeats every row within its cluster:
// the same coefficient, and not a narrower interval.
func TestLabelsOfOneAnswerAreNoMoreAnswers(t *testing.T) {
	judge, human := scoresOf(rand.New(rand.NewPCG(3, 4)), 40)
	names := make([]string, len(judge))
	for i := range names {
		names[i] = string(rune('A' + i))
	}
	once, _ := KappaJackknife(judge, human, names, Quadratic, 1, 5, 0.95)
	thrice, _ := KappaJackknife(slices.Repeat(judge, 3), slices.Repeat(human, 3), slices.Repeat(names, 3), Quadratic, 1, 5, 0.95)
	near(t, "kappa", thrice.Kappa, *once.Kappa)
	near(t, "se", thrice.SE, *once.SE)
	near(t, "lo", thrice.Lo, *once.Lo)
}

// TestAnIntervalOnOneAnswerDoesNotExist: without the only answer that differs
// nothing is left to tell agreement by.
func TestAnIntervalOnOneAnswerDoesNotExist(t *testing.T) {
	judge, human := slices.Repeat([]float64{5}, 20), slices.Repeat([]float64{5}, 20)
	judge[7], human[7] = 1, 1
	got, ok := KappaJackknife(judge, human, nil, Quadratic, 1, 5, 0.95)
	if !ok || got.Lo != nil || got.SE != nil {
		t.Errorf("%+v, %v", got, ok)
	}
	near(t, "kappa", got.Kappa, 1)
}

func TestScoresBetweenLevelsKeepTheirValue(t *testing.T) {
	judge, human := []float64{4.5, 2, 3.5, 1, 5}, []float64{5, 2, 3, 1, 4}
	got, ok := Kappa(judge, human, Quadratic, 1, 5, 0.95)
	if !ok || got.Exact != 0.4 || got.Within1 != 1 {
		t.Fatalf("%+v, %v", got, ok)
	}
	// 1 - mean squared difference over that of all pairs of one from each side.
	apart, expected := 0.0, 0.0
	for i, a := range judge {
		apart += (a - human[i]) * (a - human[i]) / 5
		for _, b := range human {
			expected += (a - b) * (a - b) / 25
		}
	}
	near(t, "kappa", got.Kappa, 1-apart/expected)
}

// TestGwetsExample is the table 118, 5, 2, 0 of two raters and two levels,
// with which AC1 was introduced: 94 % agreement and a kappa below 0.
func TestGwetsExample(t *testing.T) {
	judge := slices.Concat(slices.Repeat([]float64{1}, 123), slices.Repeat([]float64{2}, 2))
	human := slices.Concat(slices.Repeat([]float64{1}, 118), slices.Repeat([]float64{2}, 5), slices.Repeat([]float64{1}, 2))
	ac1, ok := GwetAC1(judge, human, 1, 2)
	if !ok || math.Abs(ac1-0.9408) > 5e-5 {
		t.Errorf("AC1 %v, %v", ac1, ok)
	}
	if kappa, _ := Kappa(judge, human, Unweighted, 1, 2, 0.95); kappa.Kappa == nil || *kappa.Kappa >= 0 {
		t.Errorf("kappa %v", figure(kappa.Kappa))
	}
	if _, ok := GwetAC1(judge, human, 1, 1); ok {
		t.Error("a scale of one level")
	}
}

func TestKrippendorffsExampleOnTheIntervalMetric(t *testing.T) {
	ratings := tableOf([][]float64{
		{1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0},
		{1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3},
		{0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0},
		{1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0},
	})
	got, ok := KrippendorffJackknife(ratings, nil, ByInterval, 0.95)
	if !ok || got.Alpha == nil || math.Abs(*got.Alpha-0.849) > 5e-4 {
		t.Fatalf("%+v, %v", got, ok)
	}
	if got.Lo == nil || !(*got.Lo < *got.Alpha && *got.Alpha < *got.Hi) {
		t.Errorf("interval %v to %v", figure(got.Lo), figure(got.Hi))
	}
	mixed := [][]*float64{ratings[2], ratings[0], ratings[3], ratings[1]}
	other, _ := KrippendorffJackknife(mixed, nil, ByInterval, 0.95)
	if diff := cmp.Diff(got, other, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("raters in another order: %s", diff)
	}
}

// tableOf makes ratings of a table in which 0 is a value not given.
func tableOf(rows [][]float64) [][]*float64 {
	out := make([][]*float64, len(rows))
	for i, row := range rows {
		for _, v := range row {
			var cell *float64
			if v != 0 {
				cell = &v
			}
			out[i] = append(out[i], cell)
		}
	}
	return out
}

func TestKrippendorffRefusesWhatItCannotRead(t *testing.T) {
	two := tableOf([][]float64{{1, 2}, {1, 3}})
	for _, c := range []struct {
		name     string
		ratings  [][]*float64
		clusters []string
		metric   string
	}{
		{"nothing", nil, nil, Ordinal},
		{"one rater", two[:1], nil, Ordinal},
		{"no unit of two values", tableOf([][]float64{{1, 0}, {0, 2}}), nil, Ordinal},
		{"uneven rows", [][]*float64{two[0], two[1][:1]}, nil, Ordinal},
		{"another metric", two, nil, "ratio"},
		{"a value that is no number", [][]*float64{{new(math.Inf(1))}, {new(1.0)}}, nil, Ordinal},
		{"labels missing", two, []string{"a"}, Ordinal},
	} {
		if got, ok := KrippendorffJackknife(c.ratings, c.clusters, c.metric, 0.95); ok {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func TestBiasOfEqualDifferencesHasNoInterval(t *testing.T) {
	got, ok := Bias([]float64{5, 4, 3}, []float64{4, 3, 2}, 0.95)
	if !ok || got.Mean != 1 || got.Lo != nil || got.Hi != nil || got.Higher != 1 || got.Lower != 0 {
		t.Errorf("%+v, %v", got, ok)
	}
	if got, ok := Bias(nil, nil, 0.95); ok {
		t.Errorf("nothing: %+v", got)
	}
}

func TestCutFiguresNeedBothKindsOfAnswers(t *testing.T) {
	for _, c := range []struct {
		name         string
		judge, human []float64
		sens, spec   bool
	}{
		{"people pass all", []float64{5, 3}, []float64{4, 5}, true, false},
		{"people fail all", []float64{5, 3}, []float64{1, 3}, false, true},
		{"both", []float64{5, 3}, []float64{4, 3}, true, true},
	} {
		got, ok := BinaryAgreement(c.judge, c.human, 4, 0.95)
		if !ok || (got.Sens != nil) != c.sens || (got.Spec != nil) != c.spec || (got.SpecCI != nil) != c.spec ||
			(got.Balanced != nil) != (c.sens && c.spec) || (got.Lenient != nil) != c.spec || (got.MCC != nil) != (c.sens && c.spec) {
			t.Errorf("%s: %+v, %v", c.name, got, ok)
		}
	}
}
