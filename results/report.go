package results

// ReportSchema names the format of report.json; ReportsSchema that of the
// document which holds the reports of several suites.
const (
	ReportSchema  = "evalrun.report/1"
	ReportsSchema = "evalrun.reports/1"
)

// ReportDoc is report.json. Questions stands last so that a writer can
// stream it.
type ReportDoc struct {
	Schema     string             `json:"schema"`
	Run        RunInfo            `json:"run"`
	Selection  Selection          `json:"selection"`
	Gate       GateResult         `json:"gate"`
	Totals     Totals             `json:"totals"`
	PassRate   Rate               `json:"passRate"`
	Dimensions []DimensionSummary `json:"dimensions"`
	Abstention Abstention         `json:"abstention"`
	Confidence []ConfidenceRow    `json:"confidence"`
	// Calibration is absent in reports of versions that did not have it.
	Calibration *CalibrationSummary `json:"calibration,omitempty"`
	Slices      *Slices             `json:"slices,omitempty"`     // absent without tags and groups
	Quarantine  *QuarantineSummary  `json:"quarantine,omitempty"` // absent where no question has one
	Anchors     *AnchorSummary      `json:"anchors,omitempty"`    // absent where there are none
	Panel       *PanelSummary       `json:"panel,omitempty"`      // absent where one model judged
	Judge       JudgeSummary        `json:"judge"`
	Target      *TargetSummary      `json:"target,omitempty"`  // absent where no target was asked
	Repeats     *RepeatSummary      `json:"repeats,omitempty"` // absent where each question was asked and judged once
	Warnings    []string            `json:"warnings"`
	Questions   []QuestionReport    `json:"questions"`
}

// Totals are the verdicts of what counts, and what is set apart from it; they
// add up to Planned.
type Totals struct {
	Planned      int `json:"planned"`
	Pass         int `json:"pass"`
	Fail         int `json:"fail"`
	Error        int `json:"error"`
	Inconclusive int `json:"inconclusive"`
	Skipped      int `json:"skipped"`
	Quarantined  int `json:"quarantined,omitempty"` // see ReportDoc.Quarantine
	Anchors      int `json:"anchors,omitempty"`     // see ReportDoc.Anchors
}

// Counted is how many of the planned are in the rates, the means and the gate.
func (t Totals) Counted() int { return t.Planned - t.Quarantined - t.Anchors }

// Rate is a share k of n with its 95 % interval. Worst and Best count all
// that is missing as failed and as passed. Figures that do not exist are nil
// and Reason says why.
type Rate struct {
	K      int      `json:"k"`
	N      int      `json:"n"`
	Rate   *float64 `json:"rate"`
	Lo     *float64 `json:"lo"`
	Hi     *float64 `json:"hi"`
	Worst  *float64 `json:"worst"`
	Best   *float64 `json:"best"`
	Reason string   `json:"reason,omitempty"`
}

// DimensionSummary is one series over a run. The cell counts add up to
// Planned: one cell per question, of the series' category, and repeat. The
// mean and its intervals are over N questions, those with a scored cell; a
// question's score is the mean of its repeats.
type DimensionSummary struct {
	Name         Series   `json:"name"`
	Planned      int      `json:"planned"`
	Scored       int      `json:"scored"`
	Errored      int      `json:"errored"`
	Inconclusive int      `json:"inconclusive"`
	Unassessable int      `json:"unassessable"`
	Decided      int      `json:"decided"`
	Skipped      int      `json:"skipped"`
	Coverage     *float64 `json:"coverage"` // scored/(scored+errored+inconclusive+skipped)
	N            int      `json:"n"`
	Mean         *float64 `json:"mean"`
	Lo           *float64 `json:"lo"` // Beta interval, 95 %
	Hi           *float64 `json:"hi"`
	TLo          *float64 `json:"t_lo"`
	THi          *float64 `json:"t_hi"`
	Worst        *float64 `json:"worst"` // mean with every missing cell at 1
	Best         *float64 `json:"best"`  // and at 5
	BelowFloor   int      `json:"belowFloor"`
	Histogram    [5]int   `json:"histogram"` // scores at the nearest level 1..5
	Reason       string   `json:"reason,omitempty"`
	Notes        []string `json:"notes,omitempty"`
}

// JudgeSummary counts the judge's work over a run, as far as it stands in the
// records that count: what was asked for a record that a resumed run replaced
// is not in it. Fresh and Cached are judgements, usable or not; Calls, Retries
// and tokens are those of the fresh ones.
type JudgeSummary struct {
	Fresh            int            `json:"fresh"`
	Cached           int            `json:"cached"`
	Calls            int            `json:"calls"` // HTTP requests made
	Retries          int            `json:"retries"`
	PromptTokens     int            `json:"promptTokens"`
	CompletionTokens int            `json:"completionTokens"`
	Unmetered        int            `json:"unmetered"`            // replies that did not say what they took
	Cost             *float64       `json:"cost"`                 // US dollars
	CostReason       string         `json:"costReason,omitempty"` // why there is no cost
	Errors           map[string]int `json:"errors"`               // final judge errors by code
	Served           map[string]int `json:"served"`               // answers by served model
	Modes            map[string]int `json:"modes"`
}

// TargetSummary counts what the answers of a live target took, with the
// limits of JudgeSummary. Asked counts questions and repeats, Reused those
// whose answer was had before the run was resumed; neither holds the other.
// Tokens and cost are those of both: they were paid for in this run.
type TargetSummary struct {
	Asked            int            `json:"asked"`
	Reused           int            `json:"reused"`
	Calls            int            `json:"calls"` // requests made, one where they were not counted
	Retries          int            `json:"retries"`
	PromptTokens     int            `json:"promptTokens"`
	CompletionTokens int            `json:"completionTokens"`
	Unmetered        int            `json:"unmetered"` // answers that did not say what they took
	Cost             *float64       `json:"cost"`      // US dollars
	CostReason       string         `json:"costReason,omitempty"`
	Errors           map[string]int `json:"errors"` // final target errors by code
}

// QuestionReport is one question of report.json, in suite order.
type QuestionReport struct {
	Seq          int                   `json:"seq"`
	ID           string                `json:"id"`
	Category     Category              `json:"category"`
	ContentHash  string                `json:"contentHash"`
	InputHash    string                `json:"inputHash,omitempty"`
	Query        string                `json:"query"`
	Group        string                `json:"group,omitempty"`
	Tags         []string              `json:"tags,omitempty"`
	Critical     bool                  `json:"critical,omitempty"`
	Anchor       bool                  `json:"anchors,omitempty"`
	Quarantine   *Quarantine           `json:"quarantine,omitempty"`
	Verdict      Verdict               `json:"verdict"`
	Reasons      []string              `json:"reasons"`
	Checks       []Finding             `json:"checks"`
	Quotes       *QuoteCheck           `json:"quotes,omitempty"`
	Grounding    *GroundCheck          `json:"grounding,omitempty"`
	Flaky        bool                  `json:"flaky,omitempty"` // some repeat passed and some failed
	Scores       map[Dimension]float64 `json:"scores"`
	Spread       map[Dimension]float64 `json:"spread,omitempty"` // standard deviation over the repeats' scores
	Reasoning    map[Dimension]string  `json:"reasoning"`
	Unassessable []Dimension           `json:"unassessable"`
	Cells        map[Series]CellStatus `json:"cells"`
	AnswerChars  *int                  `json:"answerChars"` // null: no answer was had
	Confidence   string                `json:"confidence,omitempty"`
	Warnings     []string              `json:"warnings,omitempty"` // of the checks; they decide nothing
	Notes        []string              `json:"notes,omitempty"`    // what limits a score: guessed, truncated, remarks on the judge's reply
	Error        *ErrorInfo            `json:"error"`
	Repeats      []RepeatReport        `json:"repeats"`
}

// RepeatReport is one repeat of a question.
type RepeatReport struct {
	Repeat      int                   `json:"repeat"`
	Verdict     Verdict               `json:"verdict"`
	Scores      map[Dimension]float64 `json:"scores"`
	State       AnswerState           `json:"state,omitempty"`
	AnswerChars *int                  `json:"answerChars"`
}
