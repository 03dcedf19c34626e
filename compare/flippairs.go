package compare

import "github.com/evalrun/evalrun/stats"

// flipPairs counts pairs of looks at the same thing, and those that fell on
// two sides. Pairs of one question, or of one group, belong together.
type flipPairs struct{ pairs stats.Proportion }

// add counts the pairs among looks of which some passed and some failed.
func (f *flipPairs) add(cluster string, passed, failed int) {
	if n := passed + failed; n > 1 {
		f.pairs.Add(cluster, passed*failed, n*(n-1)/2)
	}
}

// bounds are the 95 % interval of the share; nil where all pairs belong
// together.
func (f *flipPairs) bounds() (lo, hi *float64) {
	if i, ok := f.pairs.Interval(conf); ok {
		return &i.Lo, &i.Hi
	}
	return nil, nil
}
