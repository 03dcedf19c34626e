package runstore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"

	"github.com/evalrun/evalrun/results"
)

// writeInfo replaces run.json as a whole, so that no reader and no kill ever
// meets half of it. From then on info is what was written, without secrets:
// a report drawn now must be the one that is drawn from the folder later.
func (r *Run) writeInfo() error {
	data, err := r.encode(r.info, "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", InfoFile, err)
	}
	path := filepath.Join(r.path, InfoFile)
	if err := maybe.WriteFile(path, data, 0o666); err != nil {
		return &WriteError{File: path, Err: err}
	}
	r.info = results.RunInfo{}
	return json.Unmarshal(data, &r.info)
}

// mostRepeats is how many a place can tell apart. Whoever draws a question has
// room for each of them, recorded or not: a number without a bound would be one
// of bytes to take.
const mostRepeats = math.MaxUint16 + 1

func readInfo(path string) (results.RunInfo, error) {
	file := filepath.Join(path, InfoFile)
	data, err := os.ReadFile(file)
	if err != nil {
		return results.RunInfo{}, fmt.Errorf("open run: %w", err)
	}
	var info results.RunInfo
	if err := json.Unmarshal(data, &info); err != nil {
		return results.RunInfo{}, fmt.Errorf("open run: %s: %w", file, err)
	}
	if info.Schema != results.RunSchema {
		return results.RunInfo{}, fmt.Errorf("open run: %s: schema is %q, this version reads %q",
			file, info.Schema, results.RunSchema)
	}
	if info.Repeats < 0 || info.Repeats > mostRepeats {
		return results.RunInfo{}, fmt.Errorf("open run: %s: repeats is %d, want 0 to %d", file, info.Repeats, mostRepeats)
	}
	return info, nil
}

// encode is the one way to JSON for everything in a run folder: one line
// unless indent is given.
func (r *Run) encode(v any, indent string) ([]byte, error) {
	data, err := encoded(v, indent)
	if err != nil {
		return nil, err
	}
	return r.withoutSecrets(data), nil
}

func encoded(v any, indent string) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err := enc.Encode(v)
	return buf.Bytes(), err
}

// withoutSecrets returns the data itself where there is nothing to remove.
func (r *Run) withoutSecrets(data []byte) []byte {
	if r.scrub == nil {
		return data
	}
	return ScrubJSON(data, r.scrub)
}
