package runstore

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func TestCutTakesOutHeavyValuesOnly(t *testing.T) {
	for name, c := range map[string]struct{ line, want string }{
		"text, object and list":      {`{"raw":"x","prompt":{"a":[1]},"retrieved":[{"b":"]"}],"c":1}`, `{"raw":null,"prompt":null,"retrieved":null,"c":1}`},
		"the name as a value":        {`{"a":"raw","b":["prompt"]}`, `{"a":"raw","b":["prompt"]}`},
		"a quote in the value":       {`{"raw":"a\"b\\","c":"\\\"raw\":"}`, `{"raw":null,"c":"\\\"raw\":"}`},
		"brackets in a text":         {`{"prompt":{"user":"}]{["},"c":1}`, `{"prompt":null,"c":1}`},
		"short values stay":          {`{"raw":null,"prompt":12}`, `{"raw":null,"prompt":12}`},
		"a longer name":              {`{"promptTokens":{"a":1}}`, `{"promptTokens":{"a":1}}`},
		"space before the colon":     {`{"raw" : "x"}`, `{"raw" : "x"}`},
		"a text without an end":      {`{"raw":"x`, `{"raw":"x`},
		"an object without an end":   {`{"prompt":{"a":"b"`, `{"prompt":{"a":"b"`},
		"a bracket too many":         {`{"prompt":]}`, `{"prompt":]}`},
		"the line ends with the key": {`"raw"`, `"raw"`},
	} {
		if got := string(new(cutter).cut([]byte(c.line))); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

// TestHeavyKeysStandWhereTheyAreExpected holds the record's form to what the
// cutter takes for granted: no figure may hide under one of its keys.
func TestHeavyKeysStandWhereTheyAreExpected(t *testing.T) {
	var found []string
	keysOf(reflect.TypeFor[results.Record](), "", func(path, key string) {
		if isHeavy([]byte(key)) {
			found = append(found, path+key)
		}
	})
	slices.Sort(found)
	if diff := cmp.Diff([]string{"answer.retrieved", "judge.attempts.raw", "judge.prompt", "judgeAgain.attempts.raw", "judgeAgain.prompt"}, found); diff != "" {
		t.Error(diff)
	}
}

func keysOf(typ reflect.Type, path string, visit func(path, key string)) {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		keysOf(typ.Elem(), path, visit)
	case reflect.Struct:
		for i := range typ.NumField() {
			key, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if key != "" {
				visit(path, key)
				keysOf(typ.Field(i).Type, path+key+".", visit)
			}
		}
	}
}

// FuzzCut holds that a record decodes from the cut line to what it decodes to
// from the whole line, but for the heavy values.
func FuzzCut(f *testing.F) {
	whole, err := json.Marshal(heavyRecord(0))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(whole))
	f.Add(`{"judge":{"prompt":{"user":"\\"},"attempts":[{"raw":"\"","status":200}]},"answer":{"retrieved":[{"text":"]"}],"answer":"a"}}`)
	f.Add(`{"id":"raw","query":"\"prompt\":","reasons":["retrieved"]}`)
	f.Fuzz(func(t *testing.T, line string) {
		var want, got results.Record
		if json.Unmarshal([]byte(line), &want) != nil {
			return
		}
		if err := json.Unmarshal(new(cutter).cut([]byte(line)), &got); err != nil {
			t.Fatalf("cut to something else: %v", err)
		}
		if diff := cmp.Diff(light(want), light(got)); diff != "" {
			t.Error(diff)
		}
	})
}

func heavyRecord(seq int) results.Record {
	rec := record(seq, 0, 0)
	rec.Answer = &answers.Answer{Text: "30 days", Retrieved: []answers.Passage{{ID: "S1", Text: `"days": [30]`}}}
	rec.Judge = &results.JudgeCall{
		Model: "m", Prompt: &results.Prompt{System: "hash", User: "line\n\"quoted\" {"},
		Attempts: []results.Attempt{{Status: 429}, {Status: 200, Raw: `{"scores":{}}`, PromptTokens: 7}},
	}
	return rec
}

// light is a record without its heavy values, and without cells that bear
// their names, which no series does.
func light(rec results.Record) results.Record {
	if rec.Answer != nil {
		rec.Answer.Retrieved = nil
	}
	if rec.Judge != nil {
		rec.Judge.Prompt = nil
		for i := range rec.Judge.Attempts {
			rec.Judge.Attempts[i].Raw = ""
		}
	}
	for _, name := range heavy {
		delete(rec.Cells, results.Series(name))
	}
	return rec
}
