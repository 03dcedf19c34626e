package stats

import "gonum.org/v1/gonum/stat/distuv"

// Friedman tests "all runs are alike" on the ranks that they take within each
// question, with the correction for ties: the statistic, its p by the
// chi-squared approximation. It needs two runs and two questions, and does
// not exist where every question ties.
func Friedman(runs [][]float64) (statistic, p float64, ok bool) {
	if len(runs) == 0 || !rankable(runs, len(runs[0])) || len(runs[0]) < 2 {
		return 0, 0, false
	}
	k, n := float64(len(runs)), float64(len(runs[0]))
	sums, spread := rankSums(runs)
	between := 0.0
	for _, s := range sums {
		between += (s - n*(k+1)/2) * (s - n*(k+1)/2)
	}
	if spread == 0 {
		return 0, 0, false
	}
	statistic = (k - 1) * between / spread
	return statistic, distuv.ChiSquared{K: k - 1}.Survival(statistic), true
}

// rankSums adds up the ranks of each run, and the squared distances of all
// ranks from their middle.
func rankSums(runs [][]float64) (sums []float64, spread float64) {
	middle := float64(len(runs)+1) / 2
	sums = make([]float64, len(runs))
	question := make([]float64, len(runs))
	for q := range runs[0] {
		for i := range runs {
			question[i] = runs[i][q]
		}
		for i, rank := range midranks(question) {
			sums[i] += rank
			spread += (rank - middle) * (rank - middle)
		}
	}
	return sums, spread
}
