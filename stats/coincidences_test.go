package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestCoincidencesGiveTheAlphaOfTheWholeTable(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 7))
		var stream Coincidences
		ratings := make([][]*float64, 3)
		for range 30 {
			var unit []float64
			for rater := range ratings {
				var v *float64
				if r.IntN(5) > 0 {
					v = new(float64(1+r.IntN(9))/2 + 0.5)
					unit = append(unit, *v)
				}
				ratings[rater] = append(ratings[rater], v)
			}
			stream.Add(unit...)
		}
		for _, metric := range []string{Nominal, Ordinal, ByInterval} {
			want, okWant := Krippendorff(ratings, metric)
			got, ok := stream.Alpha(metric)
			if ok != okWant || got.Units != want.Units || got.Values != want.Values || math.Abs(*got.Alpha-*want.Alpha) > 1e-12 {
				t.Errorf("seed %d, %s: %+v, want %+v", seed, metric, got, want)
			}
		}
	}
}

func TestCoincidencesWithoutTwoValuesHaveNoAlpha(t *testing.T) {
	var none Coincidences
	none.Add()
	none.Add(3)
	none.Add(3, math.NaN())
	if got, ok := none.Alpha(Ordinal); ok {
		t.Errorf("nothing to compare gives %+v", got)
	}
	none.Add(4, 4)
	none.Add(4, 4, 4)
	if got, ok := none.Alpha(Ordinal); !ok || got.Alpha != nil || got.Units != 2 || got.Values != 5 {
		t.Errorf("one value only gives %+v, %v", got, ok)
	}
	if got, ok := none.Alpha("other"); ok {
		t.Errorf("an unknown metric gives %+v", got)
	}
}
