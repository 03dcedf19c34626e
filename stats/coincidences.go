package stats

import "slices"

// Coincidences takes in units one by one and gives Krippendorff's alpha over
// all of them. The zero value is ready. Memory grows with the number of
// different values, not with units.
type Coincidences struct {
	pairs  map[[2]float64]float64
	sums   map[float64]float64
	counts Alpha
}

// Add takes the values of one unit. Fewer than two say nothing of agreement
// and are not counted; nor is a unit with a value that is no number.
func (c *Coincidences) Add(values ...float64) {
	if len(values) < 2 || slices.ContainsFunc(values, func(v float64) bool { return !finite(v) }) {
		return
	}
	if c.pairs == nil {
		c.pairs, c.sums = map[[2]float64]float64{}, map[float64]float64{}
	}
	c.counts.Units++
	c.counts.Values += len(values)
	share := 1 / float64(len(values)-1)
	for i, a := range values {
		c.sums[a]++
		for j, b := range values {
			if i != j {
				c.pairs[[2]float64{a, b}] += share
			}
		}
	}
}

// Alpha is that of the units so far; it does not exist before the first one.
func (c *Coincidences) Alpha(metric string) (Alpha, bool) {
	if c.counts.Units == 0 {
		return Alpha{}, false
	}
	table, ok := newCoincidences(nil, metric)
	if !ok {
		return Alpha{}, false
	}
	table.alone = c.counts
	for level := range c.sums {
		table.levels = append(table.levels, level)
	}
	slices.Sort(table.levels)
	table.cells, table.sums = squareOf(len(table.levels)), make([]float64, len(table.levels))
	for i, a := range table.levels {
		table.sums[i] = c.sums[a]
		table.n += c.sums[a]
		for j, b := range table.levels {
			table.cells[i][j] = c.pairs[[2]float64{a, b}]
		}
	}
	return table.whole(), true
}
