package stats

// GateState is what an interval says about a drop that is allowed.
type GateState string

// The first that holds, in this order.
const (
	StateRegression   GateState = "regression_beyond_margin" // the drop exceeds the margin
	StateWorseWithin  GateState = "worse_within_margin"      // there is a drop, within the margin
	StateWorseUnclear GateState = "worse_margin_unclear"     // there is a drop, perhaps beyond
	StateImproved     GateState = "improved"
	StateEquivalent   GateState = "equivalent"   // no change beyond the margin either way
	StateNonInferior  GateState = "non_inferior" // no drop beyond the margin
	StateInconclusive GateState = "inconclusive"
)

// NonInferiority compares a difference, head minus base where higher is
// better, with the largest drop that is allowed. lo and hi are its two-sided
// interval, lower and upper its one-sided bounds; margin is positive. Negate
// a difference, and swap its bounds, where lower is better. Bounds that are
// not finite are inconclusive.
func NonInferiority(lo, hi, lower, upper, margin float64) GateState {
	if !allFinite([]float64{lo, hi, lower, upper, margin}) {
		return StateInconclusive
	}
	within := lower > -margin
	switch {
	case upper < -margin:
		return StateRegression
	case hi < 0 && within:
		return StateWorseWithin
	case hi < 0:
		return StateWorseUnclear
	case lo > 0:
		return StateImproved
	case within && upper < margin:
		return StateEquivalent
	case within:
		return StateNonInferior
	}
	return StateInconclusive
}

// Verdict is pass, fail or inconclusive. A drop that may exceed the margin
// fails.
func (s GateState) Verdict() string {
	switch s {
	case StateRegression, StateWorseUnclear:
		return "fail"
	case StateWorseWithin, StateImproved, StateEquivalent, StateNonInferior:
		return "pass"
	}
	return "inconclusive"
}
