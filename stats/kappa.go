package stats

import "math"

// Weights of a disagreement: those of Cohen's kappa say how much two scores
// that are not equal still agree.
const (
	Unweighted = "unweighted" // equal or not
	Linear     = "linear"     // 1 - |a-b|/range
	Quadratic  = "quadratic"  // 1 - (a-b)²/range²
)

// Agreement is how far two raters agree beyond chance. Kappa does not exist
// where both gave one and the same value only: then agreement cannot be told
// from chance. The interval is not cut at 1.
type Agreement struct {
	N       int
	PO, PE  float64 // weighted agreement, observed and expected by chance
	Kappa   *float64
	SE      *float64
	Lo, Hi  *float64
	Exact   float64 // share of equal scores
	Within1 float64 // share of scores at most one apart
}

// Kappa is Cohen's kappa of two raters over the same answers, with the
// large-sample standard error of Fleiss, Cohen and Everitt (1969) and the
// normal interval. Scores lie in lo..hi and need not be whole: means of
// several judgements are levels of their own. It does not exist without
// scores, with one outside of lo..hi or with other weights than those above.
func Kappa(judge, human []float64, weights string, lo, hi int, conf float64) (Agreement, bool) {
	table, ok := newPairTable(judge, human, weights, lo, hi)
	if !ok || !levelOK(conf) {
		return Agreement{}, false
	}
	a := table.agreement()
	if variance, ok := table.variance(); ok && a.Kappa != nil {
		se := math.Sqrt(variance)
		half := normalQuantile(conf) * se
		a.SE, a.Lo, a.Hi = &se, new(*a.Kappa-half), new(*a.Kappa+half)
	}
	return a, true
}

// KappaJackknife is Kappa with the standard error of leaving out one cluster
// of rows after the other and Student's interval: the one to print for small
// samples, and the only one where rows belong together, such as the labels
// that several people gave one answer. Rows of equal label are one cluster, an
// empty label stands alone, nil leaves all rows alone.
func KappaJackknife(judge, human []float64, clusters []string, weights string, lo, hi int, conf float64) (Agreement, bool) {
	table, ok := newPairTable(judge, human, weights, lo, hi)
	if !ok || !levelOK(conf) || clusters != nil && len(clusters) != len(judge) {
		return Agreement{}, false
	}
	a := table.agreement()
	if a.Kappa == nil {
		return a, true
	}
	groups := rowsByCluster(clusters, len(judge))
	jack, ok := jackknife(*a.Kappa, len(groups), conf, func(g int) (float64, bool) {
		table.count(groups[g], -1)
		_, _, kappa, ok := table.kappa()
		table.count(groups[g], +1)
		return kappa, ok
	})
	if ok {
		a.SE, a.Lo, a.Hi = &jack.se, &jack.Lo, &jack.Hi
	}
	return a, true
}

// agreement is everything but the uncertainty.
func (t *pairTable) agreement() Agreement {
	a := Agreement{N: len(t.rows)}
	for _, r := range t.rows {
		apart := math.Abs(t.levels[r.x] - t.levels[r.y])
		if apart == 0 {
			a.Exact++
		}
		if apart <= 1 {
			a.Within1++
		}
	}
	a.Exact /= float64(a.N)
	a.Within1 /= float64(a.N)
	po, pe, kappa, ok := t.kappa()
	a.PO, a.PE = po, pe
	if ok {
		a.Kappa = &kappa
	}
	return a
}

// kappa does not exist where chance alone gives full agreement.
func (t *pairTable) kappa() (po, pe, kappa float64, ok bool) {
	if t.n <= 0 {
		return 0, 0, 0, false
	}
	for i, row := range t.cells {
		for j, n := range row {
			po += n * t.weight[i][j]
			pe += t.left[i] * t.right[j] * t.weight[i][j]
		}
	}
	po /= t.n
	pe /= t.n * t.n
	if 1-pe < tied {
		return po, pe, 0, false
	}
	return po, pe, (po - pe) / (1 - pe), true
}

// variance is that of kappa in large samples. One row has none.
func (t *pairTable) variance() (float64, bool) {
	po, pe, _, ok := t.kappa()
	if !ok || t.n < 2 {
		return 0, false
	}
	left, right := t.meanWeights()
	sum := 0.0
	for i, row := range t.cells {
		for j, n := range row {
			d := t.weight[i][j]*(1-pe) - (left[i]+right[j])*(1-po)
			sum += n / t.n * d * d
		}
	}
	level := po*pe - 2*pe + po
	return math.Max(0, sum-level*level) / (t.n * math.Pow(1-pe, 4)), true
}

// meanWeights are the mean weights of each row over the column shares, and of
// each column over the row shares.
func (t *pairTable) meanWeights() (left, right []float64) {
	left, right = make([]float64, len(t.levels)), make([]float64, len(t.levels))
	for i := range t.levels {
		for j := range t.levels {
			left[i] += t.right[j] / t.n * t.weight[i][j]
			right[j] += t.left[i] / t.n * t.weight[i][j]
		}
	}
	return left, right
}
