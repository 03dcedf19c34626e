package main

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// noLimits is a coordinator that lets every call go.
type noLimits struct{}

func (noLimits) Governor(string, string, string) (llm.Governor, error) {
	return llm.NewLimiter(llm.LimiterOptions{}), nil
}

// TestAWorkerRefusesWhatItWouldMeasureOtherwise and what its job does not say.
func TestAWorkerRefusesWhatItWouldMeasureOtherwise(t *testing.T) {
	spec, err := suites.ParseTarget("test", []byte(
		`{type: http, url: "http://app.example/ask", headers: {Authorization: "Bearer ${KEY}"}, body: {q: "{{query}}", v: "{{param.v}}"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*fleet.Opening)
		env    string
		says   string
	}{
		"a job as it should be":      {func(*fleet.Opening) {}, "k-0123456789", ""},
		"other prompts":              {func(o *fleet.Opening) { o.Setup.JudgeKey = "other" }, "k-0123456789", "a version of evalrun with the prompts of the run, which is of evalrun 9.9; this is evalrun "},
		"other checks":               {func(o *fleet.Opening) { o.Setup.ScoringKey = "other" }, "k-0123456789", "a version of evalrun with the checks of the run"},
		"another target":             {func(o *fleet.Opening) { o.Setup.Target.HTTP.Method = "PUT" }, "k-0123456789", "a version of evalrun that takes the target as the run does"},
		"a key that is not here":     {func(*fleet.Opening) {}, "", "environment variable KEY"},
		"a parameter that is amiss":  {func(o *fleet.Opening) { o.Setup.Params = nil }, "k-0123456789", "no --param sets"},
		"no judge":                   {func(o *fleet.Opening) { o.Setup.Judges = nil }, "k-0123456789", "its judges are not those that its run names"},
		"a judge too many":           {func(o *fleet.Opening) { o.Setup.Judges = append(o.Setup.Judges, fleet.JudgeSetup{Model: "n"}) }, "k-0123456789", "its judges are not those"},
		"a repository that is amiss": {func(o *fleet.Opening) { o.Setup.Checkouts = []fleet.Checkout{{Name: "code"}} }, "k-0123456789", "rubric.grounding.root code"},
	} {
		t.Run(name, func(t *testing.T) {
			h := host{stderr: new(strings.Builder), now: time.Now, getenv: func(name string) string { return map[string]string{"KEY": c.env}[name] }}
			own := *spec.HTTP
			described, err := targets.Describe(*spec, targets.Options{Getenv: h.getenv, Params: map[string]string{"v": "1"}})
			if err != nil {
				t.Fatal(err)
			}
			o := fleet.Opening{Governors: noLimits{}, Info: results.RunInfo{
				Tool: "evalrun 9.9", Judge: results.JudgeRef{Kind: results.JudgeModel, Model: "m"},
				Target: results.TargetRef{Settings: described.Ref().Settings},
			}}
			o.Setup = fleet.Setup{
				Target: &suites.TargetSpec{Type: spec.Type, HTTP: &own}, Params: map[string]string{"v": "1"},
				Judges:   []fleet.JudgeSetup{{Model: "m", BaseURL: "http://judge.example/v1", KeyEnv: "KEY"}},
				JudgeKey: judge.Key(o.Info.Judge), ScoringKey: verdict.ScoringKey(o.Info), NoCache: true,
			}
			c.change(&o)
			place, err := workerOptions{concurrency: 1}.workplace(h)
			if err != nil {
				t.Fatal(err)
			}
			opened, err := place.open(t.Context(), o)
			if c.says == "" {
				if err != nil {
					t.Fatal(err)
				}
				if got := string(opened.Scrub([]byte(`{"answer":"k-0123456789","type":"k-0123456789"}`))); strings.Count(got, "k-0123456789") != 1 {
					t.Errorf("published as %s", got)
				}
				if err := opened.Close(); err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.says) || c.env != "" && strings.Contains(err.Error(), c.env) {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
}

// TestAllWhoAskAnEndpointShareItsLimits, whoever they are, and a role that
// nobody has gets none.
func TestAllWhoAskAnEndpointShareItsLimits(t *testing.T) {
	g := &ownGovernors{flags: limitFlags{concurrency: 1}, budget: llm.NewBudget(llm.BudgetOptions{}), now: time.Now}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, role := range []string{targetRole, judgeRole} {
				if _, err := g.Governor(role, "http://a.example", "m"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if len(g.limiters) != 2 {
		t.Errorf("%d limiters, want one for each role", len(g.limiters))
	}
	if _, err := g.Governor("miner", "http://a.example", "m"); err == nil || len(g.limiters) != 2 {
		t.Errorf("a role that nobody has: %v", err)
	}
}
