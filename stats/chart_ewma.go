package stats

import "math"

// EWMA is a control chart of Q statistics: their exponentially weighted mean,
// which gathers a small lasting change over the nights and forgets a single
// bad one. Its limit is the exact one for a chart that starts at zero, narrow
// in the first nights.
type EWMA struct {
	lambda, width float64
	mean, fade    float64 // fade is (1-lambda) to the power of twice the nights seen
}

// NewEWMA starts a chart. Lambda is the weight of the newest night, above 0
// and at most 1; width is the limit in standard deviations of the weighted
// mean, above 0: see EWMALimit.
func NewEWMA(lambda, width float64) (*EWMA, bool) {
	if !lambdaOK(lambda) || !(width > 0) || !finite(width) {
		return nil, false
	}
	return &EWMA{lambda: lambda, width: width, fade: 1}, true
}

// Next takes in one Q statistic.
func (c *EWMA) Next(q float64) Step {
	c.mean = c.lambda*q + (1-c.lambda)*c.mean
	c.fade *= (1 - c.lambda) * (1 - c.lambda)
	limit := c.width * math.Sqrt(c.lambda/(2-c.lambda)*(1-c.fade))
	return Step{Statistic: c.mean, Limit: limit, Low: c.mean < -limit, High: c.mean > limit}
}

func lambdaOK(lambda float64) bool { return lambda > 0 && lambda <= 1 }
