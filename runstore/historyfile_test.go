package runstore

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/evalrun/evalrun/results"
)

func decisions(t *testing.T, path string) *Decisions {
	t.Helper()
	d, err := OpenDecisions(path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// decided returns a file in which main of two suites is set, and the report.
func decided(t *testing.T) (file, report string) {
	t.Helper()
	dir := t.TempDir()
	file, report = filepath.Join(dir, "ci", DecisionsFile), filepath.Join(dir, "runs", "r1", ReportFile)
	for _, path := range []string{file, report} {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(report, []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	d := decisions(t, file)
	for _, suite := range []string{"b", "a"} {
		if err := d.SetBaseline(Baseline{Name: "main", Suite: suite, Run: "r1"}, report, ""); err != nil {
			t.Fatal(err)
		}
	}
	d.Accept(results.Accepted{Suite: "a", Run: "r1", At: testTime, Reason: "so be it"})
	if err := d.Save(); err != nil {
		t.Fatal(err)
	}
	return file, report
}

func TestDecisionsComeBack(t *testing.T) {
	file, report := decided(t)
	d := decisions(t, file)
	hash := "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" // of {}
	want := []Baseline{
		{Name: "main", Suite: "a", Run: "r1", Report: "../runs/r1/report.json", SHA256: hash},
		{Name: "main", Suite: "b", Run: "r1", Report: "../runs/r1/report.json", SHA256: hash},
	}
	if diff := cmp.Diff(want, d.Baselines); diff != "" {
		t.Errorf("baselines (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]results.Accepted{{Suite: "a", Run: "r1", At: testTime, Reason: "so be it"}}, d.Accepted); diff != "" {
		t.Errorf("accepted (-want +got):\n%s", diff)
	}
	if path, err := d.Report("main", "a"); err != nil || path != filepath.Clean(report) {
		t.Errorf("report %s, %v", path, err)
	}
}

func TestSavingTwiceChangesNoByte(t *testing.T) {
	file, _ := decided(t)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := decisions(t, file).Save(); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(file)
	if diff := cmp.Diff(string(before), string(after)); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

func TestABaselineIsTheReportThatWasSet(t *testing.T) {
	file, report := decided(t)
	if _, err := decisions(t, file).Report("release", "a"); !errors.Is(err, ErrNoBaseline) {
		t.Errorf("another name: %v", err)
	}
	if _, err := decisions(t, file).Report("main", "c"); !errors.Is(err, ErrNoBaseline) {
		t.Errorf("another suite: %v", err)
	}
	if err := os.WriteFile(report, []byte("{} "), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := decisions(t, file).Report("main", "a"); err == nil || !strings.Contains(err.Error(), "not the report that was set") {
		t.Errorf("a changed report: %v", err)
	}
	if err := os.Remove(report); err != nil {
		t.Fatal(err)
	}
	if _, err := decisions(t, file).Report("main", "a"); !errors.Is(err, os.ErrNotExist) || errors.Is(err, ErrNoBaseline) {
		t.Errorf("a report that is gone: %v", err)
	}
}

func TestAKeptReportOutlivesItsRun(t *testing.T) {
	file, report := decided(t)
	kept := filepath.Join(filepath.Dir(file), "deeper", "main.json")
	d := decisions(t, file)
	if err := d.SetBaseline(Baseline{Name: "main", Suite: "a", Run: "r1"}, report, kept); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(report); err != nil {
		t.Fatal(err)
	}
	if path, err := d.Report("main", "a"); err != nil || path != kept {
		t.Errorf("report %s, %v", path, err)
	}
	if len(d.Baselines) != 2 {
		t.Errorf("%d baselines", len(d.Baselines))
	}
	if err := d.SetBaseline(Baseline{Name: "main", Suite: "a"}, report, kept); err == nil {
		t.Error("a report that is gone was kept")
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(kept), "*"))
	if diff := cmp.Diff([]string{kept}, left); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

func TestRemovingABaseline(t *testing.T) {
	file, _ := decided(t)
	for suite, want := range map[string]int{"": 2, "a": 1, "c": 0} {
		if n := decisions(t, file).RemoveBaseline("main", suite); n != want {
			t.Errorf("of suite %q: removed %d, want %d", suite, n, want)
		}
	}
	if n := decisions(t, file).RemoveBaseline("mai", ""); n != 0 {
		t.Errorf("removed %d of another name", n)
	}
}

func TestTheLatestReasonForARunCounts(t *testing.T) {
	var d Decisions
	d.Accept(results.Accepted{Suite: "a", Run: "r1", Reason: "first"})
	d.Accept(results.Accepted{Suite: "b", Run: "r1", Reason: "other suite"})
	d.Accept(results.Accepted{Suite: "a", Run: "r1", Reason: "second"})
	want := []results.Accepted{{Suite: "b", Run: "r1", Reason: "other suite"}, {Suite: "a", Run: "r1", Reason: "second"}}
	if diff := cmp.Diff(want, d.Accepted); diff != "" {
		t.Error(diff)
	}
}

func TestHandEditedDecisionsThatAreNotUnderstood(t *testing.T) {
	const whole = `{"name": "m", "suite": "s", "report": "r", "sha256": "0"}`
	for text, want := range map[string]string{
		"":                  "",
		"[]":                "",
		`{"schema": "x/1"}`: `schema is "x/1"`,
		`{"schema": "evalrun.history-decisions/1", "baseline": []}`:                                  "baseline",
		`{"schema": "evalrun.history-decisions/1", "baselines": [], "baselines": []}`:                "baselines",
		`{"schema": "evalrun.history-decisions/1", "baselines": [{"name": "m"}]}`:                    "lacks its name, suite, report or sha256",
		`{"schema": "evalrun.history-decisions/1", "baselines": [` + whole + `, ` + whole + `]}`:     "twice",
		`{"schema": "evalrun.history-decisions/1", "accepted": [{"suite": "s", "at": "yesterday"}]}`: "yesterday",
	} {
		file := filepath.Join(t.TempDir(), DecisionsFile)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenDecisions(file); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

// FuzzDecisions: what is read is written as it was read.
func FuzzDecisions(f *testing.F) {
	f.Add([]byte(`{"schema": "evalrun.history-decisions/1", "baselines": [{"name": "m", "suite": "s", "run": "r", "report": "p", "sha256": "0"}],
		"accepted": [{"suite": "s", "run": "r", "at": "2026-03-01T12:30:45Z", "reason": "<so> \u2028"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := decodeDecisions(data)
		if err != nil {
			return
		}
		file := filepath.Join(t.TempDir(), DecisionsFile)
		was := Decisions{path: file, Baselines: doc.Baselines, Accepted: doc.Accepted}
		if err := was.Save(); err != nil {
			t.Skip(err) // a year that no time in JSON has
		}
		is := decisions(t, file)
		if diff := cmp.Diff(was, *is, cmpopts.EquateEmpty(), cmp.AllowUnexported(Decisions{})); diff != "" {
			t.Error(diff)
		}
	})
}
