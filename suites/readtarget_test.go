package suites

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPathsAreReadStepByStep(t *testing.T) {
	name := func(s string) PathStep { return PathStep{Name: s} }
	at := func(i int) PathStep { return PathStep{Index: i, Kind: StepIndex} }
	all := PathStep{Kind: StepAll}
	for text, want := range map[string][]PathStep{
		"$":                       nil,
		"$.data.text":             {name("data"), name("text")},
		"$.a[0].b[*].c":           {name("a"), at(0), name("b"), all, name("c")},
		`$['how sure']["a.b"][7]`: {name("how sure"), name("a.b"), at(7)},
		"$.größe-1_x":             {name("größe-1_x")},
		"$['']":                   {name("")},
		"$['it]s']":               {name("it]s")},
	} {
		p, err := ParsePath(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, p.Steps); diff != "" || p.Optional || p.String() != text {
			t.Errorf("%s: optional %t, steps %s", text, p.Optional, diff)
		}
		if p, err = ParsePath(text + "?"); err != nil || !p.Optional || cmp.Diff(want, p.Steps) != "" {
			t.Errorf("%s?: %+v, %v", text, p, err)
		}
	}
}

func TestPathsThatAreNoneNameTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "does not begin with $",
		"data.text":               "does not begin with $",
		"$data":                   "at character 2",
		"$..text":                 "at character 2: no name after the dot",
		"$.a.":                    "at character 4: no name",
		"$.ö[":                    "at character 4: the bracket is not closed",
		"$[-1]":                   `"-1" is no place in a list`,
		"$[01]":                   `"01" is no place in a list`,
		"$[99999999999999999999]": "is no place in a list",
		"$[?(@.a)]":               "is no place in a list",
		"$['a]":                   "does not end",
		"$.a b":                   "at character 4",
		"$" + strings.Repeat(".a", maxPathSteps+1): "over 32 steps",
	} {
		p, err := ParsePath(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want %q", text, p, err, want)
		}
	}
}

// FuzzParsePath: the steps written out again are the same path.
func FuzzParsePath(f *testing.F) {
	for _, seed := range []string{"$", "$.a[0]['b c'][*]?", `$["x"]`, "$[", "$.a..b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePath(text)
		if err != nil {
			return
		}
		again := "$"
		for _, s := range p.Steps {
			if strings.Contains(s.Name, "'") {
				return // only written in the other quotes
			}
			again += s.String()
		}
		q, err := ParsePath(again)
		if err != nil || cmp.Diff(p.Steps, q.Steps) != "" {
			t.Errorf("%q was written as %q: %v", text, again, err)
		}
	})
}

func TestPlaceholdersSplitATextWhole(t *testing.T) {
	for text, want := range map[string][]TemplatePiece{
		"":                  nil,
		"plain {x} } }}":    {{Text: "plain {x} } }}"}},
		"{{query}}":         {{Placeholder: PlaceholderQuery}},
		"{{ id }}":          {{Placeholder: PlaceholderID}},
		"{{context}}":       {{Placeholder: PlaceholderContext}},
		"{{param.top-k}}":   {{Placeholder: "param.top-k"}},
		"a {{id}}{{query}}": {{Text: "a "}, {Placeholder: PlaceholderID}, {Placeholder: PlaceholderQuery}},
	} {
		got, err := Placeholders(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", text, err, diff)
		}
	}
	for text, want := range map[string]string{
		"{{":                    "{{ without }}",
		"{{query}":              "{{ without }}",
		"{{}}":                  `unknown placeholder "{{}}"`,
		"{{Query}}":             `unknown placeholder "{{Query}}"`,
		"{{param.}}":            "unknown placeholder",
		"{{param.a b}}":         "unknown placeholder",
		"{{{query}}}":           "unknown placeholder",
		"{{env.HOME}}":          "unknown placeholder",
		" {{context}}":          "{{context}} is a list",
		"{{messages}}{{query}}": "{{messages}} is a list",
	} {
		if got, err := Placeholders(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want %q", text, got, err, want)
		}
	}
}

func FuzzPlaceholders(f *testing.F) {
	f.Add("a {{id}} {{param.x}}")
	f.Add("{{messages}}")
	f.Fuzz(func(t *testing.T, text string) {
		pieces, err := Placeholders(text)
		if err != nil {
			return
		}
		plain := ""
		for _, p := range pieces {
			plain += p.Text
		}
		if strings.Contains(text, "{{") == (plain == text) && text != "" {
			t.Errorf("%q was split into %+v", text, pieces)
		}
	})
}

func TestVariables(t *testing.T) {
	for text, want := range map[string][]VariablePiece{
		"":                   nil,
		"a$b{c}":             {{Text: "a$b{c}"}},
		"${A}":               {{Variable: "A"}},
		"Bearer ${T_1}${b}!": {{Text: "Bearer "}, {Variable: "T_1"}, {Variable: "b"}, {Text: "!"}},
	} {
		got, err := Variables(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", text, err, diff)
		}
	}
	for _, text := range []string{"${", "${}", "${A", "${A-B}", "${1}", "${A:-x}", "a${ B }"} {
		if got, err := Variables(text); err == nil {
			t.Errorf("%s: accepted as %+v", text, got)
		}
	}
}

func TestBodyKeepsOrderTypesAndCharacters(t *testing.T) {
	spec, err := ParseTarget("flag", []byte(`
type: http
url: http://127.0.0.1:${PORT}/ask
body: {z: "{{query}}", a: 0.10, "with \"quote\"": "tab\tend", list: [~, FALSE, -1e-3, '007', 2024-01-05], <x>: {}}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"z":"{{query}}","a":0.10,"with \"quote\"":"tab\tend","list":[null,false,-1e-3,"007","2024-01-05"],"<x>":{}}`
	if got := string(spec.HTTP.Body); got != want || !json.Valid([]byte(got)) {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTargetOfAFlagIsReadLikeASuites(t *testing.T) {
	spec, err := ParseTarget("--target", []byte("{type: recorded, file: sub/answers.jsonl}"))
	if err != nil || spec.File != filepath.Join("sub", "answers.jsonl") {
		t.Errorf("got %+v, %v", spec, err)
	}
	for text, want := range map[string]string{
		"{type: http":               "--target:1",
		"type: http":                "--target:1:1: target.body is missing",
		"- type":                    "--target:1:1: target is a list, want a mapping",
		"{type: openai, modell: m}": `--target:1:16: unknown key "modell"`,
	} {
		_, err := ParseTarget("--target", []byte(text))
		var problems Problems
		if !errors.As(err, &problems) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestSilentTargetsAreWarnedAbout: where no confidence can be stated, a suite
// that requires one fails every decline in words.
func TestSilentTargetsAreWarnedAbout(t *testing.T) {
	for name, c := range map[string]struct {
		target string
		warned bool
	}{
		"chat model":             {"{type: openai, model: m}", true},
		"mapped without":         {`{type: http, url: "http://h", body: "{{query}}", mapping: {answer: $.a}}`, true},
		"mapped with confidence": {`{type: http, url: "http://h", body: "{{query}}", mapping: {answer: $.a, confidence: $.c}}`, false},
		"mapped with declined":   {`{type: http, url: "http://h", body: "{{query}}", mapping: {answer: $.a, declined: $.d}}`, false},
		"an envelope":            {`{type: http, url: "http://h", body: "{{query}}"}`, false},
		"recorded":               {"{type: recorded, file: a.jsonl}", false},
	} {
		for _, confidence := range []string{"required", "optional"} {
			s := loadText(t, "confidence: "+confidence+"\ntarget: "+c.target+"\nquestions: [{id: q, query: x, rubric: {shouldAnswer: false}}]\n")
			warned := slices.ContainsFunc(s.Warnings, func(p Problem) bool { return strings.Contains(p.Message, "states no confidence") })
			if want := c.warned && confidence == "required"; warned != want {
				t.Errorf("%s, %s: warned %t, want %t", name, confidence, warned, want)
			}
		}
	}
}

func loadText(t *testing.T, text string) *Suite {
	t.Helper()
	path := filepath.Join(t.TempDir(), "suite.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return mustLoad(t, path)[0]
}

func TestNamedFilesAreReadInsideTheRepository(t *testing.T) {
	s := loadText(t, "questions: [{id: q, query: x, rubric: {shouldAnswer: true}}]\n")
	dir := filepath.Dir(s.Path)
	if err := os.WriteFile(filepath.Join(dir, "system.md"), []byte("\ufeffBe brief.\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := s.ReadFile("system.md"); err != nil || string(text) != "Be brief.\n" {
		t.Errorf("got %q, %v", text, err)
	}
	for name, want := range map[string]string{
		"missing.md": "no such file", "../x": "leads outside", filepath.Join(dir, "system.md"): "not relative",
	} {
		if _, err := s.ReadFile(name); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestMessagesAreAsked: earlier turns change what is asked, so they are in the
// content hash; a question without them keeps the hash it always had.
func TestMessagesAreAsked(t *testing.T) {
	hash := func(more string) (string, Question) {
		s := loadText(t, "questions: [{id: q, query: x, rubric: {shouldAnswer: true}"+more+"}]\n")
		for q, err := range s.Questions() {
			if err != nil {
				t.Fatal(err)
			}
			back, err := FromSnapshot(q.Snapshot())
			if diff := cmp.Diff(q.Messages, back.Messages); err != nil || diff != "" {
				t.Errorf("snapshot: %v %s", err, diff)
			}
			return q.ContentHash, q
		}
		return "", Question{}
	}
	plain, _ := hash("")
	if empty, _ := hash(", messages: []"); empty != plain {
		t.Error("an empty list of messages changes the hash")
	}
	one, q := hash(", messages: [{role: user, content: a}]")
	other, _ := hash(", messages: [{role: assistant, content: a}]")
	if one == plain || one == other || len(q.Messages) != 1 {
		t.Errorf("hashes %s, %s, %s for %+v", plain, one, other, q.Messages)
	}
}
