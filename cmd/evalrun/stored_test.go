package main

import (
	"bytes"
	"hash/maphash"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
)

// storedRecords are a run of four questions: a timed answer, one that says
// itself how long it took, an error, and a question that was not run.
func storedRecords() []results.Record {
	own := 12.5
	return []results.Record{
		{Seq: 2, ID: "c", Query: "C?", Verdict: results.Error, Error: &results.ErrorInfo{Code: "target_auth", Message: "refused", Attempts: 1}, Target: &results.TargetCall{}},
		{Seq: 1, ID: "b", Query: "B?", Answer: &answers.Answer{ID: "x", Text: "<b> & \u2028", LatencyMs: &own, Retrieved: []answers.Passage{}}},
		{Seq: 0, ID: "a", Query: "A?", Answer: &answers.Answer{Text: "yes", Retrieved: []answers.Passage{{ID: "P", Text: "yes"}}}, Times: results.Times{AnswerMs: 40}, Target: &results.TargetCall{}},
	}
}

func storeRun(t *testing.T, dir string, records []results.Record) *runstore.Run {
	t.Helper()
	info := results.RunInfo{Suite: results.SuiteRef{Name: "s"}, Planned: 4, Repeats: 1}
	store, err := runstore.Create(dir, info, runstore.Options{Now: time.Unix(0, 0), Rand: bytes.NewReader([]byte{0, 1})})
	if err != nil {
		t.Fatal(err)
	}
	_, err = store.WriteQuestions(func(yield func(results.Question, error) bool) {
		for i, id := range []string{"a", "b", "c", "d"} {
			if !yield(results.Question{Seq: i, ID: id, Query: strings.ToUpper(id) + "?", Rubric: []byte(`{}`)}, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		rec.Final = true
		if err := store.Append(rec); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return store
}

func TestStoredAnswersGiveWhatTheRunHas(t *testing.T) {
	stored, err := openStored(host{}, storeRun(t, t.TempDir(), storedRecords()).Path())
	if err != nil {
		t.Fatal(err)
	}
	defer stored.Close()
	got := map[string]answers.Answer{}
	failed := map[string]error{}
	for _, id := range []string{"a", "b", "c", "d", "new"} {
		got[id], failed[id] = stored.Answer(t.Context(), suites.Question{ID: id, Query: "B?"})
	}
	if a := got["a"]; failed["a"] != nil || a.Text != "yes" || a.LatencyMs == nil || *a.LatencyMs != 40 {
		t.Errorf("a: %+v, %v", a, failed["a"])
	}
	if b := got["b"]; failed["b"] != nil || *b.LatencyMs != 12.5 || b.Retrieved == nil {
		t.Errorf("b: %+v, %v", b, failed["b"])
	}
	if e, ok := failed["c"].(*targets.Error); !ok || e.Code != "target_auth" || e.Attempts != 1 || e.Fatal() || !e.Reused {
		t.Errorf("c: %+v", failed["c"])
	}
	// What the run does not have was left out before: to ask is a defect.
	for _, id := range []string{"d", "new"} {
		if _, ok := failed[id].(*targets.Error); ok || failed[id] == nil || stored.has(id, 0) {
			t.Errorf("%s: %v", id, failed[id])
		}
	}
}

func TestWhatDoesNotFitIsNamedInOrder(t *testing.T) {
	stored, err := openStored(host{}, storeRun(t, t.TempDir(), storedRecords()).Path())
	if err != nil {
		t.Fatal(err)
	}
	defer stored.Close()
	asked := wordings{seed: maphash.MakeSeed(), queries: map[string]uint64{}}
	for _, q := range []results.Question{{ID: "new", Query: "N?"}, {ID: "b", Query: "Other?"}, {ID: "d", Query: "Other?"}} {
		asked.add(q)
	}
	unasked, reworded, err := asked.compare(stored)
	if err != nil || !slices.Equal(unasked.names, []string{"a", "c"}) || !slices.Equal(reworded.names, []string{"b"}) {
		t.Errorf("without a question %v, reworded %v, %v", unasked, reworded, err)
	}
}

// TestSavedAnswersAreThoseRecorded: the file reads back as recorded answers,
// in suite order whatever the order of the records, with the same bytes.
func TestSavedAnswersAreThoseRecorded(t *testing.T) {
	var files [2][]byte
	for i := range files {
		records := storedRecords()
		if i == 1 {
			slices.Reverse(records)
		}
		dir := t.TempDir()
		store := storeRun(t, dir, records)
		path := filepath.Join(dir, "saved.jsonl")
		e := evaluation{host: host{stderr: new(bytes.Buffer)}, opt: runOptions{out: dir, saveAnswers: path}}
		view := reports.View{Doc: results.ReportDoc{Run: store.Info()}}
		if err := e.saveAnswers([]reports.View{view}); err != nil {
			t.Fatal(err)
		}
		var err error
		if files[i], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
		checkSavedFile(t, path)
		if left, _ := filepath.Glob(filepath.Join(dir, ".saved*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
	if diff := cmp.Diff(string(files[0]), string(files[1])); diff != "" {
		t.Error(diff)
	}
}

func checkSavedFile(t *testing.T, path string) {
	t.Helper()
	recorded, err := targets.OpenRecorded(path)
	if err != nil {
		t.Fatal(err)
	}
	defer recorded.Close()
	if recorded.Count() != 2 {
		t.Errorf("%d answers saved", recorded.Count())
	}
	a, err := recorded.Answer(t.Context(), suites.Question{ID: "a"})
	want := answers.Answer{ID: "a", Query: "A?", Text: "yes", Retrieved: []answers.Passage{{ID: "P", Text: "yes"}}, LatencyMs: new(40.0)}
	if diff := cmp.Diff(want, a); diff != "" || err != nil {
		t.Error(diff, err)
	}
	b, err := recorded.Answer(t.Context(), suites.Question{ID: "b"})
	want = answers.Answer{ID: "b", Query: "B?", Text: "<b> & \u2028", Retrieved: []answers.Passage{}, LatencyMs: new(12.5)}
	if diff := cmp.Diff(want, b); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestWhereAnswersCannotBeSaved(t *testing.T) {
	dir := t.TempDir()
	for name, o := range map[string]runOptions{
		"a folder":          {saveAnswers: dir, repeats: 1},
		"no folder":         {saveAnswers: filepath.Join(dir, "no", "a.jsonl"), repeats: 1},
		"answers to choose": {saveAnswers: filepath.Join(dir, "a.jsonl"), repeats: 2},
	} {
		if err := o.checkSaved(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for name, o := range map[string]runOptions{
		"a new file": {saveAnswers: filepath.Join(dir, "a.jsonl"), repeats: 1},
		"no file":    {repeats: 2},
	} {
		if err := o.checkSaved(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
