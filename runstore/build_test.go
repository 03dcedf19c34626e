package runstore

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/evalrun/evalrun/results"
)

var testTime = time.Date(2026, 3, 1, 12, 30, 45, 0, time.UTC)

func testOptions() Options {
	return Options{Now: testTime, Rand: bytes.NewReader([]byte{0xab, 0xcd})}
}

func testInfo() results.RunInfo {
	return results.RunInfo{Suite: results.SuiteRef{Name: "refunds"}, Started: testTime, Repeats: 1}
}

// newRun creates a run of n questions, q0, q1, …, without a record.
func newRun(t testing.TB, n int) *Run {
	t.Helper()
	r, err := Create(t.TempDir(), testInfo(), testOptions())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	if _, err := r.WriteQuestions(questions(n)); err != nil {
		t.Fatal(err)
	}
	return r
}

func questions(n int) iter.Seq2[results.Question, error] {
	return func(yield func(results.Question, error) bool) {
		for i := range n {
			if !yield(results.Question{Seq: i, ID: fmt.Sprintf("q%d", i), Rubric: []byte(`{}`)}, nil) {
				return
			}
		}
	}
}

func record(seq, repeat, generation int) results.Record {
	return results.Record{
		Seq: seq, ID: fmt.Sprintf("q%d", seq), Repeat: repeat, Generation: generation,
		Verdict: results.Pass, Final: true,
	}
}

func appendAll(t testing.TB, r *Run, recs ...results.Record) {
	t.Helper()
	for _, rec := range recs {
		if err := r.Append(rec); err != nil {
			t.Fatal(err)
		}
	}
}

// reload closes the writer and opens its folder as another process would.
func reload(t testing.TB, r *Run) *Run {
	t.Helper()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(r.Path())
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// shape writes entries as "q0[0/1 1/0]": id, then repeat/generation.
func shape(t testing.TB, r *Run) []string {
	t.Helper()
	got, err := shapeOrError(r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func shapeOrError(r *Run) ([]string, error) {
	var out []string
	for e, err := range r.Entries() {
		if err != nil {
			return out, err
		}
		kept := []string{}
		for _, rec := range e.Records {
			kept = append(kept, fmt.Sprintf("%d/%d", rec.Repeat, rec.Generation))
		}
		out = append(out, fmt.Sprint(e.Question.ID, kept))
	}
	return out, nil
}

func readFile(t testing.TB, r *Run, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(r.Path(), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func writeFile(t testing.TB, r *Run, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(r.Path(), name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
