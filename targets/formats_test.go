package targets

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/suites"
)

func openFile(t testing.TB, path string, format Format) *Recorded {
	t.Helper()
	r, err := OpenRecordedAs(path, format)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func writeFile(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func ptr[T any](v T) *T { return &v }

// recordedCase is a question and what a file has for it.

type recordedCase struct {
	id, query string
	repeat    int
	want      answers.Answer
	code      string
	says      string
}

func (c recordedCase) check(t *testing.T, r *Recorded) {
	t.Helper()
	a, err := r.AnswerRepeat(context.Background(), suites.Question{ID: c.id, Query: c.query}, c.repeat)
	if c.code != "" {
		wantError(t, err, c.code, c.says)
		return
	}
	if diff := cmp.Diff(c.want, a); diff != "" || err != nil {
		t.Errorf("%s %q: %v %s", c.id, c.query, err, diff)
	}
}

// A quote that is never closed would else take the whole file into memory.

func TestFormatIsToldByNameAndContent(t *testing.T) {
	envelope := `{"id":"a","answer":"x"}`
	for name, c := range map[string]struct {
		file, text string
		format     Format
		says       string
	}{
		"lines by default":           {"answers.txt", envelope + "\n" + `{"id":"b","answer":"x"}`, Format{}, ""},
		"a table":                    {"answers.CSV", "id,answer\na,x\n", Format{}, ""},
		"lines behind .json":         {"answers.json", envelope + "\n" + `{"id":"b","answer":"x"}`, Format{}, ""},
		"the name is overruled":      {"answers.csv", envelope, Format{Name: suites.FormatJSONL}, ""},
		"a list that is not lines":   {"answers.txt", "[" + envelope + "]", Format{Name: suites.FormatJSON}, ""},
		"an unknown format":          {"answers.txt", envelope, Format{Name: "xml"}, `unknown format "xml"`},
		"a variable without a use":   {"answers.jsonl", envelope, Format{QueryVar: "q"}, "a query variable belongs to promptfoo only"},
		"results that are an id":     {"answers.json", `{"results":{"answer":"x"},"a":{"answer":"x"}}`, Format{}, ""},
		"a variable, told by itself": {"out.json", `{"config":{},"results":{"results":[{"vars":{"q":"a","x":"y"},"response":{"output":"x"}}]}}`, Format{QueryVar: "q"}, ""},
	} {
		r, err := OpenRecordedAs(writeFile(t, c.file, c.text), c.format)
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: got %v, want %q", name, err, c.says)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if a, err := r.Answer(context.Background(), question("a", "a")); err != nil || a.Text != "x" {
			t.Errorf("%s: got %+v, %v", name, a, err)
		}
		r.Close()
	}
}

// What a run was told about a file must stay true to its end, in any format.

func TestFileThatChangesIsNoticed(t *testing.T) {
	path := writeFile(t, "a.json", `[{"id":"a","answer":"x"}]`)
	r := openFile(t, path, Format{})
	if err := os.WriteFile(path, []byte(`[{"id":"a","answer":"y"}]`), 0o666); err != nil {
		t.Fatal(err)
	}
	var failed *Error
	if _, err := r.Answer(context.Background(), question("a", "")); err == nil || errors.As(err, &failed) || !strings.Contains(err.Error(), "changed during the run") {
		t.Errorf("got %v", err)
	}
}
