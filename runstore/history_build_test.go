package runstore

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/results"
)

// heard collects what a history warns of.
type heard []string

func (w *heard) warn(message string) { *w = append(*w, message) }

// want fails unless there was one warning for each part, in order.
func (w *heard) want(t *testing.T, parts ...string) {
	t.Helper()
	if len(*w) != len(parts) {
		t.Fatalf("%d warnings, want %d: %q", len(*w), len(parts), *w)
	}
	for i, part := range parts {
		if !strings.Contains((*w)[i], part) {
			t.Errorf("warning %q does not say %q", (*w)[i], part)
		}
	}
	*w = nil
}

// history opens the history of a folder, which is closed with the test.
func history(t testing.TB, dir string) (*History, *heard) {
	t.Helper()
	w := &heard{}
	h, err := OpenHistory(dir, w.warn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h, w
}

func nights(t testing.TB, h *History, f HistoryFilter) []results.Night {
	t.Helper()
	got, err := h.Nights(f)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// listed is what is in a history now, oldest first.
func listed(t testing.TB, dir string, f HistoryFilter) (runs []string) {
	t.Helper()
	h, _ := history(t, dir)
	for _, n := range nights(t, h, f) {
		runs = append(runs, n.Run)
	}
	return runs
}

// complete is the run.json of a run that ended.
func complete(suite, id string, started time.Time) results.RunInfo {
	return results.RunInfo{
		Schema: results.RunSchema, ID: id, Suite: results.SuiteRef{Name: suite}, SuiteHash: "s1", JudgeKey: "j1", ScoringKey: "k1",
		Judge:   results.JudgeRef{Kind: results.JudgeModel, Model: "gpt-4.1-mini"},
		Started: started, Ended: started.Add(time.Minute), Status: results.RunComplete, Planned: 2, Repeats: 1,
	}
}

// reportOf is a report of two questions whose scores tell the run.
func reportOf(info results.RunInfo, score float64) results.ReportDoc {
	four := 4.0
	return results.ReportDoc{
		Schema: results.ReportSchema, Run: info,
		Gate:       results.GateResult{Verdict: results.Fail, ExitCode: 1, Reasons: []string{"1 of 2 failed"}, Rules: []results.RuleResult{}},
		Totals:     results.Totals{Planned: 2, Pass: 1, Fail: 1},
		PassRate:   results.Rate{K: 1, N: 2},
		Dimensions: []results.DimensionSummary{{Name: "positive/grounding", Planned: 1, Scored: 1, N: 1, Mean: &four}},
		Judge:      results.JudgeSummary{Served: map[string]int{"gpt-4.1-mini-2026": 2}},
		Questions: []results.QuestionReport{
			{ID: "q0", Category: results.Positive, ContentHash: strings.Repeat("ab", 32), Verdict: results.Pass, Query: `a "quoted" {question]`,
				Scores: map[results.Dimension]float64{results.Grounding: score, results.Tone: 5}},
			{ID: "q1", Category: results.Negative, ContentHash: "short", Verdict: results.Fail, Anchor: true,
				Scores: map[results.Dimension]float64{results.Grounding: 2}},
		},
	}
}

// addRun leaves the folder of a run; without a report where doc is nil.
func addRun(t testing.TB, dir, folder string, info results.RunInfo, doc any) string {
	t.Helper()
	path := filepath.Join(dir, folder)
	if err := os.MkdirAll(path, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]any{InfoFile: info, ReportFile: doc} {
		if v == nil {
			continue
		}
		data, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(path, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// addNights leaves n finished runs of a suite, one a day.
func addNights(t testing.TB, dir, suite string, n int) {
	t.Helper()
	for i := range n {
		id := fmt.Sprintf("%s-%03d", suite, i)
		info := complete(suite, id, testTime.AddDate(0, 0, i))
		addRun(t, dir, id, info, reportOf(info, float64(1+i%5)))
	}
}
