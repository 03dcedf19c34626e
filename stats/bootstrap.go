package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// BootstrapReplicates is how often clusters are drawn anew.
const BootstrapReplicates = 4000

const (
	// mostKinds of clusters are drawn kind by kind, at a cost that does not
	// grow with the clusters.
	mostKinds = 12
	// mostPicks is how many clusters are drawn one by one. More of them are
	// first dealt at random into as many bundles, which leaves the spread of
	// the figure as it is up to 1/√(2·mostPicks) of itself.
	mostPicks = 400
)

// Bootstrap is the BCa interval of a figure of the counts, from resamples of
// whole clusters. Equal counts and an equal seed give an equal interval, in
// whatever order and under whatever names the clusters were added.
//
// It needs two clusters, and the figure with every one of them left out.
// Resamples in which the figure does not exist are left out themselves; where
// they are a larger share than the interval may err in, it does not exist; nor
// where nearly all lie on one side of the figure, at a distance that the
// correction cannot bridge.
func (c *ClusterCounts) Bootstrap(figure func(Counts) (float64, bool), conf float64, seed uint64) (Interval, bool) {
	clusters, total := c.pooled(), Counts{}
	for _, k := range clusters {
		for i, n := range k.counts {
			total[i] += n * k.times
		}
	}
	estimate, ok := figure(total)
	if !ok || !levelOK(conf) {
		return Interval{}, false
	}
	deleteOne, times := make([]float64, len(clusters)), make([]int, len(clusters))
	for i, k := range clusters {
		times[i] = k.times
		if deleteOne[i], ok = figure(total.without(k.counts)); !ok {
			return Interval{}, false
		}
	}
	replicates := resampled(clusters, figure, rand.NewPCG(seed, 0))
	if float64(BootstrapReplicates-len(replicates)) > (1-conf)*BootstrapReplicates {
		return Interval{}, false
	}
	interval, ok := bca(estimate, replicates, deleteOne, times, conf)
	return interval, ok && math.Abs(biasCorrection(estimate, replicates)) < normalQuantile(conf)
}

// resampled lists the figure of every resample in which it exists.
func resampled(clusters []alike, figure func(Counts) (float64, bool), source *rand.PCG) []float64 {
	draw := resampler(clusters, source)
	out := make([]float64, 0, BootstrapReplicates)
	for range BootstrapReplicates {
		if value, ok := figure(draw()); ok {
			out = append(out, value)
		}
	}
	return out
}

// resampler draws as many clusters as there are, with replacement, and adds up
// their counts.
func resampler(clusters []alike, source *rand.PCG) func() Counts {
	n := 0
	for _, k := range clusters {
		n += k.times
	}
	switch {
	case n <= mostPicks:
		return onePerCluster(spreadOut(clusters, n), source)
	case len(clusters) <= mostKinds:
		return func() Counts { return kindByKind(clusters, n, source) }
	}
	return onePerCluster(bundles(clusters, source), source)
}

func onePerCluster(clusters []Counts, source *rand.PCG) func() Counts {
	return func() (sum Counts) {
		for range clusters {
			sum.add(&clusters[below(len(clusters), source)])
		}
		return sum
	}
}

// below draws one of 0..n-1. At the sizes here it prefers none by more than
// one part in 2⁵⁰, and it costs a fraction of what the library asks.
func below(n int, source *rand.PCG) int {
	high, _ := bits.Mul64(source.Uint64(), uint64(n))
	return int(high)
}

// spreadOut lists every cluster.
func spreadOut(clusters []alike, n int) []Counts {
	out := make([]Counts, 0, n)
	for _, k := range clusters {
		for range k.times {
			out = append(out, k.counts)
		}
	}
	return out
}

// bundles deals the clusters into mostPicks bundles, each cluster by a draw of
// its own: dealt in turn, sorted as they are, the bundles would be too alike.
func bundles(clusters []alike, source *rand.PCG) []Counts {
	out := make([]Counts, mostPicks)
	for _, k := range clusters {
		for range k.times {
			out[below(mostPicks, source)].add(&k.counts)
		}
	}
	return out
}

// kindByKind is a multinomial draw: of what is left, the clusters of a kind are
// binomial.
func kindByKind(clusters []alike, n int, source *rand.PCG) (sum Counts) {
	open, left := n, n
	for _, k := range clusters {
		times := left
		if k.times < open {
			times = int(distuv.Binomial{N: float64(left), P: float64(k.times) / float64(open), Src: source}.Rand())
		}
		for i, count := range k.counts {
			sum[i] += count * times
		}
		if open, left = open-k.times, left-times; left == 0 {
			break
		}
	}
	return sum
}
