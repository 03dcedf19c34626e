package targets

import (
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/suites"
)

// textOrValueAt joins the texts that a path with [*] leads to: the parts of
// one message.
func textOrValueAt(doc any, path *suites.ReplyPath) (any, bool, error) {
	value, found, err := valueAt(doc, path)
	if err != nil || !found || !path.Many() {
		return value, found, err
	}
	var b strings.Builder
	for _, item := range value.([]any) {
		text, ok := item.(string)
		if !ok {
			return nil, false, fmt.Errorf("%s leads to %s, want texts", path, kindOf(item))
		}
		b.WriteString(text)
	}
	return b.String(), true, nil
}

// listAt finds a list and brings its items into the envelope's shape.
func listAt(doc any, m *suites.ListMapping, bare func(string) any) (items []any, found bool, err error) {
	value, found, err := valueAt(doc, m.From)
	if err != nil || !found {
		return nil, false, err
	}
	list, ok := value.([]any)
	if !ok {
		return nil, false, fmt.Errorf("%s is %s, want a list", m.From, kindOf(value))
	}
	items = make([]any, len(list))
	for i, item := range list {
		if items[i], err = itemOf(item, m, bare); err != nil {
			return nil, false, fmt.Errorf("%s, item %d: %w", m.From, i+1, err)
		}
	}
	return items, true, nil
}

func itemOf(item any, m *suites.ListMapping, bare func(string) any) (any, error) {
	paths := []struct {
		key  string
		path *suites.ReplyPath
	}{{"id", m.ID}, {"title", m.Title}, {"source", m.Source}, {"text", m.Text}}
	out := map[string]any{}
	mapped := false
	for _, p := range paths {
		value, found, err := valueAt(item, p.path)
		if err != nil {
			return nil, err
		}
		mapped = mapped || p.path != nil
		if found {
			out[p.key] = value
		}
	}
	text, isText := item.(string)
	switch {
	case mapped:
		return out, nil
	case isText:
		return bare(text), nil
	}
	return item, nil
}
