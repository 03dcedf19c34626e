package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// opening is a run as somebody puts it before a worker who may write to its
// fleet and holds to nothing.
func opening(change func(*fleet.Opening)) fleet.Opening {
	o := fleet.Opening{Governors: noLimits{}, Info: results.RunInfo{Tool: toolVersion(), Judge: results.JudgeRef{Kind: results.JudgeNone}}}
	change(&o)
	o.Setup.JudgeKey, o.Setup.ScoringKey = judge.Key(o.Info.Judge), verdict.ScoringKey(o.Info)
	return o
}

// TestAWorkerOpensNothingThatNoSuiteCanHold: it neither breaks nor starts a
// program, which its owner has not permitted, whatever name the target goes by.
func TestAWorkerOpensNothingThatNoSuiteCanHold(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	command := &suites.CommandSpec{Args: []string{"sh", "-c", "touch " + mark + "; echo '{\"answer\":\"x\"}'"}, Mode: suites.ModeOnce}
	target := func(spec suites.TargetSpec) func(*fleet.Opening) {
		return func(o *fleet.Opening) { o.Setup.Target = &spec }
	}
	judged := func(ref results.JudgeRef, judges ...fleet.JudgeSetup) func(*fleet.Opening) {
		return func(o *fleet.Opening) { o.Info.Judge, o.Setup.Judges = ref, judges }
	}
	model := results.JudgeRef{Kind: results.JudgeModel, Model: "m"}
	at := func(change func(*fleet.JudgeSetup)) fleet.JudgeSetup {
		j := fleet.JudgeSetup{Model: "m", BaseURL: "http://127.0.0.1:1/v1"}
		change(&j)
		return j
	}
	plain := at(func(*fleet.JudgeSetup) {})
	panel := func(quorum int, models ...string) results.JudgeRef {
		ref := model
		ref.Panel = &results.Panel{Quorum: quorum, Aggregate: suites.AggregateMean}
		for _, m := range models {
			ref.Panel.Members = append(ref.Panel.Members, results.PanelMember{Model: m})
		}
		return ref
	}
	for name, c := range map[string]struct {
		change  func(*fleet.Opening)
		allowed bool // programs
		says    string
	}{
		"a program":                         {target(suites.TargetSpec{Type: suites.TargetCommand, Command: command}), false, "--allow-commands"},
		"a program by another name":         {target(suites.TargetSpec{Type: "Command", Command: command}), false, `target.type is "Command"`},
		"that where programs are permitted": {target(suites.TargetSpec{Type: "Command", Command: command}), true, `target.type is "Command"`},
		"a program without a type":          {target(suites.TargetSpec{Command: command}), false, "does not fit"},
		"a program beside an application":   {target(suites.TargetSpec{Type: suites.TargetHTTP, HTTP: &suites.HTTPSpec{}, Command: command}), true, "does not fit"},
		"an application without its part":   {target(suites.TargetSpec{Type: suites.TargetHTTP}), false, "does not fit"},
		"a model without its part":          {target(suites.TargetSpec{Type: suites.TargetOpenAI}), false, "does not fit"},
		"a program without its part":        {target(suites.TargetSpec{Type: suites.TargetCommand}), true, "does not fit"},
		"recorded answers":                  {target(suites.TargetSpec{Type: suites.TargetRecorded, File: "/etc/passwd"}), true, `type "recorded" is not asked`},
		"no target that is one":             {target(suites.TargetSpec{}), true, `target.type is ""`},
		"a file of this machine":            {target(suites.TargetSpec{Type: suites.TargetOpenAI, OpenAI: &suites.OpenAISpec{Model: "m", BaseURL: "http://127.0.0.1:1/v1", SystemFile: "/etc/passwd"}}), false, "is not sent to workers"},
		"the fleet's own password": {target(suites.TargetSpec{Type: suites.TargetHTTP, HTTP: &suites.HTTPSpec{
			Method: "POST", URL: "http://127.0.0.1:1/${EVALRUN_FLEET}", Body: []byte(`"{{query}}"`), Response: suites.ResponseJSON,
		}}), false, "EVALRUN_FLEET"},
		"a judge of no kind":          {judged(results.JudgeRef{Kind: "zzz", Model: "m"}, plain), false, `no judge is of kind "zzz"`},
		"another model":               {judged(model, at(func(j *fleet.JudgeSetup) { j.Model = "n" })), false, "not those that its run names"},
		"no address":                  {judged(model, at(func(j *fleet.JudgeSetup) { j.BaseURL = "file:///etc/passwd" })), false, "judge.baseUrl"},
		"a variable that is none":     {judged(model, at(func(j *fleet.JudgeSetup) { j.KeyEnv = "A=B\x00" })), false, "judge.keyEnv"},
		"a header of two lines":       {judged(model, at(func(j *fleet.JudgeSetup) { j.Headers = map[string]string{"X": "a\nb"} })), false, "judge.headers"},
		"a time that has passed":      {judged(model, at(func(j *fleet.JudgeSetup) { j.Timeout = -1 })), false, "judge.timeout"},
		"a resource without version":  {judged(model, at(func(j *fleet.JudgeSetup) { j.Azure = &llm.Azure{} })), false, "azure"},
		"a panel of nobody":           {judged(panel(0)), false, "no such panel"},
		"a panel without a quorum":    {judged(panel(0, "m", "m"), plain, plain), false, "no such panel"},
		"a panel larger than its own": {judged(panel(3, "m", "m"), plain, plain), false, "no such panel"},
		"a panel of rules":            {judged(results.JudgeRef{Kind: results.JudgeOffline, Panel: &results.Panel{}}), false, "no such panel"},
		"rules with two judges":       {judged(results.JudgeRef{Kind: results.JudgeOffline}, plain, plain), false, "not those"},
		"rules at an address":         {judged(results.JudgeRef{Kind: results.JudgeOffline}, plain), false, "not those"},
		"a panel as it should be":     {judged(panel(2, "m", "m"), plain, plain), false, ""},
		"rules as they should be":     {judged(results.JudgeRef{Kind: results.JudgeOffline}, fleet.JudgeSetup{}), false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := host{stderr: new(strings.Builder), now: time.Now, getenv: func(string) string { return "nats://u:pw@h" }}
			place, err := workerOptions{concurrency: 1, allowCommands: c.allowed, cache: cacheOptions{off: true}}.workplace(h)
			if err != nil {
				t.Fatal(err)
			}
			opened, err := place.open(t.Context(), opening(c.change))
			if err == nil {
				_ = opened.Close()
			}
			if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program was started")
	}
}
