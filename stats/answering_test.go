package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestAbstentionWithoutAKindOfQuestion(t *testing.T) {
	for _, c := range []struct {
		name                                string
		counts                              AbstentionCounts
		awsn, refusal, precision, f1, equal bool
	}{
		{"no negatives", AbstentionCounts{PositiveAnswered: 9, PositiveDeclined: 1}, false, true, true, false, false},
		{"no positives", AbstentionCounts{NegativeAnswered: 1, NegativeDeclined: 9}, true, false, true, true, false},
		{"nothing declined", AbstentionCounts{PositiveAnswered: 5, NegativeAnswered: 5}, true, true, false, false, true},
		{"nothing at all", AbstentionCounts{}, false, false, false, false, false},
	} {
		got, ok := AbstentionOf(c.counts, 0.95)
		if !ok || (got.AnsweredWhenItShouldNot != nil) != c.awsn || (got.OverRefusal != nil) != c.refusal ||
			(got.Precision != nil) != c.precision || (got.F1 != nil) != c.f1 || (got.Balanced != nil) != c.equal {
			t.Errorf("%s: %+v, %v", c.name, got, ok)
		}
	}
	if got, ok := AbstentionOf(AbstentionCounts{PositiveAnswered: -1}, 0.95); ok {
		t.Errorf("a negative count: %+v", got)
	}
}

func TestDecliningOnlyWhatShouldBeAnsweredIsWorthNothing(t *testing.T) {
	got, _ := AbstentionOf(AbstentionCounts{PositiveDeclined: 4, NegativeAnswered: 6}, 0.95)
	near(t, "F1", got.F1, 0)
	near(t, "balanced accuracy", got.Balanced, 0)
}

func TestCalibrationEqualsItsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 80 {
		classes := []ConfidenceClass{{Name: "high", Value: 0.9}, {Name: "low", Value: 0.35}, {Name: "none", Value: 0.05}}
		for i := range classes {
			classes[i].N = r.IntN(6)
			classes[i].Correct = r.IntN(classes[i].N + 1)
		}
		got, ok := Calibration(classes)
		if !ok {
			continue
		}
		if gap := got.Brier - (got.Reliability - got.Resolution + got.Uncertainty); math.Abs(gap) > 1e-12 {
			t.Errorf("Brier's parts are off by %g", gap)
		}
		want, exists := plainAUROC(classes)
		if (got.AUROC != nil) != exists {
			t.Fatalf("%+v: AUROC %v", classes, figure(got.AUROC))
		}
		if exists {
			near(t, "AUROC", got.AUROC, want)
		}
	}
}

// plainAUROC compares each right answer with each wrong one.
func plainAUROC(classes []ConfidenceClass) (float64, bool) {
	wins, pairs := 0.0, 0.0
	for _, a := range classes {
		for _, b := range classes {
			both := float64(a.Correct) * float64(b.N-b.Correct)
			pairs += both
			wins += both * (1 + signOf(a.Value-b.Value)) / 2
		}
	}
	return wins / pairs, pairs > 0
}

func TestConfidenceThatFallsWithBeingRight(t *testing.T) {
	falling := []ConfidenceClass{{Value: 0.9, N: 4, Correct: 1}, {Value: 0.35, N: 4, Correct: 3}}
	if got, _ := Calibration(falling); got.Monotone || *got.AUROC >= 0.5 {
		t.Errorf("%+v", got)
	}
	if got, ok := Calibration([]ConfidenceClass{{Value: 0.9, N: 4, Correct: 4}}); !ok || got.AUROC != nil || !got.Monotone {
		t.Errorf("all right: %+v, %v", got, ok)
	}
	for name, classes := range map[string][]ConfidenceClass{
		"no answers":       {{Value: 0.9}},
		"more right":       {{Value: 0.9, N: 2, Correct: 3}},
		"a value above 1":  {{Value: 90, N: 2, Correct: 1}},
		"a negative count": {{Value: 0.9, N: -2}, {Value: 0.1, N: 4}},
	} {
		if got, ok := Calibration(classes); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestCitationsOfNothing(t *testing.T) {
	if got, ok := ALCE(nil); ok {
		t.Errorf("no statement: %+v", got)
	}
	got, ok := ALCE([]CitedStatement{{Full: true}, {}})
	if !ok || got.Recall != 0 || got.Precision != nil || got.F1 != nil {
		t.Errorf("no citation: %+v, %v", got, ok)
	}
	// A sole citation has no rest that could do without it.
	got, _ = ALCE([]CitedStatement{{Cites: []string{"S1"}, Full: true, Without: map[string]bool{"S1": true}}})
	near(t, "precision", got.Precision, 1)
}

func TestClaimsThatNobodyAssessedAreNotRight(t *testing.T) {
	got := Claims(nil, nil)
	if got.Coverage != nil || got.Faithfulness != nil || got.Precision != nil || got.Recall != nil || got.F1 != nil ||
		got.Hallucination != nil || got.ClaimRecall != nil || got.Utilization != nil {
		t.Errorf("no claims: %+v", got)
	}
	got = Claims([]Claim{{Context: new(true)}, {Context: new(false)}, {}, {}}, []GoldClaim{{InAnswer: true}})
	near(t, "coverage", got.Coverage, 0.5)
	near(t, "faithfulness", got.Faithfulness, 0.5)
	if got.Unsupported != 1 || got.Precision != nil || got.Noise != nil || got.Utilization != nil || *got.ClaimRecall != 0 {
		t.Errorf("%+v", got)
	}
}
