package stats

// Wilcoxon is the exact signed-rank test. It is the second opinion beside
// SignFlip, whatever it says.
type Wilcoxon struct {
	M     int     // differences that are not zero
	WPlus float64 // sum of the positive ones' ranks
	PTwo  float64
}

// What the signed-rank test does with differences of zero.
const (
	ZeroWilcox = "wilcox" // drop them, then rank
	ZeroPratt  = "pratt"  // rank, then drop them
)

// WilcoxonExact ranks the sizes of differences, equal ones sharing their
// middle rank, and flips the ranks' signs. It does not exist for another name
// than those above or for a value that is not finite.
func WilcoxonExact(d []float64, zero string) (Wilcoxon, bool) {
	if zero != ZeroWilcox && zero != ZeroPratt || !allFinite(d) {
		return Wilcoxon{}, false
	}
	whole, _ := wholeNumbers(d)
	sizes := make([]float64, 0, len(whole))
	signs := make([]int, 0, len(whole))
	for _, v := range whole {
		if v == 0 && zero == ZeroWilcox {
			continue
		}
		sizes = append(sizes, float64(max(v, -v)))
		signs = append(signs, min(1, max(-1, v)))
	}
	test := Wilcoxon{}
	doubled := make([]int, len(sizes))
	for i, rank := range midranks(sizes) {
		doubled[i] = signs[i] * int(2*rank)
		if signs[i] != 0 {
			test.M++
		}
		test.WPlus += float64(max(0, doubled[i])) / 2
	}
	test.PTwo = coinTails(doubled).two
	return test, true
}

// midranks are ranks from 1 in ascending order; equal values share the mean
// of their ranks, which is a multiple of one half.
func midranks(values []float64) []float64 {
	order, ranks := ascending(values), make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+1+to) / 2
		}
		from = to
	}
	return ranks
}
