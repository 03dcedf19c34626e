package reports

import (
	"bytes"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

func terminalText(t *testing.T, v View, opt Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Terminal(&b, v, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTerminalHonoursTheWidth(t *testing.T) {
	for name, v := range views(t) {
		for _, width := range []int{40, 60, 80, 140} {
			for line := range strings.Lines(terminalText(t, v, Options{Width: width})) {
				if columns(strings.TrimSuffix(line, "\n")) > width {
					t.Errorf("%s at %d columns: %q", name, width, line)
				}
			}
		}
	}
}

func TestWideTerminalsShowTheDistribution(t *testing.T) {
	text := terminalText(t, views(t)["nightly"], Options{Width: 140})
	if !strings.Contains(text, "scores 1 2 3 4 5") || !strings.Contains(text, "0 1 0 1 1") {
		t.Errorf("no distribution of the scores:\n%s", text)
	}
}

func TestColoursAreOnlyAddedAndOnlyWhenAsked(t *testing.T) {
	for name, v := range views(t) {
		bare, colored := terminalText(t, v, Options{}), terminalText(t, v, Options{Color: true})
		if strings.Contains(bare, "\x1b") {
			t.Errorf("%s: escape codes without being asked", name)
		}
		if !strings.Contains(colored, "\x1b[") {
			t.Errorf("%s: no colour although asked", name)
		}
		if got := strings.NewReplacer(red, "", green, "", yellow, "", reset, "").Replace(colored); got != bare {
			t.Errorf("%s: colours change the text:\n%s", name, got)
		}
	}
}

// TestFiguresAgreeWithTheGate holds printed figures to the side of the floor
// that decided.
func TestFiguresAgreeWithTheGate(t *testing.T) {
	v := views(t)["nightly"]
	v.Doc.Run.Gate = results.GateSpec{PassRate: 1, MinScored: 0.95, Dimensions: map[results.Series]float64{"positive/grounding": 3.5}}
	v.Doc.PassRate = results.Rate{K: 1999, N: 2000, Rate: new(1999.0 / 2000), Lo: new(0.99717), Hi: new(0.99999), Worst: new(0.999995), Best: new(1.0)}
	v.Doc.Dimensions[0].Mean = new(3.4976)
	v.Doc.Gate.Rules = []results.RuleResult{
		{Name: "positive/grounding", Verdict: results.Fail, Floor: new(3.5), Lower: new(3.4999), Upper: new(3.4976)},
		{Name: "passRate", Verdict: results.Fail, Floor: new(0.67), Lower: new(0.5), Upper: new(2.0 / 3)},
		{Name: "coverage", Verdict: results.Inconclusive, Message: "never scored"},
	}
	for ending, want := range map[string][]string{
		".md": {"1999 of 2000, 99.95 %", "would be 99.999 %", "| 3.498 |", "| 3.4999   | 3.498   |", "66.67 %",
			"`coverage`           | inconclusive | —     | —        | —       | never scored"},
		".txt": {"1999 of 2000, 99.95 %", " 3.498 "},
	} {
		text := string(render(t, writers[ending], v))
		for _, figure := range want {
			if !strings.Contains(text, figure) {
				t.Errorf("%s does not hold %q:\n%s", ending, figure, text)
			}
		}
	}
}

func TestNextStepFitsTheOutcome(t *testing.T) {
	stop := &results.Stop{Kind: results.StopInterrupt, Message: "interrupted"}
	spent := &results.Stop{Kind: results.StopBudget, Message: "100 calls are made"}
	down := &results.Stop{Kind: results.StopBreaker, Message: "20 errors in a row"}
	for _, tc := range []struct {
		rule    string
		verdict results.Verdict
		totals  results.Totals
		stop    *results.Stop
		want    string
	}{
		{"a stopped run is completed first, whatever failed", results.Fail, results.Totals{Planned: 3, Fail: 1, Skipped: 2}, stop, "go on with evalrun run --resume, 2 of 3 were not run"},
		{"a spent budget is raised", results.Pass, results.Totals{Planned: 3, Pass: 1, Skipped: 2}, spent, "raise the budget and go on with evalrun run --resume"},
		{"a broken run is mended", results.Pass, results.Totals{Planned: 3, Error: 1, Skipped: 2}, down, "mend what stopped the run and go on with evalrun run --resume"},
		{"nothing selected", results.Inconclusive, results.Totals{}, nil, "select at least one question"},
		{"failures are read", results.Fail, results.Totals{Planned: 2, Fail: 2}, nil, "read the 2 failures"},
		{"one failure is one", results.Fail, results.Totals{Planned: 2, Pass: 1, Fail: 1}, nil, "read the 1 failure;"},
		{"errors are looked at", results.Inconclusive, results.Totals{Planned: 2, Pass: 1, Error: 1}, nil, "look at the 1 error,"},
		{"skipped questions are run", results.Inconclusive, results.Totals{Planned: 2, Pass: 1, Skipped: 1}, nil, "some questions were not run"},
		{"a pass needs nothing", results.Pass, results.Totals{Planned: 1, Pass: 1}, nil, "nothing to do"},
		{"otherwise the rules tell", results.Fail, results.Totals{Planned: 1, Pass: 1}, nil, "read the gate's rules"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			doc := results.ReportDoc{Totals: tc.totals, Gate: results.GateResult{Verdict: tc.verdict}}
			doc.Run.Stop = tc.stop
			if got := next(&doc); !strings.Contains(got, tc.want) {
				t.Errorf("next step %q, want %q", got, tc.want)
			}
		})
	}
}

// TestNextStepNamesTheFleet: without it the run does not go on.
func TestNextStepNamesTheFleet(t *testing.T) {
	doc := results.ReportDoc{Totals: results.Totals{Planned: 3, Skipped: 3}}
	doc.Run.Stop, doc.Run.Fleet = &results.Stop{Kind: results.StopInterrupt}, "nats://host:4222"
	if got, want := next(&doc), "go on with evalrun run --resume and --fleet nats://host:4222, 3 of 3 were not run."; got != want {
		t.Errorf("next step %q, want %q", got, want)
	}
}

// Copies of one answer pass and fail alike: nothing is steady for that.
func TestCopiedRepeatsAreNotCalledSteady(t *testing.T) {
	v := views(t)["repeats"]
	for ending, word := range map[string]string{".txt": "flaky: ", ".md": "flaky: "} {
		if text := string(render(t, writers[ending], v)); !strings.Contains(text, word) {
			t.Fatalf("%s: no %q to leave out", ending, word)
		}
	}
	v.Doc.Run.CopiedRepeats = true
	for _, ending := range []string{".txt", ".md", ".xml"} {
		text := string(render(t, writers[ending], v))
		if strings.Contains(text, "flaky: ") || strings.Contains(text, "passed all") {
			t.Errorf("%s:\n%s", ending, text)
		}
	}
}
