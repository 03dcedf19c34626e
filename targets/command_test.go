package targets

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// secret is long enough to be one and is looked for in pieces of eight bytes.
const secret = "sk-live-CANARY1234567890"

func testEnv(name string) string {
	return map[string]string{"PATH": "/usr/local/bin:/usr/bin", "APP_KEY": secret, "LC_ALL": "en_US.UTF-8",
		"GORACE": "atexit_sleep_ms=0"}[name]
}

func newCommand(t testing.TB, spec suites.CommandSpec) *Command {
	t.Helper()
	c, err := NewCommand(spec, Options{Getenv: testEnv, Params: map[string]string{"corpus": "2026"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// wantError checks the code and that every text is in the message.
func wantError(t testing.TB, err error, code string, texts ...string) *Error {
	t.Helper()
	var failed *Error
	if !errors.As(err, &failed) || failed.Code != code {
		t.Fatalf("got %v, want code %s", err, code)
	}
	for _, text := range texts {
		if !strings.Contains(failed.Message, text) {
			t.Errorf("message %s, want %q in it", failed.Message, text)
		}
	}
	return failed
}

func TestProgramGetsTheWholeQuestionAsOneLine(t *testing.T) {
	c := newCommand(t, program(t, "repeat"))
	got, err := c.once(context.Background(), mustRequest(t, c, suites.Question{ID: "q1", Query: "<b> & \"'\n?",
		Context:  []answers.Passage{{ID: "P1", Title: "T", Text: "30 days"}},
		Messages: []results.Turn{{Role: "user", Content: "Hello"}}}))
	want := `{"id":"q1","query":"<b> & \"'\n?","context":[{"id":"P1","title":"T","text":"30 days"}],` +
		`"messages":[{"role":"user","content":"Hello"}],"params":{"corpus":"2026"}}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
	bare, err := NewCommand(program(t, "repeat"), Options{Getenv: testEnv})
	if err != nil {
		t.Fatal(err)
	}
	want = `{"id":"q2","query":"Q?","context":[],"messages":[],"params":{}}` + "\n"
	if got := mustRequest(t, bare, suites.Question{ID: "q2", Query: "Q?"}); string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func mustRequest(t testing.TB, c *Command, q suites.Question) []byte {
	t.Helper()
	request, err := c.request(q)
	if err != nil {
		t.Fatal(err)
	}
	return request
}

func TestOutputIsAnEnvelopeOrText(t *testing.T) {
	for name, c := range map[string]struct {
		output string
		want   answers.Answer
		code   string
		says   string
	}{
		"text":                        {output: "\n Within 30 days.\r\n", want: answers.Answer{Text: "Within 30 days."}},
		"text with a brace inside":    {output: "use {x}", want: answers.Answer{Text: "use {x}"}},
		"text that is JSON":           {output: `["a"]`, want: answers.Answer{Text: `["a"]`}},
		"envelope":                    {output: ` {"id":"q1","answer":"a","confidence":"HIGH"}`, want: answers.Answer{ID: "q1", Text: "a", Confidence: "high"}},
		"envelope after a mark":       {output: "\ufeff" + `{"answer":"a"}`, want: answers.Answer{Text: "a"}},
		"envelope that declines":      {output: `{"declined":true}`, want: answers.Answer{Declined: true}},
		"half an envelope":            {output: `{"answer":"Within 30`, code: CodeMapping, says: "is no answer"},
		"envelope of another shape":   {output: `{"answer":5}`, code: CodeMapping, says: "answer is a number"},
		"envelope with a key twice":   {output: `{"answer":"a","answer":"b"}`, code: CodeMapping, says: `duplicate key "answer"`},
		"envelope for another":        {output: `{"id":"q2","answer":"a"}`, code: CodeMapping, says: `for question "q2"`},
		"two envelopes":               {output: `{"answer":"a"}{"answer":"b"}`, code: CodeMapping},
		"not UTF-8":                   {output: "caf\xe9", code: CodeMapping, says: "not valid UTF-8"},
		"nothing":                     {output: "", code: CodeEmpty},
		"blank text is no decline":    {output: " \u200b\n", code: CodeEmpty},
		"blank answer is no decline":  {output: `{"answer":" "}`, code: CodeEmpty},
		"envelope without an answer":  {output: `{"id":"q1","model":"m"}`, code: CodeEmpty},
		"declined: false says nought": {output: `{"declined":false}`, code: CodeEmpty},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := newCommand(t, program(t, "say", c.output)).Answer(context.Background(), question("q1", "Q?"))
			if c.code != "" {
				wantError(t, err, c.code, c.says)
				return
			}
			c.want.LatencyMs = a.LatencyMs // see the test of it
			if diff := cmp.Diff(c.want, a); diff != "" || err != nil {
				t.Errorf("%v %s", err, diff)
			}
		})
	}
}

func TestArgumentsReachTheProgramAsTheyAre(t *testing.T) {
	a, err := newCommand(t, program(t, "arguments", "$HOME", "a b; exit 9", "*", "`x`", "")).Answer(context.Background(), question("q", "Q?"))
	if want := `["$HOME" "a b; exit 9" "*" "` + "`x`" + `" ""]`; err != nil || a.Text != want {
		t.Errorf("got %s, %v; want %s", a.Text, err, want)
	}
}

func TestProgramGetsTheNamedVariablesOnly(t *testing.T) {
	t.Setenv("APP_KEY", "not this one: the environment is the caller's to give")
	for name, c := range map[string]struct {
		names []string
		want  string
	}{
		"none": {nil, ""},
		"PATH": {[]string{"PATH"}, "PATH=/usr/local/bin:/usr/bin"},
		"two":  {[]string{"LC_ALL", "APP_KEY"}, "APP_KEY=" + secret + "\nLC_ALL=en_US.UTF-8"},
	} {
		spec := program(t, "environment")
		spec.Env = c.names
		command := newCommand(t, spec)
		output, err := command.once(context.Background(), nil)
		if err != nil || string(output) != c.want {
			t.Errorf("%s: got %q, %v; want %q", name, output, err, c.want)
		}
	}
	spec := program(t, "environment")
	spec.Env = []string{"APP_KEY", "NOT_SET"}
	if _, err := NewCommand(spec, Options{Getenv: testEnv}); err == nil || !strings.Contains(err.Error(), "NOT_SET is not set") {
		t.Errorf("got %v, want the variable that is not set", err)
	}
}

func TestProgramNeedNotReadItsInput(t *testing.T) {
	q := question("q", strings.Repeat("long ", 1<<20))
	if a, err := newCommand(t, program(t, "say", "short")).Answer(context.Background(), q); err != nil || a.Text != "short" {
		t.Errorf("got %+v, %v", a, err)
	}
}

func TestProgramThatIsNotThere(t *testing.T) {
	for name, spec := range map[string]suites.CommandSpec{
		"not found": {Args: []string{"no-such-program-anywhere"}},
		"none":      {},
	} {
		if _, err := NewCommand(spec, Options{Getenv: testEnv}); err == nil || !strings.Contains(err.Error(), "target.command") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	c := newCommand(t, program(t, "say", "x"))
	c.program += ".gone"
	_, err := c.Answer(context.Background(), question("q", "Q?"))
	if failed := wantError(t, err, CodeCommand, "start program"); !failed.Fatal() {
		t.Error("a program that is gone must stop the run")
	}
}

func TestVersionAndUsageComeFromTheEnvelope(t *testing.T) {
	spec := program(t, "say", `{"answer":"a","app":{"version":"v7"},"usage":{"promptTokens":3,"completionTokens":4}}`)
	path, err := suites.ParsePath("$.app.version")
	if err != nil {
		t.Fatal(err)
	}
	spec.Version = path
	c := newCommand(t, spec)
	if err := c.Probe(context.Background()); err != nil {
		t.Fatal(err)
	}
	want := Ref{Type: "command", File: os.Args[0], Settings: commandSettings(spec), Version: "v7"}
	if self, err := os.Executable(); err == nil {
		want.File = self
	}
	if diff := cmp.Diff(want, c.Ref()); diff != "" || c.Version() != "v7" {
		t.Errorf("version %q %s", c.Version(), diff)
	}
}

func TestLatencyIsTheProgramsUnlessItStatesOne(t *testing.T) {
	now := time.Unix(0, 0)
	clock := func() time.Time {
		now = now.Add(1500 * time.Microsecond)
		return now
	}
	for output, want := range map[string]float64{"text": 1.5, `{"answer":"a"}`: 1.5, `{"answer":"a","latencyMs":0}`: 0} {
		c, err := NewCommand(program(t, "say", output), Options{Getenv: testEnv, Now: clock})
		if err != nil {
			t.Fatal(err)
		}
		a, err := c.Answer(context.Background(), question("q", "Q?"))
		if err != nil || a.LatencyMs == nil || *a.LatencyMs != want {
			t.Errorf("%s: got %+v, %v; want %v ms", output, a, err, want)
		}
	}
}

func TestProbeNeedsAProgramThatWorks(t *testing.T) {
	for name, c := range map[string]struct {
		spec suites.CommandSpec
		code string
	}{
		"answers":         {program(t, "say", "hello"), ""},
		"answers nothing": {program(t, "say", ""), ""},
		"fails":           {program(t, "leak", ""), CodeCommand},
		"says no answer":  {program(t, "say", "{"), CodeMapping},
	} {
		err := newCommand(t, c.spec).Probe(context.Background())
		var failed *Error
		if errors.As(err, &failed); c.code == "" && err != nil || c.code != "" && (failed == nil || failed.Code != c.code) {
			t.Errorf("%s: got %v, want code %q", name, err, c.code)
		}
	}
}
