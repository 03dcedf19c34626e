// Package strictjson refuses what encoding/json lets through in silence:
// duplicate keys, of which the last would win, and text after the value.
package strictjson

import (
	"encoding/json"
	"errors"
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
// syntax error otherwise. Every answer of a run passes through it, so it walks
// the bytes once and decodes no value.
func Check(data []byte) error { return CheckKeys(data, nil) }

// CheckKeys is Check with a look at every key on the way: visit gets the way to
// the key's object, list places as [0], and the key, escapes spelled out. Its
// first error ends the walk and is returned as it is. The path is valid
// during the call only; a nil visit looks at nothing.
func CheckKeys(data []byte, visit func(path []string, key string) error) error {
	w := walker{data: data, visit: visit}
	err := w.document()
	if err != nil && !json.Valid(data) {
		return syntaxError(data) // goes before all that is wrong with a key
	}
	return err
}

// Unmarshal is CheckKeys and json.Unmarshal in one, which reads the form of
// data once for both. What is wrong with a key goes before a value of the
// wrong type.
func Unmarshal(data []byte, v any, visit func(path []string, key string) error) error {
	err := json.Unmarshal(data, v)
	var wrongForm *json.SyntaxError
	if errors.As(err, &wrongForm) {
		return syntaxError(data)
	}
	w := walker{data: data, visit: visit}
	if refused := w.document(); refused != nil {
		return refused
	}
	return err
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
