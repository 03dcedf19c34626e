package compare

import (
	"time"

	"github.com/evalrun/evalrun/results"
)

// TrendSchema names the format of the trend of a suite.
const TrendSchema = "evalrun.trend/1"

// TrendDoc is how the figures of one suite move over its runs, called nights
// here. Each figure has a chart of its own, and all charts together share one
// budget of false signals. Figures that do not exist are nil; texts are plain.
type TrendDoc struct {
	Schema   string         `json:"schema"`
	Suite    string         `json:"suite"`
	Gate     Gate           `json:"gate"`     // on the newest night; no rules
	Headline string         `json:"headline"` // the one sentence to read
	Next     string         `json:"next"`     // what to do now
	Design   TrendDesign    `json:"design"`
	Signals  []Signal       `json:"signals"` // oldest first, past ones too
	Series   []TrendSeries  `json:"series"`
	Segments []TrendSegment `json:"segments"` // by their last night; the last one is the present one
	Events   []TrendEvent   `json:"events"`   // oldest first
	Nights   []TrendNight   `json:"nights"`   // oldest first
}

// TrendDesign is what the charts were made for.
type TrendDesign struct {
	Drift   Drift   `json:"drift"`
	Budget  float64 `json:"budget"`  // false signals in 30 nights, all charts together
	Charts  int     `json:"charts"`  // of the present segment that share the budget
	Anchors int     `json:"anchors"` // charts of anchors, at the same limit and in no budget
	ARL     float64 `json:"arl"`     // nights to a false signal on one chart, on average
	Limit   float64 `json:"limit"`   // of the statistic: standard deviations, sum or nights
	Lambda  float64 `json:"lambda"`  // weight of the newest night; 0 where the chart has none
	Says    string  `json:"says"`
	Sees    string  `json:"sees"` // what such a chart finds, and what it does not
}

// Drift is the kind of chart.
type Drift string

// EWMA weighs the last nights, CUSUM sums what exceeds chance, conformal needs
// no distribution and sees falls alone.
const (
	DriftEWMA      Drift = "ewma"
	DriftCUSUM     Drift = "cusum"
	DriftConformal Drift = "conformal"
)

// TrendNight is one run. Segment is an index into Segments; -1 for a run that
// is on no chart, and Left says why.
type TrendNight struct {
	Run      string            `json:"run"`
	Folder   string            `json:"folder"`
	Started  time.Time         `json:"started"`
	Status   results.RunStatus `json:"status"`
	Gate     results.Verdict   `json:"gate"` // the run's own, against its floors
	Segment  int               `json:"segment"`
	Left     string            `json:"left,omitempty"`
	PassRate results.Rate      `json:"passRate"`
}

// Day is when a night began in a layout of package time, with the time of day
// where another night is of the same day.
func (d *TrendDoc) Day(night int, layout string) string {
	at := d.Nights[night].Started.UTC()
	for _, beside := range []int{night - 1, night + 1} {
		if beside >= 0 && beside < len(d.Nights) && d.Nights[beside].Started.UTC().Format(time.DateOnly) == at.Format(time.DateOnly) {
			return at.Format(layout + " 15:04")
		}
	}
	return at.Format(layout)
}

// TrendSegment is a set of nights whose figures may be compared with each
// other. First and Last are indexes into Nights; between them may be nights of
// other segments, as of another judge.
type TrendSegment struct {
	First  int    `json:"first"`
	Last   int    `json:"last"`
	Nights int    `json:"nights"`
	Judge  string `json:"judge"`
	Reason string `json:"reason"` // why it began; "" for the first one
}

// TrendEvent is something that changed on a night and begins no segment.
type TrendEvent struct {
	Night int       `json:"night"`
	Kind  EventKind `json:"kind"`
	Says  string    `json:"says"`
}

// EventKind is what changed.
type EventKind string

// EventServed: the server named another judge model than before. EventTarget:
// the assistant says that it is another one. EventContent: a few questions
// were edited, added or removed.
const (
	EventServed  EventKind = "served"
	EventTarget  EventKind = "target"
	EventContent EventKind = "content"
)

// TrendSeries is one chart. Mean and SD are those of the history of the
// present segment: nights without a signal, in which enough was judged.
type TrendSeries struct {
	Name      string       `json:"name"`
	Kind      Kind         `json:"kind"`
	Anchors   bool         `json:"anchors"` // over frozen answers: it moves with the judge alone
	Questions int          `json:"questions"`
	History   int          `json:"history"` // nights
	Mean      *float64     `json:"mean"`
	SD        *float64     `json:"sd"`     // between nights
	Signal    *int         `json:"signal"` // index into Signals of the one that lasts
	Says      string       `json:"says"`
	Points    []TrendPoint `json:"points"` // segment by segment; nights without the series have none
}

// TrendPoint is a series on one night. Value is on the level of all questions
// of the segment, even where a few have no score; Mean is over those that have
// one. A hollow point fed no chart, and Reason says why; a missing figure of
// the chart in another point is one of the first nights of a segment.
type TrendPoint struct {
	Night     int       `json:"night"` // index into Nights
	Value     *float64  `json:"value"`
	Mean      *float64  `json:"mean"`
	N         int       `json:"n"`        // questions with a score
	Expected  int       `json:"expected"` // questions that should have one
	Hollow    bool      `json:"hollow"`
	Reason    string    `json:"reason,omitempty"`
	Q         *float64  `json:"q"` // surprise after the nights before; nil on a conformal chart
	Statistic *float64  `json:"statistic"`
	Limit     *float64  `json:"limit"`
	Alarm     Direction `json:"alarm,omitempty"`
}

// Direction of an alarm: it is about the figure. Falls are for the worse in
// every series of a trend.
type Direction string

// The directions.
const (
	Fall Direction = "fall"
	Rise Direction = "rise"
)

// Signal is a stretch of nights on which one chart was in alarm. Nights of a
// signal stay out of its history, so that it lasts until things are as before
// or somebody accepts them as they are.
type Signal struct {
	Series    string    `json:"series"`
	Anchors   bool      `json:"anchors"`
	Direction Direction `json:"direction"`
	First     int       `json:"first"`   // index into Nights
	Last      int       `json:"last"`    // same
	Likely    int       `json:"likely"`  // same: where the change most likely began
	Active    bool      `json:"active"`  // on the newest night that fed the chart
	Pending   bool      `json:"pending"` // a fall with which its segment ended, and nobody accepted it since
	Doubt     string    `json:"doubt"`   // why it may be the judge's doing; "" for no reason to think so
	Says      string    `json:"says"`
}

// TrendOptions are the settings of a trend. The zero value has the defaults.
type TrendOptions struct {
	Budget       float64            // false signals in 30 nights over all charts; 0 means DefaultBudget
	Drift        Drift              // "" means DriftEWMA
	Accepted     []results.Accepted // a segment begins with each
	Inconclusive string             // maps exit code 2: "pass", "fail" or ""
}

// DefaultBudget is one false signal in two months of nightly runs.
const DefaultBudget = 0.5
