package results

// Floors are the lowest passing scores. A dimension without an entry has no
// floor of its own; see DefaultFloors.
type Floors map[Dimension]float64

// DefaultFloors returns 4 for grounding, relevance and citations, 3 for
// calibration and tone.
func DefaultFloors() Floors {
	return Floors{Grounding: 4, Relevance: 4, Citations: 4, Calibration: 3, Tone: 3}
}

// At is the floor of a dimension: the named one, else the default.
func (f Floors) At(d Dimension) float64 {
	if floor, ok := f[d]; ok {
		return floor
	}
	return DefaultFloors()[d]
}

// GateSpec is the rule that turns a run into an exit code.
type GateSpec struct {
	PassRate   float64            `json:"passRate"`  // 0..1, default 1
	MinScored  float64            `json:"minScored"` // 0..1, default 0.95: share of a dimension's cells
	Dimensions map[Series]float64 `json:"dimensions,omitempty"`
	On         string             `json:"on,omitempty"` // "checks": the checks alone decide
	// Margins are the largest drops that a comparison lets pass, by series or
	// passRate, answeredWhenItShouldNot, overRefusal: points of the 1..5 scale,
	// shares for rates.
	Margins map[string]float64 `json:"margins,omitempty"`
	// MinCommon is the share of questions that two runs must have in common to
	// be compared; nil is DefaultMinCommon.
	MinCommon *float64 `json:"minCommon,omitempty"`
}

// DefaultGate demands that every question passes.
func DefaultGate() GateSpec { return GateSpec{PassRate: 1, MinScored: 0.95} }

// GateResult is the quality verdict of a run and its exit code, which may
// differ: an interrupted run exits 130 whatever its records say.
type GateResult struct {
	Verdict  Verdict      `json:"verdict"` // pass, fail or inconclusive
	ExitCode int          `json:"exitCode"`
	Reasons  []string     `json:"reasons"`
	Rules    []RuleResult `json:"rules"`
}

// RuleResult is one gate rule: the bounds between which the figure lies when
// all that is missing goes wrong or right, beside the floor it is held to.
type RuleResult struct {
	Name    string   `json:"name"` // passRate, a series, or coverage
	Verdict Verdict  `json:"verdict"`
	Floor   *float64 `json:"floor"` // null for a rule that holds no figure to a floor
	Lower   *float64 `json:"lower"`
	Upper   *float64 `json:"upper"`
	Message string   `json:"message"`
}

// DefaultMinCommon lets a suite grow between two runs, and keeps a run of its
// easy half from being compared with the whole.
const DefaultMinCommon = 0.8
