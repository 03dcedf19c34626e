package targets

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/suites"
)

// headers expands header values.
func (e *expander) headers(values map[string]string) (map[string]string, error) {
	out := make(map[string]string, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value, err := e.header(name, values[name])
		if err != nil {
			return nil, err
		}
		out[name] = value
	}
	return out, nil
}

func (e *expander) header(name, text string) (string, error) {
	place := fmt.Sprintf("target.headers %q", name)
	pieces, err := suites.Variables(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", place, err)
	}
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text)
		if p.Variable == "" {
			continue
		}
		value, err := e.value(p.Variable, place)
		if err != nil {
			return "", err
		}
		e.keep(value)
		e.keep(strings.Fields(value)...)
		b.WriteString(value)
	}
	if strings.ContainsFunc(b.String(), func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
		return "", fmt.Errorf("%s holds a control character", place)
	}
	return b.String(), nil
}

// requestHeaders adds what a request with a JSON body says of itself, unless
// the suite says otherwise.
func requestHeaders(values map[string]string, response string) http.Header {
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}}
	switch response {
	case suites.ResponseSSE:
		header.Set("Accept", "text/event-stream")
	case suites.ResponseNDJSON:
		header.Set("Accept", "application/x-ndjson")
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		header.Set(name, values[name])
	}
	return header
}
