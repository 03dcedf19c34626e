package rubric

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPhraseJSON(t *testing.T) {
	for _, row := range []struct {
		rule, json string
		want       Phrase
	}{
		{"text", `"30 days"`, Phrase{Text: "30 days"}},
		{"word", `{"word":"no"}`, Phrase{Word: "no"}},
		{"pattern", `{"regex":"(?i)order (number|id)"}`, Phrase{Regex: "(?i)order (number|id)"}},
		{"alternatives", `{"anyOf":["receipt",{"word":"bill"},{"regex":"proof of \\w+"}]}`,
			Phrase{AnyOf: []Phrase{{Text: "receipt"}, {Word: "bill"}, {Regex: `proof of \w+`}}}},
	} {
		t.Run(row.rule, func(t *testing.T) {
			var got Phrase
			if err := json.Unmarshal([]byte(row.json), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Error(diff)
			}
			written, err := json.Marshal(got)
			if err != nil || string(written) != row.json {
				t.Errorf("written as %s, %v", written, err)
			}
		})
	}
}

func TestPhraseRefusals(t *testing.T) {
	for _, row := range []struct{ rule, json, want string }{
		{"null", `null`, "not null"},
		{"number", `30`, "not 30"},
		{"list", `["a"]`, "a phrase is a string or an object"},
		{"empty text", `""`, "phrase is empty"},
		{"blank text", `" \u00a0\u200b"`, "blank"},
		{"blank word", `{"word":" "}`, `word " " is blank`},
		{"empty word", `{"word":""}`, "phrase is empty"},
		{"number for a word", `{"word":3}`, "word: "},
		{"no key", `{}`, "exactly one"},
		{"two keys", `{"word":"a","regex":"b"}`, "exactly one"},
		{"same key twice", `{"word":"a","word":"b"}`, "duplicate key"},
		{"unknown key", `{"wrod":"a"}`, `unknown key "wrod"`},
		{"other case", `{"Word":"a"}`, `unknown key "Word"`},
		{"bad pattern", `{"regex":"a("}`, "missing closing )"},
		{"lookahead is not RE2", `{"regex":"a(?=b)"}`, "regex"},
		{"no alternatives", `{"anyOf":[]}`, "anyOf is empty"},
		{"null alternatives", `{"anyOf":null}`, "phrase is empty"},
		{"null among alternatives", `{"anyOf":["a",null]}`, "not null"},
		{"alternatives within alternatives", `{"anyOf":[{"anyOf":["a"]}]}`, "another anyOf"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			var p Phrase
			err := json.Unmarshal([]byte(row.json), &p)
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%s: %v, want an error with %q", row.json, err, row.want)
			}
		})
	}
}

func TestValidateRefusesSeveralForms(t *testing.T) {
	for _, p := range []Phrase{
		{Text: "a", Word: "b"},
		{Regex: "a", AnyOf: []Phrase{{Text: "b"}}},
		{Text: "a\xff"},
	} {
		if p.Validate() == nil {
			t.Errorf("%+v is valid", p)
		}
	}
	if _, err := json.Marshal(Phrase{Text: "a", Word: "b"}); err == nil {
		t.Error("a phrase of two forms was written as one of them")
	}
}

func TestPhraseString(t *testing.T) {
	for want, p := range map[string]Phrase{
		"30 days":                            {Text: "30 days"},
		"no (as a word)":                     {Word: "no"},
		"/a|b/":                              {Regex: "a|b"},
		`any of "receipt", "no (as a word)"`: {AnyOf: []Phrase{{Text: "receipt"}, {Word: "no"}}},
	} {
		if got := p.String(); got != want {
			t.Errorf("%+v: got %s, want %s", p, got, want)
		}
	}
}

// What can be read can be written and read again, unchanged.
func FuzzPhraseJSON(f *testing.F) {
	for _, s := range []string{`"a"`, `{"word":"no"}`, `{"regex":"a|b"}`, `{"anyOf":["a",{"word":"b"}]}`, `{"anyOf":[null]}`, `"\ud800"`, `"<&>"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var p, again Phrase
		if json.Unmarshal(data, &p) != nil {
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("%s was read as an invalid phrase: %v", data, err)
		}
		written, err := json.Marshal(p)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if err := json.Unmarshal(written, &again); err != nil {
			t.Fatalf("%s was written as %s: %v", data, written, err)
		}
		if diff := cmp.Diff(p, again); diff != "" {
			t.Fatalf("%s: %s", data, diff)
		}
	})
}
