package compare

import (
	"github.com/evalrun/evalrun/results"
)

// HardKind is why a finding fails the gate without statistics.
type HardKind string

// A critical question that passed and fails; a forbidden phrase that is new; a
// citation that resolves no more.
const (
	HardCritical  HardKind = "critical"
	HardForbidden HardKind = "forbidden"
	HardCitation  HardKind = "citation"
)

// Hard is one finding that fails the gate whatever the means say.
type Hard struct {
	Question string   `json:"question"`
	Kind     HardKind `json:"kind"`
	Message  string   `json:"message"`
	// Judged: a score decided it and no check, so that it falls with the judge.
	Judged bool `json:"judged,omitempty"`
}

// Anchors are the N questions whose frozen answers both runs judged alike: what
// moves there is the judge. The series are a family of tests of their own, in
// no gate. While Moved is not empty, no figure fails the gate.
type Anchors struct {
	N      int      `json:"n"`
	Moved  []string `json:"moved"` // series with a claim
	Series []Series `json:"series"`
	Says   string   `json:"says"` // "" without anchors
}

// Flips are the questions that changed sides, and what to make of them.
type Flips struct {
	PassToFail int      `json:"passToFail"`
	FailToPass int      `json:"failToPass"`
	Expected   *float64 `json:"expected"`   // with no change at all; nil: rate not known
	ExpectedHi *float64 `json:"expectedHi"` // at RateHi
	Rate       *float64 `json:"rate"`       // share of questions that flip between two asks of one system
	RateHi     *float64 `json:"rateHi"`     // upper bound of its 95 % interval; nil: given, or not to be had
	RateOf     int      `json:"rateOf"`     // questions that were decided more than once in a run
	RateFrom   string   `json:"rateFrom"`   // repeats or flag; "" where there is no rate
	Steps      int      `json:"steps"`      // scores that moved by two points or more without a flip
	Says       string   `json:"says"`
	List       []Flip   `json:"list"`
	More       int      `json:"more"` // left out of List
}

// FlipKind is what changed.
type FlipKind string

// A step is a score that moved by two points or more without a flip.
const (
	PassToFail FlipKind = "pass_to_fail"
	FailToPass FlipKind = "fail_to_pass"
	Step       FlipKind = "step"
)

// Flip is one question that flipped, or whose score moved by two points or
// more. Dimension is the one that moved most, "" where no score did; the
// reasoning lines are the judge's on it. From and To are verdicts.
type Flip struct {
	ID            string            `json:"id"`
	Query         string            `json:"query"`
	Critical      bool              `json:"critical"`
	Quarantined   bool              `json:"quarantined"`
	Kind          FlipKind          `json:"kind"`
	From          results.Verdict   `json:"from"`
	To            results.Verdict   `json:"to"`
	Dimension     results.Dimension `json:"dimension"`
	BaseScore     *float64          `json:"baseScore"`
	HeadScore     *float64          `json:"headScore"`
	BaseReasoning string            `json:"baseReasoning"`
	HeadReasoning string            `json:"headReasoning"`
	Reasons       []string          `json:"reasons"` // of the failing side's verdict
	Size          float64           `json:"size"`    // largest move of a score
}

// Length tells whether score changes go with answer length.
type Length struct {
	N           int         `json:"n"`
	MedianRatio *float64    `json:"medianRatio"` // head over base
	Rho         []LengthRho `json:"rho"`
	Note        string      `json:"note"`
}

// LengthRho is Spearman's correlation of the change in log length with the
// change of score in one series.
type LengthRho struct {
	Series string  `json:"series"`
	N      int     `json:"n"`
	Rho    float64 `json:"rho"`
}

// Slice is a series over the questions of one tag or group. Slices explore:
// they gate nothing. Below ten pairs only counts are given.
type Slice struct {
	By         string   `json:"by"` // tag or group
	Value      string   `json:"value"`
	Series     string   `json:"series"`
	N          int      `json:"n"`
	ToFail     int      `json:"toFail"`
	ToPass     int      `json:"toPass"`
	Difference *float64 `json:"difference"`
	Lo         *float64 `json:"lo"`
	Hi         *float64 `json:"hi"`
	P          *float64 `json:"p"`
	PBH        *float64 `json:"pBH"` // over all slices
}
