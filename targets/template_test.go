package targets

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// hostileQuery would end its text, add a key or be expanded again if it were
// put in as characters.
const hostileQuery = "\",\"admin\":true,\"x\":\"\\{{id}} {{param.p}}\n\u2028</script>\x00é"

func hostileQuestion() suites.Question {
	return suites.Question{
		ID: `q"1`, Query: hostileQuery,
		Context:  []answers.Passage{{ID: "P1", Title: "T", Text: `a "quote"`}},
		Messages: []results.Turn{{Role: "user", Content: "before {{query}}"}, {Role: "assistant", Content: "x"}},
	}
}

func jsonTree(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return v
}

func TestPlaceholdersBecomeJSONValues(t *testing.T) {
	q := hostileQuestion()
	passages := []any{map[string]any{"id": "P1", "title": "T", "text": `a "quote"`}}
	turns := []any{
		map[string]any{"role": "user", "content": "before {{query}}"},
		map[string]any{"role": "assistant", "content": "x"},
	}
	for body, want := range map[string]any{
		`"{{query}}"`:                  hostileQuery,
		`["{{id}}"]`:                   []any{`q"1`},
		`{"a":"{{ query }}"}`:          map[string]any{"a": hostileQuery},
		`"{{context}}"`:                passages,
		`{"m":"{{messages}}","n":1.0}`: map[string]any{"m": turns, "n": 1.0},
		`"{{param.p}}"`:                `v"{{id}}`,
		`"<{{id}}: {{query}}>"`:        `<q"1: ` + hostileQuery + ">",
		`"{{id}}{{param.p}}"`:          `q"1v"{{id}}`,
		`{"plain":"\"}","b":[true]}`:   map[string]any{"plain": `"}`, "b": []any{true}},
		`"\u007b{query}}"`:             hostileQuery, // the escape is a brace like any other
		` { "" : "" } `:                map[string]any{"": ""},
	} {
		tmpl, err := parseTemplate(json.RawMessage(body), map[string]string{"p": `v"{{id}}`, "unused": "x"})
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		got := tmpl.body(q)
		if diff := cmp.Diff(want, jsonTree(t, got)); diff != "" {
			t.Errorf("%s became %s: %s", body, got, diff)
		}
		if again := tmpl.body(q); string(again) != string(got) {
			t.Errorf("%s: the second body is %s, the first was %s", body, again, got)
		}
	}
}

func TestListsAreNeverNull(t *testing.T) {
	tmpl, err := parseTemplate(json.RawMessage(`["{{context}}","{{messages}}"]`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(tmpl.body(suites.Question{})); got != "[[],[]]" {
		t.Errorf("got %s", got)
	}
}

func TestTemplatesThatCannotBeFilledAreRefused(t *testing.T) {
	for body, want := range map[string]string{
		`{"a":"{{param.x}}","b":"{{param.y}} {{param.x}}"}`: "the body needs x, y, which no --param sets",
		`{"{{id}}":1}`:            "a key takes no placeholder",
		`{"{{id}}" : "x"}`:        "a key takes no placeholder",
		`"{{quary}}"`:             "unknown placeholder",
		`"passages: {{context}}"`: "{{context}} is a list",
		`{"a":1,"a":2}`:           "duplicate key",
		`{"a":}`:                  "read the body",
		``:                        "read the body",
		`"{{param.bad}}"`:         "--param bad is not valid UTF-8",
	} {
		_, err := parseTemplate(json.RawMessage(body), map[string]string{"bad": "\xff"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", body, err, want)
		}
	}
}

// FuzzTemplate: a body is what it would be had its tree been filled instead of
// its text.
func FuzzTemplate(f *testing.F) {
	f.Add(`{"a":["{{query}}",{"b":"x {{id}}"}],"c":"{{context}}"}`, "what\"?", "id")
	f.Add(`"{{messages}}"`, "", "\\")
	f.Add(`{"a":"\\\"{{param.p}}"}`, "{{id}}", "</x>")
	f.Fuzz(func(t *testing.T, body, query, id string) {
		q := suites.Question{ID: strings.ToValidUTF8(id, "?"), Query: strings.ToValidUTF8(query, "?")}
		params := map[string]string{"p": q.Query}
		tmpl, err := parseTemplate(json.RawMessage(body), params)
		if err != nil {
			return
		}
		want := filled(jsonTree(t, []byte(body)), q, params)
		if diff := cmp.Diff(want, jsonTree(t, tmpl.body(q))); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
	})
}

func filled(v any, q suites.Question, params map[string]string) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, item := range v {
			out[k] = filled(item, q, params)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = filled(item, q, params)
		}
		return out
	case string:
		return filledText(v, q, params)
	}
	return v
}

func filledText(text string, q suites.Question, params map[string]string) any {
	pieces, _ := suites.Placeholders(text)
	out := ""
	for _, p := range pieces {
		name, isParam := p.Placeholder.Param()
		switch {
		case p.Placeholder.IsList():
			return []any{}
		case isParam:
			out += params[name]
		case p.Placeholder == suites.PlaceholderQuery:
			out += q.Query
		case p.Placeholder == suites.PlaceholderID:
			out += q.ID
		default:
			out += p.Text
		}
	}
	return out
}
