package targets

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

func TestJSONIsAListOrAnswersByIDOrOneAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		place string
	}{
		"a list":          {"\ufeff[\n {\"id\":\"b\",\"answer\":\"x\"},\n {\"id\":\"q\\\"]\",\"answer\":\"a } ] , \\\\\"}\n]\n", ":3 ($[1])"},
		"answers by id":   {"{\"b\": {\"answer\":\"x\"},\n \"q\\\"]\" : {\"answer\":\"a } ] , \\\\\"} , \"c\":{\"declined\":true}}", `:2 ($["q\"]"])`},
		"with their ids":  {`{"q\"]":{"id":"q\"]","answer":"a } ] , \\"}}`, `:1 ($["q\"]"])`},
		"one answer":      {`{"id":"q\"]","answer":"a } ] , \\"}`, ":1 ($)"},
		"lines of it all": {"{\"id\":\"b\",\"answer\":\"x\"}\n{\"id\":\"q\\\"]\",\"answer\":\"a } ] , \\\\\"}\n", ":2"},
	} {
		t.Run(name, func(t *testing.T) {
			r := openFile(t, writeFile(t, "answers.json", c.text), Format{})
			recordedCase{id: `q"]`, want: answers.Answer{ID: `q"]`, Text: `a } ] , \`}}.check(t, r)
			place, _, err := r.Raw(question(`q"]`, ""))
			if err != nil || !strings.HasSuffix(place, "answers.json"+c.place) {
				t.Errorf("found at %s, %v; want %s", place, err, c.place)
			}
		})
	}
}

func TestJSONProblemsNameLineAndPath(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"every bad element": {"[{\"id\":\"a\",\"answer\":5},\n{\"answer\":\"x\"},{\"id\":\"b\",\"answer\":\"x\"},\n\n{\"id\":\"b\",\"answer\":\"y\"}]", []string{
			"a.json:1: $[0]: answer is a number", "a.json:2: $[1]: neither id nor query", `a.json:4: $[3]: id "b" stands at $[2] already`}},
		"an element that is text":    {`[5,"x"]`, []string{"$[0]: an answer must be a JSON object", "$[1]: an answer must be a JSON object"}},
		"an id under another":        {`{"a":{"id":"b","answer":"x"}}`, []string{`$.a: its id is "b"`}},
		"an id twice":                {`{"a":{"answer":"x"},"a":{"answer":"y"}}`, []string{`$.a: id "a" stands at $.a already`}},
		"a member that is no object": {`{"a":{"answer":"x"},"b":"text"}`, []string{"$.b: an answer must be a JSON object"}},
		"an answer with a key twice": {`[{"id":"a","answer":"x","answer":"y"}]`, []string{`$[0]: duplicate key "answer"`}},
		"a broken list":              {"[{\"id\":\"a\",\"answer\":\"x\"}\n{}]", []string{`a.json:2: '{' where ',' is wanted`}},
		"a comma too many":           {`[{"id":"a","answer":"x"},]`, []string{"a value is missing"}},
		"a cut list":                 {"[{\"id\":\"a\",\"answer\":\"x\"},\n", []string{"a.json:2: the file ends in the middle"}},
		"two lists":                  {"[]\n[]", []string{"a.json:2: text after the JSON value"}},
		"a number":                   {"5", []string{"'5' where '{' is wanted"}},
		"an empty list":              {"[]", []string{"holds no answers"}},
		"an empty object":            {"{}", []string{"holds no answers"}},
		"an empty file":              {"", []string{"the file ends in the middle"}},
		"not UTF-8":                  {"[{\"id\":\"a\",\"answer\":\"caf\xe9\"}]", []string{"not valid UTF-8"}},
		"deep nesting":               {strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000), []string{"exceeded max depth"}},
	} {
		_, err := OpenRecordedAs(writeFile(t, "a.json", c.text), Format{Name: suites.FormatJSON})
		wantLines(t, name, err, c.want)
	}
}
