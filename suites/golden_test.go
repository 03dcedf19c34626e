package suites

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// goldenDay is the day on which the suites are linted.
func goldenDay() time.Time { return time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC) }

// inFolderOf changes into a folder of test suites and returns those in it.
func inFolderOf(t *testing.T, dir string) []string {
	t.Helper()
	t.Chdir(dir)
	names, err := filepath.Glob("*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no suites in %s: %v", dir, err)
	}
	return names
}

func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	golden := strings.TrimSuffix(name, ".yaml") + ".golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("differs from %s (-want +got):\n%s", golden, diff)
	}
}

func TestBadSuitesNameEveryProblem(t *testing.T) {
	for _, name := range inFolderOf(t, "../testdata/suites/bad") {
		t.Run(name, func(t *testing.T) {
			loaded, err := Load([]string{name}, Options{Root: "."})
			var problems Problems
			if !errors.As(err, &problems) || loaded != nil {
				t.Fatalf("Load = %v, %v, want problems", loaded, err)
			}
			checkGolden(t, name, problems.Error()+"\n")
		})
	}
}

func TestGoodSuitesLoadAsWritten(t *testing.T) {
	for _, name := range inFolderOf(t, "../testdata/suites/good") {
		t.Run(name, func(t *testing.T) {
			loaded, err := Load([]string{name}, Options{Root: "."})
			if err != nil {
				t.Fatal(err)
			}
			checkGolden(t, name, describe(t, loaded[0]))
		})
	}
}

// whatIsSet prints what is set of a target or a judge, a path as it was
// written.
func whatIsSet(t *testing.T, spec any) string {
	t.Helper()
	var tree any
	text, err := json.Marshal(spec)
	if err == nil {
		err = json.Unmarshal(text, &tree)
	}
	if err == nil {
		text, err = json.Marshal(withoutUnset(tree))
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func withoutUnset(v any) any {
	object, ok := v.(map[string]any)
	if !ok {
		return v
	}
	if _, isPath := object["Steps"]; isPath {
		return object["Text"]
	}
	for key, value := range object {
		value = withoutUnset(value)
		empty, isObject := value.(map[string]any)
		zeroIsSet := key == "Temperature" || key == "Seed"
		if value == nil || value == "" || value == 0.0 && !zeroIsSet || isObject && len(empty) == 0 {
			delete(object, key)
			continue
		}
		object[key] = value
	}
	return object
}

// describe prints a suite with all its questions and warnings. Hashes are
// left out: tests of their own hold their properties.
func describe(t *testing.T, s *Suite) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q version %d, %d questions, confidence %s\n", s.Name, s.Description, s.Version, s.Count, s.Confidence)
	if s.Target != nil {
		fmt.Fprintf(&b, "target %s\n", whatIsSet(t, s.Target))
	}
	fmt.Fprintf(&b, "judge %s\nfloors %v\ngate %s\n", whatIsSet(t, s.Judge), s.Floors, asJSON(t, s.Gate))
	for q, err := range s.Questions() {
		if err != nil {
			t.Fatal(err)
		}
		snap := q.Snapshot()
		fmt.Fprintf(&b, "%d %s:%d %q %s %q group %q tags %q critical %t\n  rubric %s\n", q.Seq, q.File, q.Line, q.ID,
			q.Category, q.Query, q.Group, q.Tags, q.Critical, snap.Rubric)
		for _, p := range q.Context {
			fmt.Fprintf(&b, "  context %+v\n", p)
		}
		for _, turn := range q.Messages {
			fmt.Fprintf(&b, "  message %+v\n", turn)
		}
		if q.Frozen != nil {
			fmt.Fprintf(&b, "  frozen %s\n", asJSON(t, q.Frozen))
		}
		if q.Quarantine != nil {
			fmt.Fprintf(&b, "  quarantine %s\n", asJSON(t, q.Quarantine))
		}
	}
	for _, w := range sorted(append(s.Warnings, Lint(s, goldenDay())...)) {
		fmt.Fprintf(&b, "warning: %s\n", w)
		if w.Hint != "" {
			fmt.Fprintf(&b, "hint: %s\n", w.Hint)
		}
	}
	return b.String()
}
