package stats

import "slices"

// Metrics of Krippendorff's alpha: how far apart two values are.
const (
	Nominal    = "nominal"  // equal or not
	Ordinal    = "ordinal"  // by how many values stand between them
	ByInterval = "interval" // by the squared difference
)

// Alpha is Krippendorff's alpha: agreement beyond chance among any number of
// raters who need not have rated everything. It does not exist where only one
// value was given.
type Alpha struct {
	Alpha  *float64
	SE     *float64
	Lo, Hi *float64
	Units  int // units with two values at least; the others say nothing
	Values int // values in them
}

// Krippendorff is alpha over a table of raters by units; nil is a value that
// was not given. It does not exist without a unit of two values, in a table
// of uneven rows, with a value that is no number or with another metric than
// those above.
func Krippendorff(ratings [][]*float64, metric string) (Alpha, bool) {
	units, ok := pairableUnits(ratings)
	if !ok {
		return Alpha{}, false
	}
	c, ok := newCoincidences(units, metric)
	if !ok {
		return Alpha{}, false
	}
	return c.whole(), true
}

// KrippendorffJackknife is Krippendorff with the interval of leaving out one
// cluster of units after the other. Units of equal label are one cluster, an
// empty label stands alone, nil leaves all units alone.
func KrippendorffJackknife(ratings [][]*float64, clusters []string, metric string, conf float64) (Alpha, bool) {
	if clusters != nil && (len(ratings) == 0 || len(clusters) != len(ratings[0])) {
		return Alpha{}, false
	}
	units, ok := pairableUnits(ratings)
	if !ok || !levelOK(conf) {
		return Alpha{}, false
	}
	c, ok := newCoincidences(units, metric)
	if !ok {
		return Alpha{}, false
	}
	a := c.whole()
	if a.Alpha == nil {
		return a, true
	}
	groups := rowsByCluster(labelsOf(units, clusters), len(units))
	jack, ok := jackknife(*a.Alpha, len(groups), conf, func(g int) (float64, bool) {
		c.count(units, groups[g], -1)
		alpha, ok := c.alpha()
		c.count(units, groups[g], +1)
		return alpha, ok
	})
	if ok {
		a.SE, a.Lo, a.Hi = &jack.se, &jack.Lo, &jack.Hi
	}
	return a, true
}

// unit is the values that one unit was given, and its place in the table.
type unit struct {
	values []float64
	column int
}

// pairableUnits are the columns with two values at least.
func pairableUnits(ratings [][]*float64) ([]unit, bool) {
	if len(ratings) == 0 {
		return nil, false
	}
	var units []unit
	for column := range ratings[0] {
		u := unit{column: column}
		for _, rater := range ratings {
			if len(rater) != len(ratings[0]) {
				return nil, false
			}
			if v := rater[column]; v != nil {
				if !finite(*v) {
					return nil, false
				}
				u.values = append(u.values, *v)
			}
		}
		if len(u.values) > 1 {
			units = append(units, u)
		}
	}
	return units, len(units) > 0
}

func labelsOf(units []unit, clusters []string) []string {
	if clusters == nil {
		return nil
	}
	out := make([]string, len(units))
	for i, u := range units {
		out[i] = clusters[u.column]
	}
	return out
}

// coincidences is the matrix of how often two values meet in a unit.
type coincidences struct {
	levels []float64
	cells  [][]float64
	sums   []float64
	n      float64
	metric string
	alone  Alpha // the counts
}

func newCoincidences(units []unit, metric string) (*coincidences, bool) {
	if metric != Nominal && metric != Ordinal && metric != ByInterval {
		return nil, false
	}
	c := &coincidences{metric: metric, alone: Alpha{Units: len(units)}}
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
func (c *coincidences) count(units []unit, which []int, times float64) {
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

func (c *coincidences) whole() Alpha {
	a := c.alone
	if alpha, ok := c.alpha(); ok {
		a.Alpha = &alpha
	}
	return a
}

// alpha is 1 - observed/expected disagreement; without a second value nothing
// could disagree.
func (c *coincidences) alpha() (float64, bool) {
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

func (c *coincidences) distance(i, j int, between float64) float64 {
	switch c.metric {
	case Ordinal:
		return between * between
	case ByInterval:
		d := c.levels[i] - c.levels[j]
		return d * d
	}
	return 1
}
