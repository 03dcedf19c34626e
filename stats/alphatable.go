package stats

import "slices"

// alphaTable counts how often two values meet in a unit. Units can be taken out
// and put back.
type alphaTable struct {
	levels []float64
	cells  [][]float64
	sums   []float64
	n      float64
	metric string
	alone  Alpha // the counts
}

func newAlphaTable(units []unit, metric string) (*alphaTable, bool) {
	if !metricOK(metric) {
		return nil, false
	}
	c := &alphaTable{metric: metric, alone: Alpha{Units: len(units)}}
	all := make([]int, len(units))
	for i, u := range units {
		all[i] = i
		c.levels = append(c.levels, u.values...)
	}
	c.alone.Values = len(c.levels)
	slices.Sort(c.levels)
	c.levels = slices.Compact(c.levels)
	c.cells, c.sums = squareOf(len(c.levels)), make([]float64, len(c.levels))
	c.count(units, all, +1)
	return c, true
}

// count adds the given units times over. Each value of a unit of m meets m-1
// others, and weighs 1 in all.
func (c *alphaTable) count(units []unit, which []int, times float64) {
	for _, u := range which {
		values := units[u].values
		share := times / float64(len(values)-1)
		places := make([]int, len(values))
		for i, v := range values {
			places[i], _ = slices.BinarySearch(c.levels, v)
			c.sums[places[i]] += times
			c.n += times
		}
		for i, a := range places {
			for j, b := range places {
				if i != j {
					c.cells[a][b] += share
				}
			}
		}
	}
}

func (c *alphaTable) whole() Alpha {
	a := c.alone
	if alpha, ok := c.alpha(); ok {
		a.Alpha = &alpha
	}
	return a
}

// alpha is 1 - observed/expected disagreement; without a second value nothing
// could disagree.
func (c *alphaTable) alpha() (float64, bool) {
	if c.n < 2 {
		return 0, false
	}
	var observed, expected float64
	for i := range c.levels {
		between := 0.0 // values from i up to j, half of both ends
		for j := i + 1; j < len(c.levels); j++ {
			between += (c.sums[j-1] + c.sums[j]) / 2
			d := c.distance(i, j, between)
			observed += 2 * c.cells[i][j] * d
			expected += 2 * c.sums[i] * c.sums[j] * d
		}
	}
	expected /= c.n - 1
	if expected < tied {
		return 0, false
	}
	return 1 - observed/expected, true
}

func (c *alphaTable) distance(i, j int, between float64) float64 {
	switch c.metric {
	case Ordinal:
		return between * between
	case ByInterval:
		d := c.levels[i] - c.levels[j]
		return d * d
	}
	return 1
}
