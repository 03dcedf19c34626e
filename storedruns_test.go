package evalrun_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// TestStoredRunsStayReadable opens runs as earlier versions wrote them and
// draws the same conclusions.
func TestStoredRunsStayReadable(t *testing.T) {
	run, err := runstore.Open("testdata/runs/1")
	if err != nil {
		t.Fatal(err)
	}
	if len(run.Warnings()) > 0 {
		t.Errorf("warnings %q", run.Warnings())
	}
	verdicts := map[string]results.Verdict{}
	for e, err := range run.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		verdicts[e.Question.ID] = e.Records[0].Verdict
	}
	want := map[string]results.Verdict{
		"refund-window": results.Error, "delivery-fee": results.Fail, "mechanic-salary": results.Pass,
	}
	if diff := cmp.Diff(want, verdicts); diff != "" {
		t.Error(diff)
	}
	doc, err := verdict.Assess(run.Info, run.Entries())
	if err != nil {
		t.Fatal(err)
	}
	if want := (results.Totals{Planned: 3, Pass: 1, Fail: 1, Error: 1}); doc.Totals != want {
		t.Errorf("totals %+v, want %+v", doc.Totals, want)
	}
	if doc.Gate.Verdict != results.Fail || doc.Gate.ExitCode != verdict.ExitFail {
		t.Errorf("gate %+v", doc.Gate)
	}
	if n := doc.Judge.Errors["judge_missing_dimension"]; n != 1 {
		t.Errorf("judge errors %v", doc.Judge.Errors)
	}
}

// TestStoredKeysAreStillRead fails when a key of a stored format was renamed
// or dropped: reading would go on and lose what it held.
func TestStoredKeysAreStillRead(t *testing.T) {
	for file, form := range map[string]func() any{
		runstore.InfoFile:      func() any { return new(results.RunInfo) },
		runstore.QuestionsFile: func() any { return new(results.Question) },
		runstore.RecordsFile:   func() any { return new(results.Record) },
	} {
		data, err := os.ReadFile(filepath.Join("testdata", "runs", "1", file))
		if err != nil {
			t.Fatal(err)
		}
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		for dec.More() {
			if err := dec.Decode(form()); err != nil {
				t.Errorf("%s: %v", file, err)
				break
			}
		}
	}
}
