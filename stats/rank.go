package stats

import "slices"

// Ranking sets several runs of the same questions in order, as far as the
// data tell them apart.
type Ranking struct {
	P        [][]float64 // sign-flip test of run i against run j, symmetric, 1 on the diagonal
	PHolm    [][]float64 // adjusted over all pairs
	Rank     [][2]int    // best and worst rank of each run, from 1; all of them hold together
	Friedman *float64    // p of "all runs are alike"; nil with groups, which it knows nothing of
}

// RankCI ranks runs by the mean over the same questions: runs[i][q] is run
// i's score of question q, higher is better. It needs two runs of equal
// length, a question, finite scores, and alpha between 0 and 1.
func RankCI(runs [][]float64, alpha float64) (Ranking, bool) {
	if len(runs) == 0 {
		return Ranking{}, false
	}
	return RankCICluster(runs, make([]string, len(runs[0])), alpha)
}

// RankCICluster ranks runs whose questions belong together where their labels
// are equal; an empty label stands alone.
func RankCICluster(runs [][]float64, clusters []string, alpha float64) (Ranking, bool) {
	if !rankable(runs, len(clusters)) || !levelOK(alpha) {
		return Ranking{}, false
	}
	out := Ranking{P: ones(len(runs)), PHolm: ones(len(runs)), Rank: make([][2]int, len(runs))}
	adjusted := AdjustHolm(out.testPairs(runs, clusters))
	for i := range out.Rank {
		out.Rank[i] = [2]int{1, len(runs)}
	}
	for i := range runs {
		for j := i + 1; j < len(runs); j++ {
			p := adjusted[0]
			adjusted = adjusted[1:]
			out.PHolm[i][j], out.PHolm[j][i] = p, p
			if p <= alpha {
				out.separate(i, j, sum(differences(runs[i], runs[j])) > 0)
			}
		}
	}
	if !slices.ContainsFunc(clusters, func(c string) bool { return c != "" }) {
		if _, p, ok := Friedman(runs); ok {
			out.Friedman = &p
		}
	}
	return out, true
}

func (r *Ranking) testPairs(runs [][]float64, clusters []string) []float64 {
	var all []float64
	for i := range runs {
		for j := i + 1; j < len(runs); j++ {
			p := SignFlipCluster(differences(runs[i], runs[j]), clusters).PTwo
			r.P[i][j], r.P[j][i] = p, p
			all = append(all, p)
		}
	}
	return all
}

// separate records that runs i and j differ.
func (r *Ranking) separate(i, j int, iBetter bool) {
	if !iBetter {
		i, j = j, i
	}
	r.Rank[i][1]--
	r.Rank[j][0]++
}

func rankable(runs [][]float64, questions int) bool {
	if len(runs) < 2 || questions == 0 {
		return false
	}
	return !slices.ContainsFunc(runs, func(r []float64) bool { return len(r) != questions || !allFinite(r) })
}

func ones(n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = slices.Repeat([]float64{1}, n)
	}
	return rows
}

func differences(head, base []float64) []float64 {
	out := make([]float64, len(head))
	for i := range head {
		out[i] = head[i] - base[i]
	}
	return out
}
