package targets

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/suites"
)

// valueAt follows a path, with [*] into a list of what is found behind it.
// found is false without an error for a nil path, for null, and where the
// path is optional and leads nowhere.
func valueAt(doc any, path *suites.ReplyPath) (value any, found bool, err error) {
	if path == nil {
		return nil, false, nil
	}
	value, err = follow(doc, path.Steps, "$", path.Optional)
	if err != nil && path.Optional {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", path, err)
	}
	return value, value != nil, nil
}

// follow takes the steps one by one; place is the way so far. Behind a [*]
// of an optional path the items without the value are passed over.
func follow(value any, steps []suites.PathStep, place string, optional bool) (any, error) {
	for i, step := range steps {
		if step.Kind == suites.StepAll {
			return followAll(value, steps[i+1:], place, optional)
		}
		next, err := into(value, step, place)
		if err != nil {
			return nil, err
		}
		value, place = next, place+step.String()
	}
	return value, nil
}

func followAll(value any, steps []suites.PathStep, place string, optional bool) (any, error) {
	list, ok := value.([]any)
	if !ok {
		return nil, fmt.Errorf("%s is %s, want a list", place, kindOf(value))
	}
	out := []any{}
	for i, item := range list {
		found, err := follow(item, steps, fmt.Sprintf("%s[%d]", place, i), optional)
		switch inner, nested := found.([]any); {
		case optional && (err != nil || found == nil):
		case err != nil:
			return nil, err
		case nested && slices.ContainsFunc(steps, isAll):
			out = append(out, inner...)
		default:
			out = append(out, found)
		}
	}
	return out, nil
}

func isAll(step suites.PathStep) bool { return step.Kind == suites.StepAll }

func into(value any, step suites.PathStep, place string) (any, error) {
	if step.Kind == suites.StepIndex {
		list, ok := value.([]any)
		switch {
		case !ok:
			return nil, fmt.Errorf("%s is %s, want a list", place, kindOf(value))
		case step.Index >= len(list):
			return nil, fmt.Errorf("%s has %d items, none at [%d]", place, len(list), step.Index)
		}
		return list[step.Index], nil
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s is %s, want an object", place, kindOf(value))
	}
	next, ok := object[step.Name]
	if !ok {
		return nil, fmt.Errorf("%s has no %s; %s", place, shown(step.Name), keysOf(object))
	}
	return next, nil
}

// maxKeys is how many keys of an object are named.
const maxKeys = 10

// keysOf says what is there instead: mostly the cause can be read from it.
func keysOf(object map[string]any) string {
	if len(object) == 0 {
		return "it is empty"
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if len(names) == maxKeys {
			names = append(names, "…")
			break
		}
		names = append(names, beginning(name))
	}
	return "it has " + strings.Join(names, ", ")
}

func kindOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case json.Number:
		return "a number"
	case string:
		return "text"
	case []any:
		return "a list"
	}
	return "an object"
}
