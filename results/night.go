package results

import "time"

// Night is one run as its history keeps it: what a chart over many runs needs
// and no text of any answer.
type Night struct {
	Run        string             `json:"run"`            // the run's id
	Folder     string             `json:"folder"`         // its folder
	From       string             `json:"from,omitempty"` // the run whose answers it judged again; "" for one that asked for its own
	Suite      string             `json:"suite"`          // the suite's name
	Started    time.Time          `json:"started"`
	Tool       string             `json:"tool"`
	Status     RunStatus          `json:"status"`
	Problem    string             `json:"problem,omitempty"` // why there are no figures; "" where there are
	Selection  Selection          `json:"selection"`
	SuiteHash  string             `json:"suiteHash"`
	JudgeKey   string             `json:"judgeKey"`
	ScoringKey string             `json:"scoringKey"`
	Judge      string             `json:"judge"`            // model asked for, or offline or none
	Served     map[string]int     `json:"served,omitempty"` // judgements by the model that the server named
	Target     TargetRef          `json:"target"`
	Git        *GitRef            `json:"git,omitempty"`
	Gate       GateResult         `json:"gate"`
	Totals     Totals             `json:"totals"`
	PassRate   Rate               `json:"passRate"`
	Dimensions []DimensionSummary `json:"dimensions"`
	Questions  []NightQuestion    `json:"questions,omitempty"` // nil where they were not asked for
}

// Accepted is a run that somebody declared to be the new normal of its suite:
// its level is from then on the suite's own.
type Accepted struct {
	Suite  string    `json:"suite"`
	Run    string    `json:"run"` // the run's id
	At     time.Time `json:"at"`  // when it was accepted
	Reason string    `json:"reason"`
}

// NightQuestion is one question of a night.
type NightQuestion struct {
	ID          string             `json:"id"`
	ContentHash string             `json:"contentHash"`
	Anchor      bool               `json:"anchors,omitempty"`
	Quarantine  *Quarantine        `json:"quarantine,omitempty"` // the Reason is not kept
	Verdict     Verdict            `json:"verdict"`
	Scores      map[Series]float64 `json:"scores"` // of what was scored
}
