package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/internal/strictjson"
)

// fields says for each known key of an object where its value goes. Reading an
// envelope by them takes a quarter of the time that encoding/json needs with its
// reflection, and each answer of a large run is read twice.
type fields[T any] map[string]func(*T, value) error

// value is valid JSON that was not read yet.
type value = json.RawMessage

// object reads an object; null leaves it as it is.
func object[T any](v value, to *T, known fields[T]) error {
	if kind := kindOf(v); kind != "object" && kind != "null" {
		return &shapeError{found: kind, want: "an object"}
	}
	for key, member := range strictjson.Object(v) {
		read, ok := known[string(key)]
		if !ok {
			continue
		}
		if err := read(to, member); err != nil {
			return within(string(key), err)
		}
	}
	return nil
}

// optionalObject leaves null for null.
func optionalObject[T any](v value, to **T, known fields[T]) error {
	if isNull(v) {
		return nil
	}
	*to = new(T)
	return object(v, *to, known)
}

// list reads a list of objects. That of null is nil, an empty one is not.
func list[T any](v value, to *[]T, known fields[T]) error {
	if isNull(v) {
		return nil
	}
	if kind := kindOf(v); kind != "array" {
		return &shapeError{found: kind, want: "a list"}
	}
	*to = []T{}
	for element := range strictjson.List(v) {
		var one T
		if err := object(element, &one, known); err != nil {
			return err
		}
		*to = append(*to, one)
	}
	return nil
}

// optional leaves nil for null.
func optional[T any](v value, to **T) error {
	if isNull(v) {
		return nil
	}
	*to = new(T)
	return scalar(v, *to)
}

// scalar reads a string, a number or a boolean; null leaves it as it is.
func scalar[T any](v value, to *T) error {
	if text, ok := any(to).(*string); ok && v[0] == '"' && bytes.IndexByte(v, '\\') < 0 {
		*text = string(v[1 : len(v)-1])
		return nil
	}
	err := json.Unmarshal(v, to)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return &shapeError{found: wrong.Value, want: kindName(wrong.Type.String())}
	}
	return err
}

func isNull(v value) bool { return string(v) == "null" }

// kindOf names what a value is as encoding/json does.
func kindOf(v value) string {
	switch bytes.TrimLeft(v, " \t\r\n")[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number"
}

func kindName(goType string) string {
	switch goType {
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	}
	return "a number"
}

// shapeError names the key and the type that was found, without Go's words.
type shapeError struct{ path, found, want string }

func (e *shapeError) Error() string {
	if e.path == "" {
		return fmt.Sprintf("an answer must be a JSON object, not a %s", e.found)
	}
	return fmt.Sprintf("%s is a %s, want %s", e.path, e.found, e.want)
}

// within puts the key of an object before the path of what is wrong in it.
func within(key string, err error) error {
	var shape *shapeError
	if !errors.As(err, &shape) {
		return fmt.Errorf("%s: %w", key, err)
	}
	if shape.path != "" {
		key += "." + shape.path
	}
	return &shapeError{path: key, found: shape.found, want: shape.want}
}
