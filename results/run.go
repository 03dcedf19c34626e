package results

import "time"

// RunSchema names the format of run.json.
const RunSchema = "evalrun.run/1"

// RunInfo is run.json: what a run was asked to do, with what, and how it
// ended. Reports are pure functions of it, the questions and the records.
type RunInfo struct {
	Schema      string              `json:"schema"`
	ID          string              `json:"id"` // name of the run folder
	Tool        string              `json:"tool"`
	Suite       SuiteRef            `json:"suite"`
	SuiteHash   string              `json:"suiteHash"`
	Target      TargetRef           `json:"target"`
	Judge       JudgeRef            `json:"judge"`
	Prompts     map[Category]string `json:"prompts"`               // hashes
	PromptTexts map[Category]string `json:"promptTexts,omitempty"` // system texts; run.json only
	JudgeKey    string              `json:"judgeKey"`
	ScoringKey  string              `json:"scoringKey"`
	PassAt      Floors              `json:"passAt"`
	Gate        GateSpec            `json:"gate"`
	Confidence  string              `json:"confidence"` // required or optional
	// Dimensions lists what each category is scored on, in report order, so
	// that a report needs no knowledge beyond the run folder.
	Dimensions map[Category][]Dimension `json:"dimensions"`
	Selection  Selection                `json:"selection"`
	Planned    int                      `json:"planned"` // question × repeat
	Repeats    int                      `json:"repeats"`
	// CopiedRepeats says that the answers file holds one answer to each
	// question: its repeats are copies, and what does not differ between them
	// says nothing of the application.
	CopiedRepeats bool `json:"copiedRepeats,omitempty"`
	// JudgeRepeats is how often each answer is judged; 0 means once.
	JudgeRepeats int `json:"judgeRepeats,omitempty"`
	// Prices are those known when the run started; a cost is made of nothing
	// else, whatever a model costs on the day of the report.
	Prices   *Prices   `json:"prices,omitempty"`
	Settings Settings  `json:"settings"`
	Git      *GitRef   `json:"git,omitempty"`
	Started  time.Time `json:"started"`
	Ended    time.Time `json:"ended,omitzero"`
	Status   RunStatus `json:"status"`
	Stop     *Stop     `json:"stop,omitempty"`
	// From is the id of the run whose answers this one judged again; "" for a
	// run that asked for its own.
	From string `json:"from,omitempty"`
	// Notes are what the target brought up that a reader of the figures must
	// know, such as a version that changed on the way.
	Notes []string `json:"notes,omitempty"`
	// Fleet is where workers' results of a run that has not ended whole may be
	// that are not in its records: embedded, beside them in the run's folder, or
	// an address without user and password. "" is nowhere.
	Fleet string `json:"fleet,omitempty"`
	// Resumed lists the times that the run was continued, oldest first.
	Resumed []Resumption `json:"resumed,omitempty"`
}

// Resumption is one time that a run was continued after it had ended early.
// Notes say what had changed since it began: a reader of its figures must
// know.
type Resumption struct {
	At    time.Time `json:"at"`
	Tool  string    `json:"tool"`
	Notes []string  `json:"notes,omitempty"`
}

// RunStatus is how far a run got.
type RunStatus string

// A run is running until its last writer has finished; partial runs can be
// resumed.
const (
	RunRunning  RunStatus = "running"
	RunComplete RunStatus = "complete"
	RunPartial  RunStatus = "partial"
)

// Stop is why a run ended before its last question.
type Stop struct {
	Kind    StopKind `json:"kind"`
	Message string   `json:"message"`
}

// StopKind is the class of a stop; it decides the exit code.
type StopKind string

// Interrupt exits 130, budget 5, the others 4.
const (
	StopInterrupt StopKind = "interrupt"
	StopBudget    StopKind = "budget"
	StopFatal     StopKind = "fatal_reply" // 401, 403, 404, quota, or a target that is broken
	StopBreaker   StopKind = "breaker"
	StopDisk      StopKind = "disk"
)

// SuiteRef names the suite of a run.
type SuiteRef struct {
	Name string `json:"name"`
	Path string `json:"path"` // as given, relative when it was
	Hash string `json:"hash"` // of the file's bytes, line ends and BOM folded
}

// TargetRef names where the answers came from.
type TargetRef struct {
	Type  string `json:"type"`
	File  string `json:"file,omitempty"`
	Hash  string `json:"hash,omitempty"`
	Model string `json:"model,omitempty"`
	URL   string `json:"url,omitempty"`
	// Settings is a hash of all else that the target was asked with: body,
	// headers, mapping, system prompt, arguments.
	Settings string `json:"settings,omitempty"`
	Version  string `json:"version,omitempty"`
	// Params are the values of --param, which the target's requests carry.
	Params map[string]string `json:"params,omitempty"`
}

// JudgeRef says who judged and with which settings.
type JudgeRef struct {
	Kind        JudgeKind `json:"kind"`
	Model       string    `json:"model,omitempty"`
	Endpoint    string    `json:"endpoint,omitempty"` // base URL without user, query or key
	KeyEnv      string    `json:"keyEnv,omitempty"`   // the variable's name, never its value
	When        string    `json:"when"`               // always or undecided
	Temperature *float64  `json:"temperature"`        // null: the provider's default
	Seed        *int      `json:"seed,omitempty"`
	MaxTokens   int       `json:"maxTokens,omitempty"`
	Excerpt     int       `json:"excerpt,omitempty"` // characters of a passage shown
	// SameAs are other names of the same model: scores under them compare.
	SameAs []string `json:"sameAs,omitempty"`
	Panel  *Panel   `json:"panel,omitempty"` // nil: Model alone judges
}

// Prices are those of the models of a run; nil where none is known.
type Prices struct {
	Judge  *Price `json:"judge"`
	Target *Price `json:"target"`
	// Panel are those of the members of a panel, where one judges.
	Panel []MemberPrice `json:"panel,omitempty"`
}

// MemberPrice is the price of one member of a panel.
type MemberPrice struct {
	Model string `json:"model"`
	Price
}

// Price is what a million tokens cost, in US dollars.
type Price struct {
	Input  float64 `json:"input"`  // prompt tokens
	Output float64 `json:"output"` // completion tokens
}

// JudgeKind tells a model from the two reserved judges.
type JudgeKind string

// Offline is the rule-based judge inside the process; none asks nobody.
const (
	JudgeModel   JudgeKind = "model"
	JudgeOffline JudgeKind = "offline"
	JudgeNone    JudgeKind = "none"
)

// Selection is which of the suite's questions a run was asked for.
type Selection struct {
	Total    int      `json:"total"`
	Selected int      `json:"selected"`
	Tags     []string `json:"tags,omitempty"`
	IDs      []string `json:"ids,omitempty"`
	Limit    int      `json:"limit,omitempty"`
}

// Settings are the flags that shape a report but not a judgement.
type Settings struct {
	Concurrency int `json:"concurrency"`
	// JudgeConcurrency is how many answers are judged at once; 0 is as many as
	// questions are asked at once.
	JudgeConcurrency int    `json:"judgeConcurrency,omitempty"`
	Inconclusive     string `json:"inconclusive,omitempty"` // pass or fail: what exit 2 is mapped to
}

// GitRef is the state of the suite's repository when the run started.
type GitRef struct {
	Revision string `json:"revision"`
	Dirty    bool   `json:"dirty"`
}
