package stats

import (
	"cmp"
	"slices"
)

// CountKinds is how many kinds of events Counts holds.
const CountKinds = 8

// Counts are events by kind; what the kinds are is up to who counts.
type Counts [CountKinds]int

// add is written out: a bootstrap adds millions of them.
func (c *Counts) add(o *Counts) {
	c[0], c[1], c[2], c[3] = c[0]+o[0], c[1]+o[1], c[2]+o[2], c[3]+o[3]
	c[4], c[5], c[6], c[7] = c[4]+o[4], c[5]+o[5], c[6]+o[6], c[7]+o[7]
}

func (c Counts) without(other Counts) Counts {
	for i, n := range other {
		c[i] -= n
	}
	return c
}

func (c Counts) compare(other Counts) int { return slices.Compare(c[:], other[:]) }

// ClusterCounts counts events and remembers which belong together, for figures
// of the counts whose interval has no formula. The zero value is ready. Memory
// grows with named clusters and with the different counts that one cluster
// can have, not with what is added.
type ClusterCounts struct {
	named  map[string]*Counts
	single map[Counts]int // clusters without a name by what they counted
}

// Add counts the events of one cluster. Those of equal name belong together;
// events without a name are a cluster of their own, closed with this call.
// Nothing is added where nothing was counted.
func (c *ClusterCounts) Add(cluster string, counts Counts) {
	switch {
	case counts == Counts{}:
	case cluster == "":
		if c.single == nil {
			c.single = map[Counts]int{}
		}
		c.single[counts]++
	default:
		if c.named == nil {
			c.named = map[string]*Counts{}
		}
		sum, seen := c.named[cluster]
		if !seen {
			sum = new(Counts)
			c.named[cluster] = sum
		}
		sum.add(&counts)
	}
}

// Clusters is how many clusters something was counted in.
func (c *ClusterCounts) Clusters() int {
	n := len(c.named)
	for _, times := range c.single {
		n += times
	}
	return n
}

// alike are clusters that counted the same.
type alike struct {
	counts Counts
	times  int
}

// pooled forgets names and order: clusters that counted the same cannot be
// told apart by a figure of the counts.
func (c *ClusterCounts) pooled() []alike {
	all := make([]alike, 0, len(c.named)+len(c.single))
	for counts, times := range c.single {
		all = append(all, alike{counts, times})
	}
	for _, counts := range c.named {
		all = append(all, alike{*counts, 1})
	}
	slices.SortFunc(all, func(a, b alike) int {
		return cmp.Or(a.counts.compare(b.counts), cmp.Compare(a.times, b.times))
	})
	out := all[:0]
	for _, a := range all {
		if last := len(out) - 1; last >= 0 && out[last].counts == a.counts {
			out[last].times += a.times
			continue
		}
		out = append(out, a)
	}
	return out
}
