package fleet

import (
	"encoding/hex"
	"fmt"
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
	// Checkouts are the repositories that questions are checked against, each
	// name once.
	Checkouts []Checkout `json:"checkouts,omitempty"`
	// JudgeKey and ScoringKey are what the coordinator's version makes of the
	// run: a worker that comes to others measures in another way.
	JudgeKey   string `json:"judgeKey"`
	ScoringKey string `json:"scoringKey"`
	// NoCache has the judge asked every time. CacheMaxAge is up to which age a
	// worker may use what it has stored; 0 leaves that to the worker.
	NoCache     bool          `json:"noCache,omitempty"`
	CacheMaxAge time.Duration `json:"cacheMaxAge,omitempty"` // in nanoseconds
}

// Checkout is a repository in one state. A worker that has it in another one
// measures in another way.
type Checkout struct {
	Name        string `json:"name"`             // as rubric.grounding.root has it
	Fingerprint string `json:"fingerprint"`      // SHA-256, in hex, of what is evidence in it
	Commit      string `json:"commit,omitempty"` // for people: files may have changed since
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

// check refuses repositories of which it does not say in which state they are.
// What it leaves can be shown to people as it is, names aside.
func (s Setup) check() error {
	seen := map[string]bool{}
	for _, c := range s.Checkouts {
		name := cut(c.Name, maxShown)
		switch {
		case c.Name == "" || seen[c.Name]:
			return fmt.Errorf("checkout %q has no name, or another one's", name)
		case !isHash(c.Fingerprint):
			return fmt.Errorf("checkout %q: its fingerprint is no SHA-256", name)
		case c.Commit != "" && !isCommit(c.Commit):
			return fmt.Errorf("checkout %q: its commit is none", name)
		}
		seen[c.Name] = true
	}
	return nil
}

// isCommit tells the names that git gives: SHA-1 or SHA-256, in hex.
func isCommit(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && (len(raw) == 20 || len(raw) == 32) && hex.EncodeToString(raw) == text
}
