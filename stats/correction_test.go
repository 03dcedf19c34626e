package stats

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestRankCorrelationsEqualTheirDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		n := 2 + r.IntN(40)
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(r.IntN(4)), r.Float64()
			if r.IntN(2) == 0 {
				y[i] = float64(r.IntN(3))
			}
		}
		got, ok := RankCorr(x, y)
		want, exists := plainTau(x, y)
		if !ok || (got.TauB != nil) != exists {
			t.Fatalf("%v %v: %+v, %v", x, y, got, ok)
		}
		if exists {
			near(t, "tau-b", got.TauB, want)
		}
	}
}

// plainTau compares each pair with each other one.
func plainTau(x, y []float64) (float64, bool) {
	var score, onlyX, onlyY float64
	for i := range x {
		for j := range i {
			dx, dy := signOf(x[i]-x[j]), signOf(y[i]-y[j])
			score += dx * dy
			onlyX += dx * dx
			onlyY += dy * dy
		}
	}
	return score / math.Sqrt(onlyX*onlyY), onlyX*onlyY > 0
}

func signOf(x float64) float64 { return float64(cmp.Compare(x, 0)) }

func TestAPassRateIsNotCorrectedByAJudgeThatKnowsNothing(t *testing.T) {
	for _, c := range []struct {
		name       string
		p          float64
		n          int
		sens, spec float64
		m1, m0     int
	}{
		{"sens and spec add up to 1.1", 0.8, 100, 0.6, 0.5, 50, 50},
		{"worse than a coin", 0.8, 100, 0.4, 0.4, 50, 50},
		{"nobody failed anything", 0.8, 100, 0.9, 0.9, 50, 0},
		{"no share", 1.2, 100, 0.9, 0.9, 50, 50},
		{"no number", math.NaN(), 100, 0.9, 0.9, 50, 50},
		{"no answers", 0.8, 0, 0.9, 0.9, 50, 50},
	} {
		if got, ok := RoganGladen(c.p, c.n, c.sens, c.m1, c.spec, c.m0, 0.95); ok {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// TestCorrectingTheLabelledAnswersGivesPeoplesRate: with the share, the
// sensitivity and the specificity of the same answers nothing is left to
// correct.
func TestCorrectingTheLabelledAnswersGivesPeoplesRate(t *testing.T) {
	judge, human := scoresOf(rand.New(rand.NewPCG(7, 8)), 200)
	at, _ := BinaryAgreement(judge, human, 4, 0.95)
	p := float64(at.TP+at.FP) / 200
	got, ok := RoganGladen(p, 200, *at.Sens, at.TP+at.FN, *at.Spec, at.TN+at.FP, 0.95)
	if want := float64(at.TP+at.FN) / 200; !ok || math.Abs(got.Rate-want) > 1e-12 || got.Lo >= want || got.Hi <= want {
		t.Errorf("%+v, %v, want %v", got, ok, want)
	}
}

func TestAConstantJudgeLeavesPeoplesMean(t *testing.T) {
	human := []float64{5, 4, 2, 5, 3}
	got, ok := PPIPPMean(slices.Repeat([]float64{5}, 5), human, slices.Repeat([]float64{5}, 80), 0.95)
	if !ok || got.Lambda != 0 || math.Abs(got.Mean-3.8) > 1e-12 || math.Abs(got.SE-got.HumanSE) > 1e-12 {
		t.Errorf("%+v, %v", got, ok)
	}
}

func TestTheBestWeightIsNotWorseThanNoneOrFull(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 40 {
		judge, human := scoresOf(r, 120)
		rest, _ := scoresOf(r, 600)
		full, _ := PPIMean(judge, human, rest, 0.95)
		best, ok := PPIPPMean(judge, human, rest, 0.95)
		// The weight is estimated, so that it may miss the smallest error by a hair.
		if !ok || best.SE > 1.01*full.SE || best.SE > 1.01*best.HumanSE || best.Lambda < 0 || best.Lambda > 1 {
			t.Errorf("weight %.3f: error %.4f, %.4f with full weight, %.4f of people alone", best.Lambda, best.SE, full.SE, best.HumanSE)
		}
	}
}

func TestACorrectedMeanNeedsBothKindsOfAnswers(t *testing.T) {
	two, one := []float64{4, 5}, []float64{4}
	for name, in := range map[string][3][]float64{
		"one label":            {one, one, two},
		"nothing unlabelled":   {two, two, nil},
		"labels of no answer":  {two, one, two},
		"a score of no number": {two, two, {4, math.NaN()}},
	} {
		if got, ok := PPIPPMean(in[0], in[1], in[2], 0.95); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
