package stats

import "math"

// GwetAC1 is Gwet's first-order agreement of two raters: beyond chance as
// kappa is, with a chance that does not swallow the agreement where nearly
// all answers are of one level. Scores count at the nearest whole level of
// lo..hi. With one level only it is 1, whatever the raters would have done
// with another: it then says nothing. It exists where Kappa does.
func GwetAC1(judge, human []float64, lo, hi int) (float64, bool) {
	if len(judge) == 0 || len(judge) != len(human) || lo >= hi || !within(judge, lo, hi) || !within(human, lo, hi) {
		return 0, false
	}
	equal, shares := 0.0, make([]float64, hi-lo+1)
	for i := range judge {
		a, b := levelOf(judge[i], lo), levelOf(human[i], lo)
		if a == b {
			equal++
		}
		shares[a]++
		shares[b]++
	}
	n, chance := float64(len(judge)), 0.0
	for _, s := range shares {
		share := s / (2 * n)
		chance += share * (1 - share)
	}
	chance /= float64(hi - lo)
	return (equal/n - chance) / (1 - chance), true
}

// levelOf is the place of the nearest whole level above lo; a half counts up.
func levelOf(score float64, lo int) int { return int(math.Floor(score+0.5)) - lo }
