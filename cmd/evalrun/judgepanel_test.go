package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

func panelSuite() *suites.Suite {
	return &suites.Suite{Judge: suites.JudgeSpec{
		BaseURL: "http://shared/v1", KeyEnv: "SHARED_KEY", When: suites.WhenAlways, Quorum: 3, Aggregate: suites.AggregateMedian,
		Panel: []suites.PanelMember{
			{Model: "plain"}, {Model: "elsewhere", BaseURL: "http://other/v1"},
			{Model: "keyed", BaseURL: "http://other/v1", KeyEnv: "OTHER_KEY"}, {Model: "own-key", KeyEnv: "OTHER_KEY"},
		},
	}}
}

func hostWith(env map[string]string) host {
	return host{getenv: func(name string) string { return env[name] }}
}

var bothKeys = map[string]string{"SHARED_KEY": "sk-shared", "OTHER_KEY": "sk-other", "OPENAI_API_KEY": "sk-openai"}

// TestNoMemberGetsAKeyOfAnotherEndpoint: a key that was not named for an
// endpoint would be given away.
func TestNoMemberGetsAKeyOfAnotherEndpoint(t *testing.T) {
	type asked struct{ Model, URL, Key string }
	for name, c := range map[string]struct {
		flags judgeFlags
		want  []asked
	}{
		"as in the suite": {judgeFlags{}, []asked{
			{"plain", "http://shared/v1", "sk-shared"}, {"elsewhere", "http://other/v1", ""},
			{"keyed", "http://other/v1", "sk-other"}, {"own-key", "http://shared/v1", "sk-other"}}},
		"flags speak of those without their own": {judgeFlags{baseURL: "http://flag/v1", keyEnv: "OPENAI_API_KEY"}, []asked{
			{"plain", "http://flag/v1", "sk-openai"}, {"elsewhere", "http://other/v1", ""},
			{"keyed", "http://other/v1", "sk-other"}, {"own-key", "http://flag/v1", "sk-other"}}},
	} {
		setup, err := c.flags.resolve(hostWith(bothKeys), panelSuite())
		if err != nil {
			t.Fatal(err)
		}
		var got []asked
		for _, m := range setup.members {
			got = append(got, asked{m.Model, m.BaseURL, m.Key.Reveal()})
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestAPanelIsResolved(t *testing.T) {
	for name, c := range map[string]struct {
		flags judgeFlags
		env   map[string]string
		model string // of the reference; "" is an error
		fails string
	}{
		"the panel":          {judgeFlags{}, bothKeys, "panel of plain, elsewhere, keyed, own-key", ""},
		"a flag names one":   {judgeFlags{model: "single"}, bothKeys, "single", ""},
		"offline":            {judgeFlags{model: "offline"}, bothKeys, "offline", ""},
		"the panel of a run": {judgeFlags{panel: &results.Panel{Quorum: 2, Aggregate: "mean", Members: []results.PanelMember{{Model: "x", Endpoint: "http://x"}, {Model: "y", Endpoint: "http://y"}}}}, nil, "panel of x, y", ""},
		"a key is not set":   {judgeFlags{}, map[string]string{"SHARED_KEY": "sk-shared"}, "", "judge.panel member keyed: environment variable OTHER_KEY is unset or empty"},
		"Azure":              {judgeFlags{azureDeployment: "d"}, bothKeys, "", "are of one model, and the judge is a panel"},
	} {
		setup, err := c.flags.resolve(hostWith(c.env), panelSuite())
		switch {
		case c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)):
			t.Errorf("%s: got %v, want %q", name, err, c.fails)
		case c.fails == "" && (err != nil || setup.ref.Model != c.model && string(setup.ref.Kind) != c.model):
			t.Errorf("%s: %q, %v", name, setup.ref.Model, err)
		case strings.HasPrefix(c.model, "panel") != (setup.ref.Panel != nil):
			t.Errorf("%s: panel %+v", name, setup.ref.Panel)
		}
	}
}

func TestARunsPanelIsTakenUnlessAModelIsNamed(t *testing.T) {
	ref := results.JudgeRef{Kind: results.JudgeModel, Model: "panel of x, y", Excerpt: 600, Panel: &results.Panel{Quorum: 2}}
	var taken judgeFlags
	taken.takeFrom(ref)
	if taken.panel != ref.Panel || taken.model != "" || taken.excerpt != 600 {
		t.Errorf("taken: %+v", taken)
	}
	named := judgeFlags{model: "z"}
	named.takeFrom(ref)
	if named.panel != nil || named.model != "z" {
		t.Errorf("named: %+v", named)
	}
}
