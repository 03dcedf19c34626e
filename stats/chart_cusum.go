package stats

import "math"

// CUSUM is a control chart of Q statistics: two cumulative sums, one for each
// direction, of what exceeds the slack. At an equal number of false alarms it
// finds more sudden lasting changes than EWMA does; its sums say less about
// where things stand now.
type CUSUM struct {
	slack, limit float64
	low, high    float64
}

// NewCUSUM starts a chart. Slack is the part of each night's distance that
// is taken for chance, at least 0, usually half of the change to find; limit
// is what a sum may reach, above 0: see CUSUMLimit.
func NewCUSUM(slack, limit float64) (*CUSUM, bool) {
	if !(slack >= 0) || !(limit > 0) || !finite(slack) || !finite(limit) {
		return nil, false
	}
	return &CUSUM{slack: slack, limit: limit}, true
}

// Next takes in one Q statistic. The statistic of the step is the larger of
// the two sums, negative where it is that towards small values.
func (c *CUSUM) Next(q float64) Step {
	c.low = math.Max(0, c.low-q-c.slack)
	c.high = math.Max(0, c.high+q-c.slack)
	step := Step{Statistic: c.high, Limit: c.limit, Low: c.low > c.limit, High: c.high > c.limit}
	if c.low > c.high {
		step.Statistic = -c.low
	}
	return step
}
