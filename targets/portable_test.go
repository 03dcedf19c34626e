package targets

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/suites"
)

const portableBody = `{"q":"{{query}}","v":"{{param.v}}"}`

// TestADescribedTargetNeedsNoKey and is for run.json the target that is opened
// with one. The values that are known here are secrets all the same.
func TestADescribedTargetNeedsNoKey(t *testing.T) {
	all := map[string]string{"HOST": "http://app.example", "KEY": "k-0123456789", "OPENAI_API_KEY": "sk-0123456789", "TENANT": "tenant-0123456789"}
	address := map[string]string{"HOST": all["HOST"], "TENANT": all["TENANT"]}
	for name, spec := range map[string]suites.TargetSpec{
		"http": {Type: suites.TargetHTTP, HTTP: &suites.HTTPSpec{
			URL: "${HOST}/ask/${TENANT}", Headers: map[string]string{"Authorization": "Bearer ${KEY}"}, Body: []byte(portableBody),
		}},
		"openai": {Type: suites.TargetOpenAI, OpenAI: &suites.OpenAISpec{Model: "m", Headers: map[string]string{"X-Key": "${KEY}"}, SystemFile: "prompt.txt"}},
	} {
		opt := Options{Getenv: func(name string) string { return all[name] }, Params: map[string]string{"v": "1"}, File: promptFile}
		portable, err := Portable(spec, opt)
		if err != nil {
			t.Fatal(err)
		}
		opened := openLearner(t, portable, Options{Getenv: opt.Getenv, Params: opt.Params, File: noPromptFile})
		known := describe(t, portable, opt)
		opt.Getenv = func(name string) string { return address[name] }
		keyless := describe(t, portable, opt)
		for what, d := range map[string]*Described{"with the keys": known, "without": keyless} {
			if diff := cmp.Diff(opened.Ref(), d.Ref()); diff != "" {
				t.Errorf("%s %s: %s", name, what, diff)
			}
		}
		if secrets := valuesOf(known); !strings.Contains(secrets, all["KEY"]) || strings.Contains(secrets, all["HOST"]) {
			t.Errorf("%s: secrets %q", name, secrets)
		}
		if strings.Contains(valuesOf(keyless), all["KEY"]) {
			t.Errorf("%s: a key out of nowhere", name)
		}
	}
}

func promptFile(string) ([]byte, error) { return []byte("Answer from the sources.\n"), nil }

func noPromptFile(string) ([]byte, error) { return nil, errors.New("no file is here") }

func valuesOf(d *Described) string {
	var out []string
	for _, s := range d.Secrets() {
		out = append(out, s.Reveal())
	}
	return strings.Join(out, " ")
}

// TestWhatCannotBeDescribedIsRefusedBeforeTheRun as it is where it is opened.
func TestWhatCannotBeDescribedIsRefusedBeforeTheRun(t *testing.T) {
	opt := Options{Getenv: func(string) string { return "" }, File: noPromptFile}
	for says, spec := range map[string]suites.TargetSpec{
		"environment variable HOST is unset or empty": {HTTP: &suites.HTTPSpec{URL: "${HOST}/ask", Body: []byte(`{"q":"{{query}}"}`)}},
		"the body needs v":                            {HTTP: &suites.HTTPSpec{URL: "http://app.example", Body: []byte(portableBody)}},
		"must begin with http":                        {OpenAI: &suites.OpenAISpec{Model: "m", BaseURL: "ftp://app.example"}},
		"no file is here":                             {OpenAI: &suites.OpenAISpec{Model: "m", SystemFile: "prompt.txt"}},
		"recorded answers":                            {Type: suites.TargetRecorded},
	} {
		if _, err := Describe(spec, opt); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
	if _, err := Portable(suites.TargetSpec{OpenAI: &suites.OpenAISpec{SystemFile: "prompt.txt"}}, opt); err == nil {
		t.Error("a prompt that cannot be read travels")
	}
}

func TestVariablesAreThoseThatAskingNeeds(t *testing.T) {
	set := func(names ...string) func(string) string {
		return func(name string) string {
			if strings.Contains(strings.Join(names, " "), name) {
				return "set"
			}
			return ""
		}
	}
	own := "http://own.example"
	for name, c := range map[string]struct {
		spec   suites.TargetSpec
		getenv func(string) string
		want   []string
	}{
		"address and headers, each once": {suites.TargetSpec{HTTP: &suites.HTTPSpec{
			URL: "${HOST}/${KEY}", Headers: map[string]string{"A": "${KEY} ${B}", "C": "plain"}}}, set(), []string{"B", "HOST", "KEY"}},
		"a key of a name":            {suites.TargetSpec{OpenAI: &suites.OpenAISpec{KeyEnv: "OWN", BaseURL: own}}, set("OPENAI_API_KEY"), []string{"OWN"}},
		"the usual one of OpenAI":    {suites.TargetSpec{OpenAI: &suites.OpenAISpec{}}, set(), []string{"OPENAI_API_KEY"}},
		"a server that may need one": {suites.TargetSpec{OpenAI: &suites.OpenAISpec{BaseURL: own}}, set("OPENAI_API_KEY"), []string{"OPENAI_API_KEY"}},
		"a server without":           {suites.TargetSpec{OpenAI: &suites.OpenAISpec{BaseURL: own}}, set(), nil},
		"those of a program":         {suites.TargetSpec{Command: &suites.CommandSpec{Env: []string{"PATH", "LANG"}}}, set(), []string{"LANG", "PATH"}},
		"recorded answers":           {suites.TargetSpec{Type: suites.TargetRecorded}, set(), nil},
	} {
		if diff := cmp.Diff(c.want, Variables(c.spec, c.getenv)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
