package runstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func TestANightIsWhatRunAndReportSay(t *testing.T) {
	dir := t.TempDir()
	info := complete("refunds", "r1", testTime)
	info.From, info.Selection = "r0", results.Selection{Total: 9, Selected: 2}
	addRun(t, dir, "r1", info, reportOf(info, 3.5))
	h, w := history(t, dir)
	w.want(t, "is new: made from 1 run")
	doc := reportOf(info, 3.5)
	want := []results.Night{{
		Run: "r1", Folder: filepath.Join(dir, "r1"), From: "r0", Suite: "refunds", Started: testTime,
		Status: results.RunComplete, Selection: info.Selection, SuiteHash: "s1", JudgeKey: "j1", ScoringKey: "k1",
		Judge: "gpt-4.1-mini", Served: doc.Judge.Served, Gate: doc.Gate, Totals: doc.Totals, PassRate: doc.PassRate, Dimensions: doc.Dimensions,
		Questions: []results.NightQuestion{
			{ID: "q0", ContentHash: strings.Repeat("ab", 32), Verdict: results.Pass,
				Scores: map[results.Series]float64{"positive/grounding": 3.5, "positive/tone": 5}},
			{ID: "q1", ContentHash: "short", Verdict: results.Fail, Anchor: true, Scores: map[results.Series]float64{"negative/grounding": 2}},
		},
	}}
	if diff := cmp.Diff(want, nights(t, h, HistoryFilter{Questions: true})); diff != "" {
		t.Errorf("with questions (-want +got):\n%s", diff)
	}
	want[0].Questions = nil
	if diff := cmp.Diff(want, nights(t, h, HistoryFilter{})); diff != "" {
		t.Errorf("without (-want +got):\n%s", diff)
	}
}

func TestNightsAreOrderedByTheRecordedInstant(t *testing.T) {
	dir := t.TempDir()
	// The wall clock goes back an hour between the first two.
	summer, winter := time.FixedZone("", 2*3600), time.FixedZone("", 3600)
	for id, started := range map[string]time.Time{
		"c-second": time.Date(2026, 10, 25, 2, 10, 0, 0, winter),
		"d-first":  time.Date(2026, 10, 25, 2, 50, 0, 0, summer),
		"a-fourth": time.Date(2026, 10, 25, 1, 20, 0, 0, time.UTC),
		"b-third":  time.Date(2026, 10, 25, 1, 10, 0, 0, time.UTC), // of the same instant as the second: by id
	} {
		addRun(t, dir, id, complete("s", id, started), nil)
	}
	if diff := cmp.Diff([]string{"d-first", "b-third", "c-second", "a-fourth"}, listed(t, dir, HistoryFilter{})); diff != "" {
		t.Error(diff)
	}
}

// TestRunsThatJudgedAgainPushNoneOut: they are listed, and not counted as
// runs of the suite.
func TestRunsThatJudgedAgainPushNoneOut(t *testing.T) {
	dir := t.TempDir()
	for i, from := range []string{"", "", "r1", "r1", ""} {
		info := complete("s", fmt.Sprintf("r%d", i), testTime.Add(time.Duration(i)*time.Hour))
		info.From = from
		addRun(t, dir, info.ID, info, nil)
	}
	for last, want := range map[int][]string{
		1: {"r4"}, 2: {"r1", "r2", "r3", "r4"}, 3: {"r0", "r1", "r2", "r3", "r4"}, 9: {"r0", "r1", "r2", "r3", "r4"},
	} {
		if diff := cmp.Diff(want, listed(t, dir, HistoryFilter{Suite: "s", Last: last})); diff != "" {
			t.Errorf("the last %d (-want +got):\n%s", last, diff)
		}
	}
}

func TestFilters(t *testing.T) {
	dir := t.TempDir()
	addNights(t, dir, "a", 3)
	addNights(t, dir, "b", 2)
	for name, tt := range map[string]struct {
		filter HistoryFilter
		want   []string
	}{
		"one suite":                       {HistoryFilter{Suite: "b"}, []string{"b-000", "b-001"}},
		"the newest of one suite":         {HistoryFilter{Suite: "a", Last: 2}, []string{"a-001", "a-002"}},
		"the newest of each suite":        {HistoryFilter{Last: 1}, []string{"b-001", "a-002"}},
		"more than there are":             {HistoryFilter{Suite: "b", Last: 9}, []string{"b-000", "b-001"}},
		"a suite whose name is no prefix": {HistoryFilter{Suite: "b-"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, listed(t, dir, tt.filter)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOneQuestionOverItsRuns(t *testing.T) {
	dir := t.TempDir()
	addNights(t, dir, "a", 2)
	addRun(t, dir, "unfinished", complete("a", "unfinished", testTime.AddDate(0, 1, 0)), nil)
	addNights(t, dir, "b", 1)
	h, _ := history(t, dir)
	got, err := h.Question("a", "q0")
	if err != nil {
		t.Fatal(err)
	}
	var scores []float64
	for _, n := range got {
		for _, q := range n.Questions {
			if q.ID != "q0" {
				t.Errorf("%s has %s", n.Run, q.ID)
			}
			scores = append(scores, q.Scores["positive/grounding"])
		}
	}
	if diff := cmp.Diff([]float64{1, 2}, scores); diff != "" || len(got) != 3 {
		t.Errorf("%d runs, scores (-want +got):\n%s", len(got), diff)
	}
}

func TestRunsWithoutFiguresSayWhy(t *testing.T) {
	dir := t.TempDir()
	running := complete("s", "a-running", testTime)
	running.Status, running.Ended = results.RunRunning, time.Time{}
	addRun(t, dir, running.ID, running, nil)
	partial := complete("s", "b-partial", testTime)
	partial.Status = results.RunPartial
	addRun(t, dir, partial.ID, partial, reportOf(partial, 3))
	addRun(t, dir, "c-undrawn", complete("s", "c-undrawn", testTime), nil)
	addRun(t, dir, "d-resumed", complete("s", "d-resumed", testTime), reportOf(partial, 3))
	cut := addRun(t, dir, "e-cut", complete("s", "e-cut", testTime), reportOf(partial, 3))
	if err := os.Truncate(filepath.Join(cut, ReportFile), 300); err != nil {
		t.Fatal(err)
	}
	other := complete("s", "f-other", testTime)
	newer := reportOf(other, 3)
	newer.Schema = "evalrun.report/9"
	addRun(t, dir, other.ID, other, newer)
	folder := addRun(t, dir, "g-folder", complete("s", "g-folder", testTime), nil)
	if err := os.Mkdir(filepath.Join(folder, ReportFile), 0o777); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"a-running": "not ended", "b-partial": "", "c-undrawn": "no report.json",
		"d-resumed": "before the run went on", "e-cut": "ends in the middle", "f-other": "evalrun.report/9",
		"g-folder": "not a file",
	}
	h, _ := history(t, dir)
	got := nights(t, h, HistoryFilter{Questions: true})
	if len(got) != len(want) {
		t.Fatalf("%d runs, want %d", len(got), len(want))
	}
	for _, n := range got {
		if said := want[n.Run]; (said == "") != (n.Problem == "") || !strings.Contains(n.Problem, said) {
			t.Errorf("%s: problem %q, want %q", n.Run, n.Problem, said)
		}
		if n.Problem != "" && (len(n.Questions) > 0 || n.Gate.Verdict != "" || n.Totals.Planned != 2) {
			t.Errorf("%s has figures: %+v", n.Run, n)
		}
	}
	if got[1].Status != results.RunPartial || len(got[1].Questions) != 2 {
		t.Errorf("the partial run is %+v", got[1])
	}
}

func TestARunInTwoFoldersIsOneNight(t *testing.T) {
	dir := t.TempDir()
	info := complete("s", "mine", testTime)
	for _, folder := range []string{"artefact", "mine", "zz"} {
		addRun(t, dir, folder, info, reportOf(info, 3))
	}
	h, _ := history(t, dir)
	got := nights(t, h, HistoryFilter{})
	if len(got) != 1 || got[0].Folder != filepath.Join(dir, "mine") {
		t.Errorf("%d nights: %+v", len(got), got)
	}
}

func TestFoldersThatAreNoRunsArePassedOver(t *testing.T) {
	dir := t.TempDir()
	addNights(t, dir, "good", 1)
	broken := addRun(t, dir, "broken", results.RunInfo{}, nil)
	for path, text := range map[string]string{
		filepath.Join(broken, InfoFile): "{", filepath.Join(dir, "README.md"): "{", filepath.Join(dir, "run.json"): "{}",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "notes", InfoFile), 0o777); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		h, w := history(t, dir)
		if got := nights(t, h, HistoryFilter{}); len(got) != 1 {
			t.Errorf("%d runs", len(got))
		}
		if said := strings.Join(*w, "\n"); strings.Count(said, filepath.Join("broken", InfoFile)) != 1 {
			t.Errorf("warnings %q do not name the broken run once", said)
		}
	}
	before, err := os.Stat(filepath.Join(dir, HistoryFile))
	if err != nil {
		t.Fatal(err)
	}
	history(t, dir)
	if after, err := os.Stat(filepath.Join(dir, HistoryFile)); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("a folder that stays broken is written about again: %v", err)
	}
}

func TestLookingIntoNoFolderMakesNone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	h, w := history(t, dir)
	if got := nights(t, h, HistoryFilter{}); len(got) > 0 {
		t.Errorf("%d runs", len(got))
	}
	w.want(t)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}
