package compare

import "github.com/evalrun/evalrun/results"

// PowerDoc says beforehand what a comparison of two runs of a suite can see.
type PowerDoc struct {
	Power   float64       `json:"power"`  // share of comparisons that show what is there
	Alpha   float64       `json:"alpha"`  // two-sided
	Family  int           `json:"family"` // series that a comparison tests together
	Repeats int           `json:"repeats"`
	Series  []SeriesPower `json:"series"`
	Assumes []string      `json:"assumes"` // what was not measured, in words
	Notes   []string      `json:"notes"`
}

// SeriesPower is one series of a plan. Figures that do not exist are nil.
type SeriesPower struct {
	Name          string   `json:"name"`
	Kind          Kind     `json:"kind"`
	LowerIsBetter bool     `json:"lowerIsBetter"`
	N             int      `json:"n"`
	Clusters      int      `json:"clusters"`
	Deff          float64  `json:"deff"` // design effect of groups, 1 without
	SD            *float64 `json:"sd"`   // of a question's difference; nil where flips are counted
	Flips         *float64 `json:"flips"`
	MDE           *float64 `json:"mde"`          // smallest drop that N questions show
	Limit         *float64 `json:"limit"`        // and that ever more repeats would bring it down to
	Drop          *float64 `json:"drop"`         // the drop that was asked about
	Chance        *float64 `json:"chance"`       // that N questions show it
	Needed        *int     `json:"needed"`       // questions that show Drop
	NeededAmong   *int     `json:"neededFamily"` // and that show it beside all series of the family
	Margin        *float64 `json:"margin"`
	Gateable      *bool    `json:"gateable"`     // nil without a margin
	GateableFrom  *int     `json:"gateableFrom"` // questions from which on it is
	Settles       *int     `json:"settles"`      // unchanged questions that show the margin kept
	Kept          *float64 `json:"kept"`         // chance that N unchanged questions show it kept
	KeptMargin    *float64 `json:"keptMargin"`   // smallest margin that N unchanged questions show kept
	Says          []string `json:"says"`

	groupSize float64 // of the group that a question is in
}

// PowerOptions are the settings of a plan.
type PowerOptions struct {
	Power      float64 // 0: 0.8
	Repeats    int     // answers to each question; 0: 1
	Dimensions map[results.Category][]results.Dimension
	Gate       results.GateSpec   // of the suite, for its margins
	Drops      map[string]float64 // by series: what somebody wants to see
	Unjudged   bool               // no judge scores: only rates are planned
	SD         *float64           // of every mean; before what was measured
	FlipRate   *float64           // before what was measured
	Noise      Noise
}
