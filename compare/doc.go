// Package compare says whether one run of a suite is worse than another, which
// of several runs is ahead, how a suite's figures move over many runs, and how
// far a judge agrees with people. It reads reports, never answers or judges,
// and it owns the words of its findings: every surface prints the same ones.
package compare

import (
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// Schema names the format of a comparison of two runs.
const Schema = "evalrun.compare/1"

// Doc is the comparison of two runs. Figures that do not exist are nil, with
// the reason beside them. All texts are plain and hold what suites, judges and
// servers wrote: a writer escapes them for its surface.
type Doc struct {
	Schema   string   `json:"schema"`
	Base     Side     `json:"base"`
	Head     Side     `json:"head"`
	Blocks   []Block  `json:"blocks"` // suite, application, judge, prompts, environment
	Notices  []string `json:"notices"`
	Refusal  *Refusal `json:"refusal"` // nil: the two may be compared; else nothing after Pairing is filled in
	Allowed  []string `json:"allowed"` // names of --allow-difference that covered a difference
	Gate     Gate     `json:"gate"`
	Headline string   `json:"headline"` // the one sentence to read
	Next     string   `json:"next"`     // what to do now
	Pairing  Pairing  `json:"pairing"`
	Series   []Series `json:"series"`
	Anchors  Anchors  `json:"anchors"`
	Hard     []Hard   `json:"hard"`
	Flips    Flips    `json:"flips"`
	Length   Length   `json:"length"`
	Slices   []Slice  `json:"slices"`
}

// Side is one of the runs.
type Side struct {
	Path      string            `json:"path"` // as given on the command line
	Run       string            `json:"run"`  // the run's id
	Suite     string            `json:"suite"`
	Started   time.Time         `json:"started"`
	Status    results.RunStatus `json:"status"`
	Questions int               `json:"questions"`
	Repeats   int               `json:"repeats"`
	// CopiedRepeats: the repeats are copies of one answer and measure nothing.
	CopiedRepeats bool            `json:"copiedRepeats,omitempty"`
	Judge         string          `json:"judge"`  // model asked for, or offline or none
	Served        map[string]int  `json:"served"` // judgements by the model that the server named
	Gate          results.Verdict `json:"gate"`   // the run's own, against its floors
}

// State says whether a field is equal in both runs. A field that a report does
// not hold is unknown and never equal.
type State string

// The states of a block are the worst of its details: changed before unknown
// before same.
const (
	Same    State = "same"
	Changed State = "changed"
	Unknown State = "unknown"
)

// Block is one part of what was measured and with what.
type Block struct {
	Name    string   `json:"name"`
	State   State    `json:"state"`
	Details []Detail `json:"details"`
}

// Detail is one field of a block; "" is a value that is not known.
type Detail struct {
	Field string `json:"field"`
	Base  string `json:"base"`
	Head  string `json:"head"`
	State State  `json:"state"`
}

// Refusal says why two runs are not compared and which command mends it.
type Refusal struct {
	Reasons []Difference `json:"reasons"`
	Mend    string       `json:"mend"`
}

// Difference is a field in which the runs must agree and do not. Name is what
// --allow-difference calls it; "" is one that no flag lets through.
type Difference struct {
	Name    string `json:"name"`
	Field   string `json:"field"`
	Base    string `json:"base"`
	Head    string `json:"head"`
	Message string `json:"message"`
}

// Gate is the verdict over the gated series and the hard findings. ExitCode is
// 0 pass, 1 fail, 2 inconclusive, 3 refused, after --inconclusive.
type Gate struct {
	Verdict  results.Verdict `json:"verdict"`
	ExitCode int             `json:"exitCode"`
	Reasons  []string        `json:"reasons"`
	Rules    []Rule          `json:"rules"`
}

// Rule is what one gated series decided. State is "" where the bounds could
// not be had.
type Rule struct {
	Name    string          `json:"name"`
	Verdict results.Verdict `json:"verdict"`
	State   stats.GateState `json:"state"`
	Margin  float64         `json:"margin"`
	Message string          `json:"message"`
}

// Pairing counts what the two runs have in common. Common questions have equal
// id and inputs; Paired are those of them whose rubric is equal too, or allowed
// to differ. Anchors, whose answers are frozen, are in none of the counts but
// their own. Share is Common over the questions of the larger run.
type Pairing struct {
	Base        int           `json:"base"`
	Head        int           `json:"head"`
	Common      int           `json:"common"`
	Share       float64       `json:"share"`
	MinCommon   float64       `json:"minCommon"`
	Paired      int           `json:"paired"`
	OnlyBase    []Unpaired    `json:"onlyBase"`
	OnlyHead    []Unpaired    `json:"onlyHead"`
	Edited      []Edited      `json:"edited"`
	Quarantined []Quarantined `json:"quarantined"`
	Anchors     int           `json:"anchors"` // common anchors; they are in no series
}

// Unpaired is a question of one run alone. SameText is the id of a question of
// the other run with the same text: it was renamed, "" otherwise.
type Unpaired struct {
	ID       string `json:"id"`
	Query    string `json:"query"`
	SameText string `json:"sameText"`
}

// Edited is a question of both runs that is not the same in them. What holds
// inputs, rubric or category.
type Edited struct {
	ID   string   `json:"id"`
	What []string `json:"what"`
}

// Quarantined is a question that is paired and listed, and in no series and no
// gate.
type Quarantined struct {
	ID     string          `json:"id"`
	Until  string          `json:"until"`
	Reason string          `json:"reason"`
	Base   results.Verdict `json:"base"`
	Head   results.Verdict `json:"head"`
}
