package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestItemsWithOneScoreSayNothingOfConsistency(t *testing.T) {
	with, _ := SelfConsistency([][]float64{{5, 5, 4}, {3}, {2, 4, 2}, {}}, 4)
	without, ok := SelfConsistency([][]float64{{5, 5, 4}, {2, 4, 2}}, 4)
	if !ok || with.Items != 2 || with.FlipRate != without.FlipRate || with.WithinSD != without.WithinSD {
		t.Errorf("%+v, %+v", with, without)
	}
	if diff := cmp.Diff([]int{2}, with.Wide); diff != "" {
		t.Errorf("wide items by their place in the input: %s", diff)
	}
	if got, ok := SelfConsistency([][]float64{{5}, {3}}, 4); ok {
		t.Errorf("nothing repeated: %+v", got)
	}
}

func TestFlipsAreCountedAtTheCut(t *testing.T) {
	got, _ := SelfConsistency([][]float64{{4, 5}, {3, 2}, {3, 4}, {4, 4}}, 4)
	if got.FlipRate != 0.25 || got.PairAgreement != 0.25 || got.Changed != 0.75 || got.Wide != nil {
		t.Errorf("%+v", got)
	}
}

func TestIntraclassOfItemsThatDoNotDifferDoesNotExist(t *testing.T) {
	got, ok := ICC1([][]float64{{3, 4}, {4, 3}, {3, 4}})
	if !ok || got.Single != nil || got.Mean != nil || got.MSW == 0 {
		t.Errorf("%+v, %v", got, ok)
	}
	if got, ok := ICC1([][]float64{{3, 4}, {5}}); ok {
		t.Errorf("one item: %+v", got)
	}
}

// TestComponentsOfOneAnswerAreThoseOfICC: with one answer a question both
// analyses see the same two levels.
func TestComponentsOfOneAnswerAreThoseOfICC(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	var repeats [][]float64
	var data [][][]float64
	for range 25 {
		level := 1 + 4*r.Float64()
		scores := []float64{level + r.Float64(), level - r.Float64(), level}
		repeats, data = append(repeats, scores), append(data, [][]float64{scores})
	}
	icc, _ := ICC1(repeats)
	got, ok := VarianceComponents(data)
	if !ok || got.Answer != nil || got.MSAnswer != nil {
		t.Fatalf("%+v, %v", got, ok)
	}
	near(t, "judge", got.Judge, icc.MSW)
	near(t, "share of questions", new(got.Question/(got.Question+*got.Judge)), *icc.Single)
}

func TestWhatADesignCannotSeparateIsNil(t *testing.T) {
	got, ok := VarianceComponents([][][]float64{{{5}, {4}}, {{3}, {3}}, {{1}, {2}}})
	if !ok || got.Judge != nil || got.Answer == nil || got.SEThisSuiteOnly == nil {
		t.Errorf("one judgement: %+v, %v", got, ok)
	}
	got, ok = VarianceComponents([][][]float64{{{5}}, {{3}}, {{1}}})
	if !ok || got.Judge != nil || got.Answer != nil || got.SEThisSuiteOnly != nil || got.SEQuestionsLikeThese == 0 {
		t.Errorf("one of each: %+v, %v", got, ok)
	}
	for name, data := range map[string][][][]float64{
		"one question":      {{{5, 4}}},
		"uneven answers":    {{{5}, {4}}, {{3}}},
		"uneven judgements": {{{5, 4}}, {{3}}},
		"no answer":         {{}, {}},
		"no number":         {{{math.NaN()}}, {{1}}},
	} {
		if got, ok := VarianceComponents(data); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestANegativeComponentCountsAsNothing(t *testing.T) {
	got, ok := VarianceComponents([][][]float64{{{1, 5}, {5, 1}}, {{5, 1}, {1, 5}}})
	if !ok || !got.Truncated || got.Question != 0 || *got.Answer != 0 || *got.Judge == 0 {
		t.Errorf("%+v, %v", got, ok)
	}
}

func TestPanelVotes(t *testing.T) {
	vote := func(scores ...float64) []*float64 {
		out := []*float64{}
		for _, s := range scores {
			if s == 0 {
				out = append(out, nil)
				continue
			}
			out = append(out, &s)
		}
		return out
	}
	for _, c := range []struct {
		name   string
		scores []*float64
		quorum int
		want   Panel
	}{
		{"more than half pass", vote(5, 4, 2), 2, Panel{Valid: 3, Quorum: true, Mean: new(11.0 / 3), Median: new(4.0), Passes: 2, Passed: new(true)}},
		{"an even split is not passed", vote(5, 1), 2, Panel{Valid: 2, Quorum: true, Mean: new(3.0), Median: new(3.0), Passes: 1, Passed: new(false), Split: true}},
		{"below the quorum there is no score", vote(5, 0, 0), 2, Panel{Valid: 1, Passes: 1}},
		{"nobody is below any quorum", vote(0, 0), 0, Panel{}},
		{"no number is no vote", []*float64{new(math.NaN()), new(2.0)}, 1, Panel{Valid: 1, Quorum: true, Mean: new(2.0), Median: new(2.0), Passed: new(false)}},
	} {
		if diff := cmp.Diff(c.want, PanelVote(c.scores, 4, c.quorum)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
