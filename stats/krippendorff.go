package stats

// Metrics of Krippendorff's alpha: how far apart two values are.
const (
	Nominal    = "nominal"  // equal or not
	Ordinal    = "ordinal"  // by how many values stand between them
	ByInterval = "interval" // by the squared difference
)

// metricOK knows the three.
func metricOK(name string) bool { return name == Nominal || name == Ordinal || name == ByInterval }

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
	var c Coincidences
	for _, u := range units {
		c.Add(u.values...)
	}
	return c.Alpha(metric)
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
	c, ok := newAlphaTable(units, metric)
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
