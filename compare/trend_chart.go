package compare

import "github.com/evalrun/evalrun/stats"

// The weight of the newest night: small enough to gather a drop of one or two
// standard deviations, large enough to see one within a week or two.
const ewmaLambda = 0.2

// The slack that finds a shift of one standard deviation soonest.
const cusumSlack = 0.5

// chart follows one series through one segment. A night of an alarm is not
// learnt: it would teach the chart that the fall is normal.
type chart interface {
	next(x, floor float64) chartStep
	learn(x float64)
}

// chartStep is what a chart makes of a night; the first nights have no step.
type chartStep struct {
	q    *float64
	step *stats.Step
}

// chartLimit is the limit that gives a false signal once in arl nights.
func chartLimit(kind Drift, arl float64) (float64, bool) {
	switch kind {
	case DriftCUSUM:
		return stats.CUSUMLimit(cusumSlack, arl)
	case DriftConformal:
		_, ok := stats.NewConformal(arl)
		return arl, ok
	}
	return stats.EWMALimit(ewmaLambda, arl)
}

// newChart starts a chart of a design.
func newChart(d TrendDesign) (chart, bool) {
	switch d.Drift {
	case DriftCUSUM:
		c, ok := stats.NewCUSUM(cusumSlack, d.Limit)
		return &surprises{follow: c}, ok
	case DriftConformal:
		c, ok := stats.NewConformal(d.Limit)
		return &ranks{chart: c}, ok
	}
	c, ok := stats.NewEWMA(d.Lambda, d.Limit)
	return &surprises{follow: c}, ok
}

// surprises charts how surprising each night is after those before it.
type surprises struct {
	stats.SelfStarting
	follow interface{ Next(q float64) stats.Step }
}

func (c *surprises) next(x, floor float64) chartStep {
	q, ok := c.Q(x, floor)
	if !ok {
		return chartStep{}
	}
	step := c.follow.Next(q)
	return chartStep{q: &q, step: &step}
}

func (c *surprises) learn(x float64) { c.Add(x) }

// ranks charts only which nights were worse than which. The first two have no
// step, as on the other charts: nothing could be learnt from them yet.
type ranks struct {
	chart  *stats.Conformal
	nights int
}

func (c *ranks) next(x, _ float64) chartStep {
	step, ok := c.chart.Next(x)
	if c.nights++; !ok || c.nights <= 2 {
		return chartStep{}
	}
	return chartStep{step: &step}
}

func (c *ranks) learn(x float64) { c.chart.Add(x) }
