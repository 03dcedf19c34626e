package suites

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// everySetting are targets that set, together with each other, whatever a
// target has.
var everySetting = []string{
	`{type: http, url: "https://${HOST}/ask?v=1", method: PUT, headers: {Authorization: "Bearer ${KEY}", X-Shop: "é\U0001F600"}, ` +
		`body: {q: "{{query}} <é>\n", n: [1.50, -2e3, true, null, "{{context}}"]}, response: json, mapping: {answer: $.a, declined: "$.d?", confidence: $.c, ` +
		`model: $.m, latencyMs: $.l, promptTokens: $.p, completionTokens: $.o, retrieved: {from: "$.r[*]", id: $.i, title: $.t, source: $.s, text: $.x}, ` +
		`citations: "$.c[*]"}, version: $.v, timeout: 1500ms, timeoutIs: fail, attempts: 3, maxBytes: 1000}`,
	`{type: http, url: "${URL}", body: "{{id}}", response: sse, mapping: {delta: $.a}}`,
	`{type: http, url: "http://a.example", body: "{{id}}"}`,
	`{type: openai, model: m, baseUrl: "http://a.example/v1", keyEnv: KEY, headers: {X-A: b}, timeout: 2m, attempts: 2, maxTokens: 5, maxBytes: 7, ` +
		`temperature: 0.25, seed: -3, system: "Say \"yes\" # always.\n", instructions: evi1}`,
	`{type: openai, model: m, systemFile: system.txt}`,
	`{type: command, command: [./bot, "", "-x y"], mode: stream, env: [A, B], version: $.v, timeout: 3s, maxBytes: 9}`,
	`{type: recorded, file: answers.csv, format: promptfoo, queryVar: q}`,
}

// TestATargetIsRereadAsItIs: no setting gets lost, not one that is added later
// either.
func TestATargetIsRereadAsItIs(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range everySetting {
		want, err := ParseTarget("test", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got, err := want.Reread()
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(*want, got); diff != "" {
			t.Errorf("%s:%s", text, diff)
		}
		note(seen, reflect.ValueOf(*want), "target")
	}
	all := TargetSpec{
		HTTP: &HTTPSpec{Mapping: Mapping{Retrieved: &ListMapping{}, Citations: &ListMapping{}}}, OpenAI: &OpenAISpec{}, Command: &CommandSpec{},
	}
	unset := map[string]bool{}
	for name := range fieldsOf(reflect.ValueOf(all), "target") {
		unset[name] = !seen[name]
	}
	// A citation has no text of its own; the other list shows that the paths of
	// its items are kept.
	for _, path := range []string{"ID", "Title", "Source", "Text"} {
		delete(unset, "target.HTTP.Mapping.Citations."+path)
	}
	for name, missing := range unset {
		if missing {
			t.Errorf("no target of the test sets %s", name)
		}
	}
}

// note remembers the fields that are set.
func note(seen map[string]bool, v reflect.Value, name string) {
	for name, field := range fieldsOf(v, name) {
		seen[name] = seen[name] || !field.IsZero()
	}
}

// fieldsOf are the settings of a specification by their path.
func fieldsOf(v reflect.Value, name string) map[string]reflect.Value {
	out := map[string]reflect.Value{}
	if v.Kind() == reflect.Pointer && !v.IsNil() && v.Type() != reflect.TypeFor[*ReplyPath]() && v.Type().Elem().Kind() == reflect.Struct {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		out[name] = v
		return out
	}
	for i := range v.NumField() {
		for path, field := range fieldsOf(v.Field(i), name+"."+v.Type().Field(i).Name) {
			out[path] = field
		}
	}
	return out
}

// TestWhatNoSuiteCanHoldIsNotReread, whoever has put it together.
func TestWhatNoSuiteCanHoldIsNotReread(t *testing.T) {
	command := &CommandSpec{Args: []string{"sh", "-c", "id"}}
	http := func(change func(*HTTPSpec)) TargetSpec {
		h := HTTPSpec{Method: "POST", URL: "http://a.example/ask", Body: []byte(`"{{query}}"`), Response: "json"}
		change(&h)
		return TargetSpec{Type: TargetHTTP, HTTP: &h}
	}
	openAI := func(change func(*OpenAISpec)) TargetSpec {
		m := OpenAISpec{Model: "m"}
		change(&m)
		return TargetSpec{Type: TargetOpenAI, OpenAI: &m}
	}
	path := func(text string) *ReplyPath { return &ReplyPath{Text: text} }
	for name, c := range map[string]struct {
		spec TargetSpec
		want string
	}{
		"a type in other letters":    {TargetSpec{Type: "Command", Command: command}, `target.type is "Command"`},
		"no type":                    {TargetSpec{Command: command}, "does not fit"},
		"an unknown type":            {TargetSpec{Type: "exec"}, `target.type is "exec", want recorded or http`},
		"another part":               {TargetSpec{Type: TargetHTTP, Command: command}, "does not fit"},
		"two parts":                  {TargetSpec{Type: TargetCommand, Command: command, HTTP: http(func(*HTTPSpec) {}).HTTP}, "does not fit"},
		"recorded answers, and more": {TargetSpec{Type: TargetRecorded, File: "a", Command: command}, "does not fit"},
		"no http part":               {TargetSpec{Type: TargetHTTP}, "does not fit"},
		"no openai part":             {TargetSpec{Type: TargetOpenAI}, "does not fit"},
		"no command part":            {TargetSpec{Type: TargetCommand}, "does not fit"},
		"a file as address":          {http(func(h *HTTPSpec) { h.URL = "file:///etc/passwd" }), "target.url is not an http or https address"},
		"another method":             {http(func(h *HTTPSpec) { h.Method = "PO ST" }), "target.method"},
		"a header of two lines":      {http(func(h *HTTPSpec) { h.Headers = map[string]string{"X": "a\r\nb"} }), "control character"},
		"a body that asks nothing":   {http(func(h *HTTPSpec) { h.Body = []byte(`{}`) }), "asked alike"},
		"a body that is no JSON":     {http(func(h *HTTPSpec) { h.Body = []byte(`{`) }), "JSON"},
		"no body":                    {http(func(h *HTTPSpec) { h.Body = nil }), "target.body is missing"},
		"a reply of no kind":         {http(func(h *HTTPSpec) { h.Response = "zzz" }), "target.response"},
		"a negative timeout":         {http(func(h *HTTPSpec) { h.Timeout = -5 }), "target.timeout"},
		"negative attempts":          {http(func(h *HTTPSpec) { h.Attempts = -3 }), "target.attempts"},
		"a negative size":            {http(func(h *HTTPSpec) { h.MaxBytes = -1 }), "target.maxBytes"},
		"a path that is none":        {http(func(h *HTTPSpec) { h.Mapping.Answer = path("a") }), "target.mapping.answer"},
		"a list from nowhere": {http(func(h *HTTPSpec) {
			h.Mapping = Mapping{Answer: path("$.a"), Retrieved: &ListMapping{}}
		}), "target.mapping.retrieved.from is missing"},
		"a temperature out of range": {openAI(func(m *OpenAISpec) { m.Temperature = new(3.0) }), "target.temperature"},
		"a variable that is none":    {openAI(func(m *OpenAISpec) { m.KeyEnv = "A=B\x00" }), "target.keyEnv"},
		"an address with a user":     {openAI(func(m *OpenAISpec) { m.BaseURL = "http://u:p@a.example" }), "target.baseUrl"},
		"no program":                 {TargetSpec{Type: TargetCommand, Command: &CommandSpec{}}, "target.command"},
		"a blank program":            {TargetSpec{Type: TargetCommand, Command: &CommandSpec{Args: []string{" "}}}, "target.command"},
		"a mode of no program":       {TargetSpec{Type: TargetCommand, Command: &CommandSpec{Args: command.Args, Mode: "zzz"}}, "target.mode"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := c.spec.Reread(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %+v, %v, want %q", got, err, c.want)
			}
		})
	}
}

// TestAJudgeIsRereadLikeASuites.
func TestAJudgeIsRereadLikeASuites(t *testing.T) {
	for _, want := range []JudgeSpec{
		{Model: "m", BaseURL: "http://a.example/v1", KeyEnv: "KEY", Headers: map[string]string{"X-A": "b"}, Timeout: time.Second},
		{Timeout: time.Minute},
	} {
		if got, err := want.Reread(); err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%v %s", err, cmp.Diff(want, got))
		}
	}
	for _, bad := range []JudgeSpec{
		{Model: "m\n"}, {Model: "Offline"}, {Model: "m", BaseURL: "file:///etc/passwd"}, {Model: "m", KeyEnv: "A=B\x00"},
		{Model: "m", Timeout: -1}, {Model: "m", Headers: map[string]string{"Y Z": "a"}}, {Model: "m", Headers: map[string]string{"X": "a\nb"}},
		{Model: "m", Headers: map[string]string{"X-Key": "a"}},
	} {
		if got, err := bad.Reread(); err == nil {
			t.Errorf("%+v is read as %+v", bad, got)
		}
	}
}
