package stats

import "math"

// SignFlip is the exact test of "did the mean move": each difference keeps
// its size, its sign is a fair coin. No seed, no simulation.
type SignFlip struct {
	M        int     // differences, or clusters, that are not zero; zeros carry no sign
	Clusters int     // all of them
	Sum      float64 // of all differences
	PTwo     float64 // chance of a sum at least as far from zero
	PLess    float64 // of one at least as low
	PGreater float64 // of one at least as high
	PMin     float64 // the smallest PTwo that M differences can give
}

// SignFlipExact tests independent differences. Where all of them are zero
// every chance is 1. A value that is not finite counts as zero.
func SignFlipExact(d []float64) SignFlip {
	return SignFlipCluster(d, make([]string, len(d)))
}

// SignFlipCluster flips whole clusters: differences of equal label share
// their sign; an empty label, or one that is not there, stands alone.
func SignFlipCluster(d []float64, clusters []string) SignFlip {
	whole, unit := wholeNumbers(d)
	sums := wholeSums(whole, clusters)
	test := SignFlip{Clusters: len(sums)}
	total := 0
	for _, s := range sums {
		total += s
		if s != 0 {
			test.M++
		}
	}
	test.Sum = float64(total) / unit
	tails := coinTails(sums)
	test.PTwo, test.PLess, test.PGreater = tails.two, tails.less, tails.greater
	test.PMin = smallestP(test.M)
	return test
}

// smallestP is the chance that m coins agree, either way.
func smallestP(m int) float64 {
	return math.Min(1, math.Max(math.Ldexp(2, -m), math.SmallestNonzeroFloat64))
}

func wholeSums(whole []int, clusters []string) []int {
	var sums []int
	index := map[string]int{}
	for i, v := range whole {
		if i >= len(clusters) || clusters[i] == "" {
			sums = append(sums, v)
			continue
		}
		at, seen := index[clusters[i]]
		if !seen {
			at = len(sums)
			index[clusters[i]] = at
			sums = append(sums, 0)
		}
		sums[at] += v
	}
	return sums
}
