package targets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/evalrun/evalrun/internal/strictjson"
	"github.com/evalrun/evalrun/suites"
)

// template is the body of a request, taken apart at its placeholders. Values
// are put in as JSON, so that no query can add a key or end a text.
type template struct{ parts []templatePart }

// templatePart is JSON as it is sent, or the place of a value.
type templatePart struct {
	literal     []byte
	placeholder suites.Placeholder // "" for a literal
	inText      bool               // between the quotes of a longer text
}

// parseTemplate reads a body that is one JSON value. Parameters are the same
// for every question, so they are put in here.
func parseTemplate(body json.RawMessage, params map[string]string) (*template, error) {
	if err := strictjson.Check(body); err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	r := templateReader{params: params}
	if err := r.read(body); err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	if len(r.missing) > 0 {
		return nil, fmt.Errorf("the body needs %s, which no --param sets", strings.Join(r.missing, ", "))
	}
	return &r.template, nil
}

// body is the request's body for one question.
func (t *template) body(q suites.Question) []byte {
	var out []byte
	for _, p := range t.parts {
		switch p.placeholder {
		case "":
			out = append(out, p.literal...)
		case suites.PlaceholderQuery:
			out = append(out, jsonText(q.Query, p.inText)...)
		case suites.PlaceholderID:
			out = append(out, jsonText(q.ID, p.inText)...)
		case suites.PlaceholderContext:
			out = append(out, jsonValue(orEmpty(q.Context))...)
		case suites.PlaceholderMessages:
			out = append(out, jsonValue(orEmpty(q.Messages))...)
		}
	}
	return out
}

// orEmpty keeps an absent list from becoming null.
func orEmpty[T any](list []T) []T { return append([]T{}, list...) }

// jsonText is s as JSON, without its quotes where it stands inside a text.
func jsonText(s string, inside bool) []byte {
	text := jsonValue(s)
	if inside {
		return text[1 : len(text)-1]
	}
	return text
}

// jsonValue encodes texts and lists of texts, which cannot fail.
func jsonValue(v any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
