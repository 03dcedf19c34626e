package targets

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

func path(t testing.TB, text string) *suites.ReplyPath {
	t.Helper()
	if text == "" {
		return nil
	}
	p, err := suites.ParsePath(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func listPath(t testing.TB, from string) *suites.ListMapping {
	return &suites.ListMapping{From: path(t, from)}
}

const appReply = `{"data":{"text":"Thirty days.","how sure":"HIGH","no":false,
	"parts":[{"type":"text","text":"Thirty "},{"type":"tool"},{"type":"text","text":"days."}],
	"chunks":[{"id":7,"text":"a"},{"text":"b","source":"s.md"}],
	"hits":[{"doc":{"key":"k1","name":null},"snippet":"a"},{"doc":{"key":"k2","name":"Two"},"snippet":""}],
	"groups":[{"hits":[{"t":"a"},{"t":"b"}]},{"hits":[]},{"hits":[{"t":"c"}]}],
	"names":["Refunds","P2"],"none":null,"empty":[],"ms":12.5,"in":10,"out":1e1},
	"model":"app-7","version":2.10}`

func TestMappedRepliesBecomeAnswers(t *testing.T) {
	ten, ms := 10, 12.5
	for name, c := range map[string]struct {
		mapping suites.Mapping
		want    answers.Answer
	}{
		"every field": {
			suites.Mapping{
				Answer: path(t, "$.data.text"), Declined: path(t, "$.data.no"), Confidence: path(t, "$.data['how sure']"),
				Model: path(t, "$.model"), LatencyMs: path(t, "$.data.ms"), PromptTokens: path(t, "$.data.in"),
				Retrieved: listPath(t, "$.data.chunks"), Citations: listPath(t, "$.data.names"),
			},
			answers.Answer{
				Text: "Thirty days.", Confidence: answers.High, Model: "app-7", LatencyMs: &ms,
				Usage:     &answers.Usage{PromptTokens: &ten},
				Retrieved: []answers.Passage{{ID: "7", Text: "a"}, {ID: "s.md", Source: "s.md", Text: "b"}},
				Citations: []answers.Citation{{Title: "Refunds", Source: "Refunds"}, {Title: "P2", Source: "P2"}},
			},
		},
		"parts of a text are joined": {
			suites.Mapping{Answer: path(t, "$.data.parts[*].text?")}, answers.Answer{Text: "Thirty days."},
		},
		"null and optional fields were not stated": {
			suites.Mapping{
				Answer: path(t, "$.data.text"), Confidence: path(t, "$.data.none"), Declined: path(t, "$.gone.far?"),
				Retrieved: listPath(t, "$.data.none"), Citations: listPath(t, "$.citations?"),
			},
			answers.Answer{Text: "Thirty days."},
		},
		"an empty list was stated": {
			suites.Mapping{Answer: path(t, "$.data.text"), Retrieved: listPath(t, "$.data.empty")},
			answers.Answer{Text: "Thirty days.", Retrieved: []answers.Passage{}},
		},
		"items of another shape": {
			suites.Mapping{Answer: path(t, "$.data.text"), Retrieved: &suites.ListMapping{
				From: path(t, "$.data.hits"), ID: path(t, "$.doc.key"), Title: path(t, "$.doc.name"), Text: path(t, "$.snippet"),
			}},
			answers.Answer{Text: "Thirty days.", Retrieved: []answers.Passage{{ID: "k1", Text: "a"}, {ID: "k2", Title: "Two"}}},
		},
		"lists in lists are one list": {
			suites.Mapping{Answer: path(t, "$.data.text"), Retrieved: listPath(t, "$.data.groups[*].hits[*].t")},
			answers.Answer{Text: "Thirty days.", Retrieved: []answers.Passage{{ID: "S1", Text: "a"}, {ID: "S2", Text: "b"}, {ID: "S3", Text: "c"}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, version, err := mapper{c.mapping, path(t, "$.version")}.read([]byte(appReply), nil)
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil || version != "2.10" {
				t.Errorf("version %q, %v %s", version, err, diff)
			}
		})
	}
}

func TestRepliesThatDoNotFitNameThePath(t *testing.T) {
	text := path(t, "$.data.text")
	for name, c := range map[string]struct {
		reply   string
		mapping suites.Mapping
		version string
		want    string
	}{
		"no such key":          {`{"data":{"txt":"x","b\u001b":1}}`, suites.Mapping{Answer: text}, "", `$.data.text: $.data has no "text"; it has "b\x1b", "txt"`},
		"an empty object":      {`{"data":{}}`, suites.Mapping{Answer: text}, "", "it is empty"},
		"text on the way":      {`{"data":"x"}`, suites.Mapping{Answer: text}, "", "$.data.text: $.data is text, want an object"},
		"null on the way":      {`{"data":null}`, suites.Mapping{Answer: text}, "", "$.data is null, want an object"},
		"not a text":           {`{"data":{"text":5}}`, suites.Mapping{Answer: text}, "", "$.data.text: answer is a number, want a string"},
		"a short list":         {`{"a":[1]}`, suites.Mapping{Answer: path(t, "$.a[3].b")}, "", "$.a[3].b: $.a has 1 items, none at [3]"},
		"no list":              {`{"a":{}}`, suites.Mapping{Answer: path(t, "$.a[0]")}, "", "$.a is an object, want a list"},
		"no list for all":      {`{"a":1}`, suites.Mapping{Answer: path(t, "$.a[*].b")}, "", "$.a is a number, want a list"},
		"one item of all":      {`{"a":[{"b":"x"},{"c":1}]}`, suites.Mapping{Answer: path(t, "$.a[*].b")}, "", `$.a[1] has no "b"`},
		"a number among all":   {`{"a":["x",1]}`, suites.Mapping{Answer: path(t, "$.a[*]")}, "", "$.a[*] leads to a number, want texts"},
		"declined as text":     {`{"data":{"text":"x"},"d":"no"}`, suites.Mapping{Answer: text, Declined: path(t, "$.d")}, "", "$.d: declined is a string, want true or false"},
		"negative latency":     {`{"data":{"text":"x"},"ms":-1}`, suites.Mapping{Answer: text, LatencyMs: path(t, "$.ms")}, "", "$.ms: latencyMs is -1"},
		"half a token":         {`{"data":{"text":"x"},"n":0.5}`, suites.Mapping{Answer: text, CompletionTokens: path(t, "$.n")}, "", "$.n: usage.completionTokens"},
		"retrieved not list":   {`{"data":{"text":"x"},"r":{}}`, suites.Mapping{Answer: text, Retrieved: listPath(t, "$.r")}, "", "$.r is an object, want a list"},
		"retrieved of numbers": {`{"data":{"text":"x"},"r":[1]}`, suites.Mapping{Answer: text, Retrieved: listPath(t, "$.r")}, "", "$.r: retrieved is a number, want an object"},
		"item without text": {`{"data":{"text":"x"},"r":[{"t":"a"},{}]}`, suites.Mapping{Answer: text, Retrieved: &suites.ListMapping{
			From: path(t, "$.r"), Text: path(t, "$.t"),
		}}, "", `$.r, item 2: $.t: $ has no "t"; it is empty`},
		"version is a list": {`{"data":{"text":"x"},"v":[1]}`, suites.Mapping{Answer: text}, "$.v", "$.v, mapped to the version, is a list, want text"},
		"a page":            {"<html>", suites.Mapping{Answer: text}, "", `the reply is no JSON that can be mapped: invalid character '<' looking for beginning of value; it begins "<html>"`},
		"two of a key":      {`{"data":{"text":"x","text":"y"}}`, suites.Mapping{Answer: text}, "", `duplicate key "text" in data`},
		"not UTF-8":         {"{\"data\":{\"text\":\"\xff\"}}", suites.Mapping{Answer: text}, "", "not valid UTF-8"},
		"an envelope":       {`{"answer":"x","Confidence":"low"}`, suites.Mapping{}, "", `key "Confidence" is written "confidence"`},
	} {
		t.Run(name, func(t *testing.T) {
			got, _, err := mapper{c.mapping, path(t, c.version)}.read([]byte(c.reply), nil)
			if err == nil || errors.Is(err, answers.ErrNoAnswer) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %+v, %v, want %q", got, err, c.want)
			}
		})
	}
}

func TestRepliesThatSayNothing(t *testing.T) {
	for name, c := range map[string]struct {
		reply   string
		mapping suites.Mapping
	}{
		"null":            {`{"a":null}`, suites.Mapping{Answer: path(t, "$.a")}},
		"nowhere":         {`{}`, suites.Mapping{Answer: path(t, "$.a?")}},
		"declined: false": {`{"a":null,"d":false}`, suites.Mapping{Answer: path(t, "$.a"), Declined: path(t, "$.d")}},
		"an envelope":     {`{"model":"m"}`, suites.Mapping{}},
	} {
		if got, _, err := (mapper{mapping: c.mapping}).read([]byte(c.reply), nil); !errors.Is(err, answers.ErrNoAnswer) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	got, _, err := mapper{mapping: suites.Mapping{Answer: path(t, "$.a"), Declined: path(t, "$.d")}}.read([]byte(`{"a":null,"d":true}`), nil)
	if err != nil || !got.Declined {
		t.Errorf("declined: got %+v, %v", got, err)
	}
}

// FuzzMapping: whatever a reply holds, it is mapped or refused, and what is
// mapped is what the path leads to.
func FuzzMapping(f *testing.F) {
	f.Add(appReply, "$.data.text", "$.data.chunks")
	f.Add(`{"a":[{"b":"x"}]}`, "$.a[*].b", "$.a")
	f.Add(`"x"`, "$", "$?")
	f.Add(`{"a":1e999}`, "$.a", "$.a[0]?")
	f.Fuzz(func(t *testing.T, reply, answer, retrieved string) {
		a, errA := suites.ParsePath(answer)
		r, errR := suites.ParsePath(retrieved)
		if errA != nil || errR != nil {
			return
		}
		m := mapper{mapping: suites.Mapping{Answer: a, Retrieved: &suites.ListMapping{From: r}}}
		got, _, err := m.read([]byte(reply), nil)
		if err != nil {
			return
		}
		var doc any
		if err := json.Unmarshal([]byte(reply), &doc); err != nil {
			t.Fatalf("mapped a reply that is no JSON: %v", err)
		}
		if value, found, _ := textOrValueAt(doc, a); !found || value != got.Text {
			t.Errorf("%s leads to %v, the answer is %q", a, value, got.Text)
		}
	})
}
