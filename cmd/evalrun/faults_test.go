package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evalrun/evalrun/internal/loopback"
	"github.com/evalrun/evalrun/results"
)

// TestFaultyJudge runs 500 questions against a judge of which three replies
// in ten are broken, over all kinds. Every question must end as pass, fail or
// error with its code, the totals must add up, no score may be invented, and
// a second run must give the same reports apart from its id and times.
func TestFaultyJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for retries")
	}
	names := loopback.FaultNames()
	faults := map[string]float64{}
	for _, name := range names {
		faults[name] = 0.30 / float64(len(names))
	}
	t.Parallel()
	dir := t.TempDir()
	writeQuestions(t, dir, 500)
	var folders [2]string
	var both sync.WaitGroup
	for i, out := range []string{"first", "second"} {
		both.Go(func() { folders[i] = runAgainstFaults(t, dir, faults, out) })
	}
	both.Wait()
	if t.Failed() {
		return
	}

	checkFaultReport(t, folders[0])
	for _, name := range []string{"report.json", "report.md", "junit.xml"} {
		a, b := timeless(t, filepath.Join(folders[0], name)), timeless(t, filepath.Join(folders[1], name))
		if a != b {
			t.Errorf("%s differs between two runs:\n%s", name, firstDifference(a, b))
		}
	}
}

func writeQuestions(t *testing.T, dir string, n int) {
	t.Helper()
	var questions, answers strings.Builder
	for i := range n {
		fmt.Fprintf(&questions, `{"id":"q%03d","query":"What is rule %d?","rubric":{"shouldAnswer":%v}}`+"\n", i, i, i%4 != 0)
		fmt.Fprintf(&answers, `{"id":"q%03d","answer":"Rule %d takes %d days [S1].","confidence":"%s","citations":[{"id":"S1"}],"retrieved":[{"id":"S1","title":"rules","text":"Rule %d takes %d days."}]}`+"\n",
			i, i, i%30, map[bool]string{true: "high", false: "none"}[i%4 != 0], i, i%30)
	}
	for name, text := range map[string]string{
		"suite.yaml":      "name: faults\nquestionsFrom: [questions.jsonl]\ngate: {passRate: 0}\n",
		"questions.jsonl": questions.String(),
		"answers.jsonl":   answers.String(),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// runAgainstFaults returns the run folder.
func runAgainstFaults(t *testing.T, dir string, faults map[string]float64, out string) string {
	// The limit of an attempt lies far above what a good reply takes on a busy
	// machine, and far below what a hanging or a dripping one does: the same
	// attempts must fail in both runs.
	judge, err := loopback.Start(loopback.Options{Faults: faults, Seed: 7, HangFor: time.Minute, SlowFor: time.Minute})
	if err != nil {
		t.Error(err)
		return ""
	}
	defer judge.Close()
	cmd := exec.Command("evalrun", "run", "suite.yaml", "--answers", "answers.jsonl", "--judge", "faulty",
		"--judge-base-url", judge.URL(), "--judge-timeout", "10s", "--concurrency", "64", "--no-probe", "--no-cache", "--quiet", "--out", out)
	cmd.Dir = dir
	said, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code < 0 || code > 2 {
		t.Errorf("%v: %s", err, said)
	}
	runs, err := filepath.Glob(filepath.Join(dir, out, "*"))
	if err != nil || len(runs) != 1 {
		t.Errorf("run folders %v, %v", runs, err)
		return ""
	}
	return runs[0]
}

func checkFaultReport(t *testing.T, folder string) {
	t.Helper()
	var doc results.ReportDoc
	data, err := os.ReadFile(filepath.Join(folder, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	counted := results.Totals{Planned: len(doc.Questions)}
	for _, q := range doc.Questions {
		switch q.Verdict {
		case results.Pass:
			counted.Pass++
		case results.Fail:
			counted.Fail++
		case results.Error:
			counted.Error++
			if q.Error == nil || !strings.HasPrefix(q.Error.Code, "judge_") {
				t.Errorf("%s ends as an error without a judge code: %+v", q.ID, q.Error)
			}
		default:
			t.Errorf("%s ends as %s", q.ID, q.Verdict)
		}
		checkScores(t, q)
	}
	if counted != doc.Totals || counted.Planned != 500 {
		t.Errorf("questions count as %+v, totals say %+v", counted, doc.Totals)
	}
	if counted.Error == 0 || doc.Judge.Retries == 0 {
		t.Errorf("%d errors and %d retries: the faults did not reach the run", counted.Error, doc.Judge.Retries)
	}
}

// checkScores: whoever has a score has all of them, in range and reasoned;
// an errored question has none.
func checkScores(t *testing.T, q results.QuestionReport) {
	t.Helper()
	want := 5
	if q.Category == results.Negative {
		want = 2
	}
	if q.Verdict == results.Error {
		want = 0
	}
	if q.Verdict == results.Fail && len(q.Scores) == 0 {
		want = 0 // a check decided while the judge errored
	}
	if len(q.Scores) != want {
		t.Errorf("%s (%s) has %d scores, want %d", q.ID, q.Verdict, len(q.Scores), want)
	}
	for d, s := range q.Scores {
		if s < 1 || s > 5 || q.Reasoning[d] == "" {
			t.Errorf("%s: %s is %v with reasoning %q", q.ID, d, s, q.Reasoning[d])
		}
	}
}

// moment matches what may differ between two equal runs: folder names, times,
// how long something took and the port of the endpoint.
var moment = regexp.MustCompile(`127\.0\.0\.1:\d+|\d{8}T\d{6}Z-[a-z]+-[0-9a-f]{4}|\d{4}-\d\d-\d\dT[0-9:.]+Z?|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|time="[0-9.]+"|\d+(\.\d+)? m?s\b`)

func timeless(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return moment.ReplaceAllString(string(data), "…")
}

func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, as[i], bs[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(as), len(bs))
}
