package compare

import (
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// Kind tells a mean of scores from a share of answers.
type Kind string

// A mean is in points of the scale 1..5, a rate a share from 0 to 1.
const (
	Mean Kind = "mean"
	Rate Kind = "rate"
)

// Names of the series that are rates. The means are named as results.Series.
const (
	PassRate    = "passRate"
	Answered    = "answeredWhenItShouldNot"
	OverRefusal = "overRefusal"
)

// Claim is what the test and the interval together let a reader say.
type Claim string

// Lower and higher are claims about the figure, not about good and bad.
// Unclear: test and interval disagree. None: no claim.
const (
	Lower   Claim = "lower"
	Higher  Claim = "higher"
	Unclear Claim = "unclear"
	NoClaim Claim = "none"
)

// Series is one figure in both runs, over the N questions that have it in
// both. Differences are head minus base. Lo and Hi are the 95 % interval,
// LowerBound and UpperBound the one-sided 95 % bounds that the gate uses.
type Series struct {
	Name          string `json:"name"`
	Kind          Kind   `json:"kind"`
	LowerIsBetter bool   `json:"lowerIsBetter"`
	N             int    `json:"n"`
	Clusters      int    `json:"clusters"` // N where no question shares a group
	Changed       int    `json:"changed"`  // questions whose value differs
	// ChangedClusters counts the groups of those, a question of its own as one:
	// the test reverses groups, so no more than these speak.
	ChangedClusters int      `json:"changedClusters"`
	Lost            Lost     `json:"lost"`
	Base            Level    `json:"base"`
	Head            Level    `json:"head"`
	Difference      *float64 `json:"difference"`
	Lo              *float64 `json:"lo"`
	Hi              *float64 `json:"hi"`
	LowerBound      *float64 `json:"lower"`
	UpperBound      *float64 `json:"upper"`
	Method          Method   `json:"method,omitempty"`
	Test            *Test    `json:"test"`
	WilcoxonP       *float64 `json:"wilcoxonP"` // beside the test, never instead of it; means only
	ToFail          int      `json:"toFail"`    // questions that got worse
	ToPass          int      `json:"toPass"`    // questions that got better
	Claim           Claim    `json:"claim"`
	Margin          *float64 `json:"margin"`
	Gated           bool     `json:"gated"`
	// Gateable is false where even a run without any change could not show that
	// the margin is kept.
	Gateable bool            `json:"gateable"`
	State    stats.GateState `json:"state,omitempty"`
	Verdict  results.Verdict `json:"verdict,omitempty"` // "" where not gated
	MDE      *float64        `json:"mde"`               // change seen 4 times out of 5
	Needed   *int            `json:"needed"`            // questions that show it is kept 4 times out of 5
	Says     string          `json:"says"`
	Reason   string          `json:"reason,omitempty"` // why there is no figure or no gate
	Notes    []string        `json:"notes"`
}

// Lost counts the common questions that have no pair in a series: no figure in
// Base alone, in Head alone, in Both. Unassessable ones have none by design and
// are in none of the three.
type Lost struct {
	Base         int `json:"base"`
	Head         int `json:"head"`
	Both         int `json:"both"`
	Unassessable int `json:"unassessable"`
}

// Level is a series in one run: Mean of N questions, or K of N answers with
// Rate the mean of the questions' shares.
type Level struct {
	Mean *float64 `json:"mean,omitempty"`
	K    *int     `json:"k,omitempty"`
	N    int      `json:"n"`
	Rate *float64 `json:"rate,omitempty"`
}

// Method names how an interval was had.
type Method string

// PairedT is Student's t on the differences with a floor under the standard
// error; its cluster form takes groups as the unit. PairedProportions is
// Bonett and Price's.
const (
	PairedT           Method = "paired_mean"
	PairedTClusters   Method = "paired_mean_cluster"
	PairedProportions Method = "paired_prop"
)

// Test is the exact test of "did it move". PMin is the smallest p that any
// outcome with this many changed questions could have.
type Test struct {
	Name  string   `json:"name"` // sign-flip, sign-flip by group or McNemar
	P     float64  `json:"p"`
	PHolm *float64 `json:"pHolm"` // over the whole family
	PMin  float64  `json:"pMin"`
}
