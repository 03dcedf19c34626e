package targets

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/internal/strictjson"
	"github.com/evalrun/evalrun/suites"
)

// mapper turns replies into answers.
type mapper struct {
	mapping suites.Mapping // the zero Mapping: replies are answer envelopes
	version *suites.ReplyPath
}

// read maps a reply. text, when it is not nil, was gathered from the pieces
// of a stream and is the answer's. The error is answers.ErrNoAnswer for a
// reply that says nothing, else it names the path it is about.
func (m mapper) read(reply []byte, text *string) (a answers.Answer, version string, err error) {
	doc, err := parseReply(reply)
	if err != nil {
		return a, "", err
	}
	if version, err = versionIn(doc, m.version); err != nil {
		return a, "", err
	}
	if m.mapping == (suites.Mapping{}) {
		a, err = answers.Decode(reply)
		return a, version, err
	}
	fields, err := m.fields(doc)
	if err != nil {
		return a, version, err
	}
	if text != nil {
		fields = append(fields, field{key: "answer", value: *text, path: m.mapping.Delta})
	}
	a, err = decodeFields(fields)
	return a, version, err
}

// parseReply refuses what could be read in two ways and keeps numbers as they
// were written.
func parseReply(reply []byte) (any, error) {
	if !utf8.Valid(reply) {
		return nil, errors.New("the reply is not valid UTF-8")
	}
	if err := strictjson.Check(reply); err != nil {
		return nil, fmt.Errorf("the reply is no JSON that can be mapped: %w; it begins %s", err, beginning(string(reply)))
	}
	dec := json.NewDecoder(bytes.NewReader(reply))
	dec.UseNumber()
	var doc any
	err := dec.Decode(&doc)
	return doc, err
}

// versionIn reads what an application says of its version: text, or a number
// as it was written.
func versionIn(doc any, path *suites.ReplyPath) (string, error) {
	value, found, err := valueAt(doc, path)
	if err != nil || !found {
		return "", err
	}
	switch v := value.(type) {
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	}
	return "", fmt.Errorf("%s, mapped to the version, is %s, want text", path, kindOf(value))
}

// field is one key of the answer envelope and where its value came from.
type field struct {
	key   string
	value any
	path  *suites.ReplyPath
}

// fields looks up all that is mapped. What a path allows to be absent, and
// what is null, is left out: then it was not stated.
func (m mapper) fields(doc any) ([]field, error) {
	var out []field
	for _, f := range []struct {
		key  string
		path *suites.ReplyPath
	}{
		{"answer", m.mapping.Answer}, {"declined", m.mapping.Declined}, {"confidence", m.mapping.Confidence},
		{"model", m.mapping.Model}, {"latencyMs", m.mapping.LatencyMs},
		{"promptTokens", m.mapping.PromptTokens}, {"completionTokens", m.mapping.CompletionTokens},
	} {
		value, found, err := textOrValueAt(doc, f.path)
		if err != nil {
			return nil, err
		}
		if found {
			out = append(out, field{f.key, value, f.path})
		}
	}
	for _, l := range []struct {
		key  string
		list *suites.ListMapping
		bare func(string) any // the item that a text stands for
	}{{"retrieved", m.mapping.Retrieved, passageOf}, {"citations", m.mapping.Citations, citationOf}} {
		if l.list == nil {
			continue
		}
		items, found, err := listAt(doc, l.list, l.bare)
		if err != nil {
			return nil, err
		}
		if found {
			out = append(out, field{l.key, items, l.list.From})
		}
	}
	return out, nil
}

func passageOf(text string) any { return map[string]any{"text": text} }

// citationOf lets a bare text name a passage by title, source or id: a source
// is also compared with ids.
func citationOf(text string) any { return map[string]any{"title": text, "source": text} }

// decodeFields reads the fields by the rules of an answer envelope. The error
// of a wrong type names the path that led to it.
func decodeFields(fields []field) (answers.Answer, error) {
	a, err := answers.Decode(envelopeOf(fields))
	if err == nil || errors.Is(err, answers.ErrNoAnswer) {
		return a, err
	}
	for _, f := range fields {
		_, alone := answers.Decode(envelopeOf([]field{f}))
		if alone != nil && !errors.Is(alone, answers.ErrNoAnswer) {
			return a, fmt.Errorf("%s: %w", f.path, alone)
		}
	}
	return a, err
}

func envelopeOf(fields []field) []byte {
	envelope := map[string]any{}
	usage := map[string]any{}
	for _, f := range fields {
		if f.key == "promptTokens" || f.key == "completionTokens" {
			usage[f.key] = f.value
			envelope["usage"] = usage
			continue
		}
		envelope[f.key] = f.value
	}
	return jsonValue(envelope)
}
