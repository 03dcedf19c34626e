package answers

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDecodeReadsEverySpelling(t *testing.T) {
	ms := 12.5
	tokens := 7
	tests := map[string]struct {
		in   string
		want Answer
	}{
		"the full envelope": {
			`{"id":"q1","query":"how?","answer":"So.","confidence":" HIGH ","citations":[{"id":"P1","title":"T","source":"s"}],` +
				`"retrieved":[{"id":"P1","title":"T","text":"body"}],"model":"m","usage":{"promptTokens":7},"latencyMs":12.5}`,
			Answer{ID: "q1", Query: "how?", Text: "So.", Confidence: High,
				Citations: []Citation{{ID: "P1", Title: "T", Source: "s"}},
				Retrieved: []Passage{{ID: "P1", Title: "T", Text: "body"}},
				Model:     "m", Usage: &Usage{PromptTokens: &tokens}, LatencyMs: &ms},
		},
		"sources, excerpt and content": {
			`{"answer":"a","sources":[{"excerpt":"e"},{"content":"c","source":"f.md"},{"text":" ","content":"d"}]}`,
			Answer{Text: "a", Retrieved: []Passage{{ID: "S1", Text: "e"}, {ID: "f.md", Source: "f.md", Text: "c"}, {ID: "S3", Text: "d"}}},
		},
		"an unknown confidence is kept": {`{"answer":"a","confidence":"Fairly Sure"}`, Answer{Text: "a", Confidence: "Fairly Sure"}},
		"numbers as ids keep their digits": {
			`{"id":12345678901234567890,"answer":"a"}`, Answer{ID: "12345678901234567890", Text: "a"}},
		"retrieved nothing is not the same as no key": {`{"answer":"a","retrieved":[]}`, Answer{Text: "a", Retrieved: []Passage{}}},
		"null lists are absent":                       {`{"answer":"a","retrieved":null,"citations":null}`, Answer{Text: "a"}},
		"declined alone":                              {`{"declined":true}`, Answer{Declined: true}},
		"keys that targets add are left alone": {
			`{"answer":"a","trace":{"Answer":1,"x":[{"Text":"t"}]},"retrieved":[{"text":"b","meta":{"ID":1}}]}`,
			Answer{Text: "a", Retrieved: []Passage{{ID: "S1", Text: "b"}}}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := Decode([]byte(tc.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"text that is not JSON":        {`answer: no`, "invalid character"},
		"a cut line":                   {`{"answer":"a"`, "unexpected end of JSON input"},
		"a list":                       {`[{"answer":"a"}]`, "must be a JSON object, not a array"},
		"a duplicate key":              {`{"answer":"a","answer":"b"}`, `duplicate key "answer"`},
		"two values":                   {`{"answer":"a"} {"answer":"b"}`, "text after the JSON value"},
		"an answer that is a number":   {`{"answer":5}`, "answer is a number, want a string"},
		"declined as text":             {`{"answer":"a","declined":"no"}`, "declined is a string, want true or false"},
		"both spellings of retrieved":  {`{"answer":"a","retrieved":[],"sources":[]}`, "keep one"},
		"a passage id that is a list":  {`{"answer":"a","retrieved":[{"id":[]}]}`, "retrieved[0].id is not"},
		"negative latency":             {`{"answer":"a","latencyMs":-1}`, "latencyMs is -1"},
		"another case beside answer":   {`{"answer":"a","Answer":"b"}`, `key "Answer" is written "answer"`},
		"another case of answer":       {`{"ANSWER":"a"}`, `key "ANSWER" is written "answer"`},
		"another case by an escape":    {`{"\u0041nswer":"a"}`, `key "Answer" is written "answer"`},
		"another case by a look-alike": {`{"answer":"a","ſources":[]}`, `is written "sources"`},
		"another case in a citation":   {`{"answer":"a","citations":[{},{"Source":"s"}]}`, `key "Source" in citations[1] is written "source"`},
		"another case in a passage":    {`{"answer":"a","retrieved":[{"TEXT":"s"}]}`, `key "TEXT" in retrieved[0] is written "text"`},
		"another case in sources":      {`{"answer":"a","source\u0073":[{"Id":"s"}]}`, `key "Id" in sources[0] is written "id"`},
		"another case in usage":        {`{"answer":"a","usage":{"prompttokens":1}}`, `key "prompttokens" in usage is written "promptTokens"`},
		"retrieved that is not a list": {`{"answer":"a","retrieved":{"id":"x"}}`, "retrieved is a object, want a list"},
		"a passage that is no object":  {`{"answer":"a","retrieved":[{},"x"]}`, "retrieved is a string, want an object"},
		"a text that is a number":      {`{"answer":"a","sources":[{"text":5}]}`, "sources.text is a number, want a string"},
		"a title that is a list":       {`{"answer":"a","citations":[{"title":[]}]}`, "citations.title is a array, want a string"},
		"usage that is a list":         {`{"answer":"a","usage":[1]}`, "usage is a array, want an object"},
		"half a token":                 {`{"answer":"a","usage":{"promptTokens":1.5}}`, "usage.promptTokens is a number 1.5, want a number"},
		"the first of two wrong types": {`{"latencyMs":"x","answer":5}`, "latencyMs is a string, want a number"},
		"a key before a type":          {`{"answer":5,"Query":"q"}`, `key "Query" is written "query"`},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Decode([]byte(tc.in))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
	}
}

func TestDecodeTellsMissingFromBlank(t *testing.T) {
	if a, err := Decode([]byte(`{"id":"q1","confidence":"none"}`)); !errors.Is(err, ErrNoAnswer) || a.ID != "q1" {
		t.Errorf("got %+v, %v; want the id and ErrNoAnswer", a, err)
	}
	for _, line := range []string{`{"answer":null}`, `{"id":"n1","declined":false}`, `{"answer":null,"declined":false}`, `{"declined":null}`} {
		if _, err := Decode([]byte(line)); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("%s: got %v, want ErrNoAnswer", line, err)
		}
	}
	a, err := Decode([]byte(`{"answer":" \u200b\u00ad\n"}`))
	if err != nil || !a.Blank() || !a.Declines() {
		t.Errorf("invisible answer: got %+v, %v; want a blank one", a, err)
	}
}

func TestEvidence(t *testing.T) {
	context := []Passage{{ID: "C1", Text: "from the suite"}}
	tests := map[string]struct {
		retrieved []Passage
		want      []Passage
	}{
		"the retrieved passages with text":     {[]Passage{{ID: "A", Text: "x"}, {ID: "B", Title: "only a title"}, {ID: "C", Text: " \n"}}, []Passage{{ID: "A", Text: "x"}}},
		"no retrieved key takes the context":   {nil, context},
		"an empty list does not":               {[]Passage{}, []Passage{}},
		"titles without text are not evidence": {[]Passage{{ID: "B", Title: "t"}}, []Passage{}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, Answer{Retrieved: tc.retrieved}.Evidence(context)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzDecodeReadsWhatIsThere: the texts of an answer are those that
// encoding/json finds, escapes and all.
func FuzzDecodeReadsWhatIsThere(f *testing.F) {
	for _, seed := range []string{
		`{"answer":"\u00e9\n\"x\"","model":"m","retrieved":[{"text":"a\\"},{"id":"2","text":"ü","title":"\ud83c\udf78"}]}`,
		` { "answer" : "a" , "x" : [{"answer":"b"}] , "retrieved" : [ ] } `, `{"answer":"","retrieved":[null,{"text":null}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Decode(data)
		if err != nil {
			return
		}
		var want struct {
			Answer, Query, Model string
			Retrieved            []struct{ Title, Source string }
		}
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatalf("accepted %q: %v", data, err)
		}
		if a.Text != want.Answer || a.Query != want.Query || a.Model != want.Model {
			t.Errorf("%q: read %+v, want %+v", data, a, want)
		}
		for i, p := range want.Retrieved {
			if got := a.Retrieved[i]; got.Title != p.Title || got.Source != p.Source {
				t.Errorf("%q: passage %d is %+v, want %+v", data, i, got, p)
			}
		}
	})
}

// BenchmarkDecode reads an answer with three passages, the size that runs are
// made of, for the first time and again.
func BenchmarkDecode(b *testing.B) {
	passage := `{"title":"handbook","text":"` + strings.Repeat("item 3.1 is answered within 7 working days; ", 16) + `"}`
	line := []byte(`{"id":"q1","answer":"It is 7 days [S1].","confidence":"high","citations":[{"id":"S1"}],"retrieved":[` +
		strings.Join([]string{passage, passage, passage}, ",") + `]}`)
	for name, decode := range map[string]func([]byte) (Answer, error){"first": Decode, "again": DecodeChecked} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := decode(line); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"id":"q1","answer":"a","retrieved":[{"text":"b"}]}`))
	f.Add([]byte(`{"answer":`))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Decode(data)
		if err != nil {
			return
		}
		again, err := DecodeChecked(data)
		if diff := cmp.Diff(a, again); diff != "" || err != nil {
			t.Errorf("decoded again: %v %s", err, diff)
		}
		for _, p := range a.Retrieved {
			if p.ID == "" {
				t.Errorf("a passage without an id in %q", data)
			}
		}
	})
}
