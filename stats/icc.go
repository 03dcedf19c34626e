package stats

// Intraclass is how much of the variance of scores is between items and not
// between the scores of one item: one-way analysis of variance.
type Intraclass struct {
	Items  int
	MSB    float64  // mean square between items
	MSW    float64  // within items
	Single *float64 // of one score; nil where items do not differ
	Mean   *float64 // of the mean of an item's scores
}

// ICC1 needs two items of two scores each at least; items of one score are
// left out. Items may have different numbers of scores.
func ICC1(repeats [][]float64) (Intraclass, bool) {
	var all, within, between running
	var squaresOfSizes, residual float64
	for _, scores := range repeats {
		if !allFinite(scores) {
			return Intraclass{}, false
		}
		if len(scores) < 2 {
			continue
		}
		within = running{}
		for _, s := range scores {
			all.add(s)
			within.add(s)
		}
		between.n++
		residual += within.m2
		squaresOfSizes += float64(len(scores)) * float64(len(scores))
	}
	if between.n < 2 {
		return Intraclass{}, false
	}
	n, total := float64(between.n), float64(all.n)
	// The sum of squares between items is what the one within leaves over.
	c := Intraclass{Items: between.n, MSW: untied(residual / (total - n)), MSB: untied((all.m2 - residual) / (n - 1))}
	if c.MSB > 0 {
		size := (total - squaresOfSizes/total) / (n - 1) // scores of an item; their number where all have the same
		c.Single = new((c.MSB - c.MSW) / (c.MSB + (size-1)*c.MSW))
		c.Mean = new((c.MSB - c.MSW) / c.MSB)
	}
	return c, true
}
