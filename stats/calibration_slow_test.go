//go:build slow

package stats

import (
	"math/rand/v2"
	"testing"
)

// judgedWorld is a population of answers: what people give, and what a judge
// makes of it.
type judgedWorld struct {
	name   string
	people [5]float64
	judge  func(r *rand.Rand, level int) int
}

func judgedWorlds() []judgedWorld {
	oneOff := func(share float64) func(*rand.Rand, int) int {
		return func(r *rand.Rand, level int) int {
			if r.Float64() < share {
				return min(5, max(1, level+2*r.IntN(2)-1))
			}
			return level
		}
	}
	return []judgedWorld{
		{"even levels, one off in 3 of 10", [5]float64{.2, .2, .2, .2, .2}, oneOff(0.3)},
		{"mostly good, one off in 2 of 10", [5]float64{.05, .1, .15, .3, .4}, oneOff(0.2)},
		{"mostly good, lenient", [5]float64{.1, .1, .15, .25, .4}, func(r *rand.Rand, level int) int {
			if level < 5 && r.Float64() < 0.25 {
				return level + 1
			}
			return level
		}},
		{"near the ceiling", [5]float64{.03, .02, .05, .1, .8}, oneOff(0.15)},
	}
}

func (w judgedWorld) draw(r *rand.Rand, n int) (judge, people []float64) {
	for range n {
		u, level := r.Float64(), 0
		for u -= w.people[0]; u >= 0 && level < 4; u -= w.people[level] {
			level++
		}
		people = append(people, float64(level+1))
		judge = append(judge, float64(w.judge(r, level+1)))
	}
	return judge, people
}

// TestIntervalsOfCalibrationCoverTheirTruth: of 95 % intervals over labels
// drawn at random at least 90 % hold the figure of the whole population, and
// 85 % where nearly all scores are equal and few labels fall below the cut.
func TestIntervalsOfCalibrationCoverTheirTruth(t *testing.T) {
	const samples, unlabelled = 2000, 400
	r := rand.New(rand.NewPCG(31, 32))
	for _, w := range judgedWorlds() {
		judge, people := w.draw(r, 400_000)
		kappa, _ := Kappa(judge, people, Quadratic, 1, 5, 0.95)
		passes := passShare(people)
		truth := map[string]float64{"kappa": *kappa.Kappa, "mean": meanOf(people), "pass rate": passes}
		for _, n := range []int{60, 100, 200} {
			covered, had := map[string]int{}, map[string]int{}
			hold := func(name string, lo, hi float64) {
				had[name]++
				if lo <= truth[name] && truth[name] <= hi {
					covered[name]++
				}
			}
			for range samples {
				j, p := w.draw(r, n)
				rest, _ := w.draw(r, unlabelled)
				if a, _ := KappaJackknife(j, p, nil, Quadratic, 1, 5, 0.95); a.Lo != nil {
					hold("kappa", *a.Lo, *a.Hi)
				}
				if m, ok := PPIPPMean(j, p, rest, 0.95); ok {
					hold("mean", m.Lo, m.Hi)
				}
				b, _ := BinaryAgreement(j, p, 4, 0.95)
				if b.Sens == nil || b.Spec == nil {
					continue
				}
				all := append(append([]float64{}, j...), rest...)
				if rate, ok := RoganGladen(passShare(all), len(all), *b.Sens, b.TP+b.FN, *b.Spec, b.TN+b.FP, 0.95); ok {
					hold("pass rate", rate.Lo, rate.Hi)
				}
			}
			for _, name := range []string{"kappa", "mean", "pass rate"} {
				share := float64(covered[name]) / float64(had[name])
				t.Logf("%s, n=%d: %s %.3f covered in %.3f of %d", w.name, n, name, truth[name], share, had[name])
				if share < 0.85 || share < 0.90 && w.people[4] < 0.8 {
					t.Errorf("%s, n=%d: interval of %s covers %.3f", w.name, n, name, share)
				}
			}
		}
	}
}

// passShare is the share at the cut or above.
func passShare(scores []float64) float64 {
	k := 0
	for _, s := range scores {
		if s >= 4 {
			k++
		}
	}
	return float64(k) / float64(len(scores))
}
