// Package strictjson refuses what encoding/json lets through in silence:
// duplicate keys, of which the last would win, and text after the value.
package strictjson

import (
	"encoding/json"
	"fmt"
	"strings"
)

// DuplicateKeyError names a key that stands twice in one object. Path is the
// dotted way to that object, "" for the top.
type DuplicateKeyError struct {
	Path, Key string
}

func (e *DuplicateKeyError) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("duplicate key %q", e.Key)
	}
	return fmt.Sprintf("duplicate key %q in %s", e.Key, e.Path)
}

// maxDepth bounds nesting far above any format evalrun reads, so that hostile
// input cannot exhaust the stack.
const maxDepth = 200

// Check returns nil when data is exactly one JSON value without duplicate
// keys at any depth, a *DuplicateKeyError for the first duplicate, and a
// syntax error otherwise. Every answer of a run passes through it, so it
// walks the bytes once, after encoding/json has vouched for their form, and
// decodes no value.
func Check(data []byte) error {
	if !json.Valid(data) {
		return syntaxError(data)
	}
	w := walker{data: data}
	return w.value()
}

// syntaxError says what is wrong in encoding/json's words.
func syntaxError(data []byte) error {
	var v json.RawMessage
	err := json.Unmarshal(data, &v)
	if err != nil && strings.HasSuffix(err.Error(), "after top-level value") {
		return fmt.Errorf("text after the JSON value: %w", err)
	}
	return err
}
