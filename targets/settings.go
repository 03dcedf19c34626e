package targets

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/evalrun/evalrun/suites"
)

// What follows is Ref.Settings of each kind of target. Left out is what says
// only how long and how often to try: who raises a timeout and resumes a run
// still asks the same.

func httpSettings(spec suites.HTTPSpec) string {
	spec.Timeout, spec.Attempts, spec.MaxBytes = 0, 0, 0
	return settingsHash(spec)
}

// openAISettings has the system prompt itself, wherever it was read from; the
// model and its address stand in Ref, and a key does not change an answer.
func openAISettings(spec suites.OpenAISpec, system string) string {
	spec.Timeout, spec.Attempts, spec.MaxBytes = 0, 0, 0
	spec.Model, spec.BaseURL, spec.KeyEnv = "", "", ""
	spec.System, spec.SystemFile = system, ""
	return settingsHash(spec)
}

func commandSettings(spec suites.CommandSpec) string {
	spec.Timeout, spec.MaxBytes = 0, 0
	spec.Mode = cmp.Or(spec.Mode, suites.ModeOnce)
	return settingsHash(spec)
}

// settingsHash sees variables by their names, as the suite has them.
func settingsHash(spec any) string {
	data, err := json.Marshal(spec)
	if err != nil {
		panic(err) // a spec that was read holds plain values and one JSON value
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
