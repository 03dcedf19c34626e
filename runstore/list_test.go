package runstore

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

// addRun leaves a finished run with one record of the given verdict; "" adds
// none.
func addRun(t *testing.T, dir, suite string, started time.Time, verdict results.Verdict) {
	t.Helper()
	info := testInfo()
	info.Suite.Name, info.Started = suite, started
	r, err := Create(dir, info, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if verdict != "" {
		rec := record(0, 0, 0)
		rec.Verdict = verdict
		appendAll(t, r, rec)
	}
}

func names(runs []Listed) (out []string) {
	for _, r := range runs {
		out = append(out, r.Info.Suite.Name)
	}
	return out
}

func TestRunsAreOrderedByTheRecordedInstant(t *testing.T) {
	dir := t.TempDir()
	// The wall clock goes back an hour between the first two.
	summer, winter := time.FixedZone("", 2*3600), time.FixedZone("", 3600)
	addRun(t, dir, "second", time.Date(2026, 10, 25, 2, 10, 0, 0, winter), results.Pass)
	addRun(t, dir, "first", time.Date(2026, 10, 25, 2, 50, 0, 0, summer), results.Pass)
	addRun(t, dir, "third", time.Date(2026, 10, 25, 1, 20, 0, 0, time.UTC), results.Pass)
	runs, warnings, err := List(dir)
	if err != nil || len(warnings) > 0 {
		t.Fatal(warnings, err)
	}
	if diff := cmp.Diff([]string{"first", "second", "third"}, names(runs)); diff != "" {
		t.Error(diff)
	}
}

func TestNewestSkipsRunsWithoutAResult(t *testing.T) {
	dir := t.TempDir()
	addRun(t, dir, "old", testTime, results.Pass)
	addRun(t, dir, "good", testTime.Add(time.Minute), results.Fail)
	addRun(t, dir, "all-errors", testTime.Add(2*time.Minute), results.Error)
	addRun(t, dir, "no-record", testTime.Add(3*time.Minute), "")
	got, err := Newest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got.Info.Suite.Name != "good" {
		t.Errorf("newest is %q, want good", got.Info.Suite.Name)
	}
}

func TestNoRunWithAResult(t *testing.T) {
	dir := t.TempDir()
	for name, runs := range map[string]string{"missing folder": filepath.Join(dir, "none"), "empty folder": dir} {
		if _, err := Newest(runs); !errors.Is(err, ErrNoRun) {
			t.Errorf("%s: got %v, want ErrNoRun", name, err)
		}
	}
}

func TestListNamesBrokenRunsAndPassesOverOtherFolders(t *testing.T) {
	dir := t.TempDir()
	addRun(t, dir, "good", testTime, results.Pass)
	for _, other := range []string{"notes", "broken"} {
		if err := os.Mkdir(filepath.Join(dir, other), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"README.md", filepath.Join("broken", InfoFile)} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte("{"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	runs, warnings, err := List(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"good"}, names(runs)); diff != "" {
		t.Error(diff)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], filepath.Join("broken", InfoFile)) {
		t.Errorf("warnings %q, want one that names the broken run", warnings)
	}
}
