package stats

import (
	"maps"
	"slices"
)

// Coincidences takes in the values of one unit after the other and gives their
// Krippendorff's alpha. The zero value is ready. Memory grows with the square
// of the number of different values, not with units.
type Coincidences struct {
	units, values int
	met           map[[2]float64]float64 // how often two values stand in one unit
	sums          map[float64]float64
}

// Add takes in the values that one unit was given. Fewer than two say nothing,
// and a unit with a value that is not finite is left out.
func (c *Coincidences) Add(values ...float64) {
	if len(values) < 2 || !allFinite(values) {
		return
	}
	if c.met == nil {
		c.met, c.sums = map[[2]float64]float64{}, map[float64]float64{}
	}
	c.units++
	c.values += len(values)
	share := 1 / float64(len(values)-1)
	for i, a := range values {
		c.sums[a]++
		for j, b := range values {
			if i != j {
				c.met[[2]float64{a, b}] += share
			}
		}
	}
}

// Alpha is that of all units so far. It does not exist without a unit of two
// values or with a metric that is not known.
func (c *Coincidences) Alpha(metric string) (Alpha, bool) {
	if c.units == 0 || !metricOK(metric) {
		return Alpha{}, false
	}
	levels := slices.Sorted(maps.Keys(c.sums))
	table := &alphaTable{
		metric: metric, levels: levels, cells: squareOf(len(levels)), n: float64(c.values),
		alone: Alpha{Units: c.units, Values: c.values},
	}
	for i, a := range levels {
		table.sums = append(table.sums, c.sums[a])
		for j, b := range levels {
			table.cells[i][j] = c.met[[2]float64{a, b}]
		}
	}
	return table.whole(), true
}
