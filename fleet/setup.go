package fleet

import (
	"time"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/suites"
)

// Setup is what a worker needs to open a run's target and judges without its
// suite. Keys are named by the environment variables that hold them, as are
// parts of header values; nothing in it is a secret.
type Setup struct {
	// Target is asked for answers; nil where each task carries its own.
	Target *suites.TargetSpec `json:"target,omitempty"`
	Params map[string]string  `json:"params,omitempty"`
	// Judges are the judge, the members of a panel, or none.
	Judges []JudgeSetup `json:"judges,omitempty"`
	// Checkouts are the names of the repositories that questions are checked
	// against.
	Checkouts []string `json:"checkouts,omitempty"`
	// JudgeKey and ScoringKey are what the coordinator's version makes of the
	// run: a worker that comes to others measures in another way.
	JudgeKey   string `json:"judgeKey"`
	ScoringKey string `json:"scoringKey"`
	// NoCache has the judge asked every time. CacheMaxAge is up to which age a
	// worker may use what it has stored; 0 leaves that to the worker.
	NoCache     bool          `json:"noCache,omitempty"`
	CacheMaxAge time.Duration `json:"cacheMaxAge,omitempty"` // in nanoseconds
}

// JudgeSetup is a model that judges.
type JudgeSetup struct {
	Model   string            `json:"model"`
	BaseURL string            `json:"baseUrl,omitempty"`
	KeyEnv  string            `json:"keyEnv,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Timeout time.Duration     `json:"timeout,omitempty"` // in nanoseconds
	Azure   *llm.Azure        `json:"azure,omitempty"`
}

// Needs is what a worker must have to take part in a run: names only, never
// values.
type Needs struct {
	Env       []string `json:"env,omitempty"`
	Commands  []string `json:"commands,omitempty"`
	Checkouts []string `json:"checkouts,omitempty"`
}
