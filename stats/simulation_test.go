//go:build slow

package stats

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// drawLevel draws a score of 1..5 with the given chances.
func drawLevel(r *rand.Rand, chances [5]float64) float64 {
	u := r.Float64()
	for level, p := range chances {
		if u -= p; u < 0 {
			return float64(level + 1)
		}
	}
	return 5
}

func meanLevel(chances [5]float64) float64 {
	mean := 0.0
	for level, p := range chances {
		mean += float64(level+1) * p
	}
	return mean
}

// The shapes that a judge's scores take, from mild to nearly all at the
// ceiling.
func TestBetaIntervalCoversInEveryCell(t *testing.T) {
	const rounds = 20_000
	for _, c := range []struct {
		chances [5]float64
		n       int
	}{
		{[5]float64{.03, .07, .2, .35, .35}, 20},
		{[5]float64{.03, .02, 0, .15, .80}, 20},
		{[5]float64{.03, .02, 0, .15, .80}, 50},
		{[5]float64{.03, .02, 0, .15, .80}, 200},
		{[5]float64{.1, 0, 0, 0, .9}, 50},
		{[5]float64{.03, 0, 0, 0, .97}, 20},
		{[5]float64{.03, 0, 0, 0, .97}, 100},
		{[5]float64{.6, .2, .1, .05, .05}, 20},
		{[5]float64{.1, .2, .4, .2, .1}, 20},
	} {
		r := rand.New(rand.NewPCG(1, uint64(c.n)))
		truth, covered := meanLevel(c.chances), 0
		for range rounds {
			var m Moments
			for range c.n {
				m.Add(drawLevel(r, c.chances), "")
			}
			est, _ := m.Estimate(0.95)
			if est.Beta.Lo <= truth && truth <= est.Beta.Hi {
				covered++
			}
		}
		share := float64(covered) / rounds
		t.Logf("%v n=%d: covers %.3f", c.chances, c.n, share)
		if share < 0.91 {
			t.Errorf("%v n=%d: covers %.3f", c.chances, c.n, share)
		}
	}
}

// Exchangeable runs: the share of p <= .05 stays below it, clustered or not.
func TestSignFlipErrsNoMoreThanItSays(t *testing.T) {
	const rounds = 5_000
	for _, n := range []int{10, 30, 100} {
		for _, perCluster := range []int{1, 4} {
			r := rand.New(rand.NewPCG(7, uint64(n)))
			rejected := 0
			for range rounds {
				d, names := make([]float64, n), make([]string, n)
				shift := 0.0
				for i := range d {
					if i%perCluster == 0 {
						shift = float64(r.IntN(3) - 1)
					}
					d[i] = shift*float64(perCluster-1)/3 + drawLevel(r, [5]float64{.05, .1, .15, .3, .4}) - drawLevel(r, [5]float64{.05, .1, .15, .3, .4})
					names[i] = fmt.Sprint(i / perCluster)
				}
				if SignFlipCluster(d, names).PTwo <= 0.05 {
					rejected++
				}
			}
			share := float64(rejected) / rounds
			t.Logf("n=%d in clusters of %d: %.4f", n, perCluster, share)
			if share > 0.05+0.007 {
				t.Errorf("n=%d in clusters of %d: p <= .05 in %.4f", n, perCluster, share)
			}
		}
	}
}
