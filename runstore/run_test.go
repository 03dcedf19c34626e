package runstore

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func TestSecondWriterIsRefusedUntilTheFirstCloses(t *testing.T) {
	first := newRun(t, 1)
	if _, err := Reopen(first.Path(), nil); !errors.Is(err, ErrLocked) {
		t.Fatalf("second writer got %v, want ErrLocked", err)
	}
	if _, err := Open(first.Path()); err != nil {
		t.Errorf("a reader beside the writer: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := Reopen(first.Path(), nil)
	if err != nil {
		t.Fatalf("after the first writer closed: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}

func TestAppendingWithoutTheLockIsRefused(t *testing.T) {
	r := reload(t, newRun(t, 1))
	if err := r.Append(record(0, 0, 0)); !errors.Is(err, ErrReadOnly) {
		t.Errorf("Append: %v, want ErrReadOnly", err)
	}
	if err := r.AppendAnswer(record(0, 0, 0).KeptAnswer()); !errors.Is(err, ErrReadOnly) {
		t.Errorf("AppendAnswer: %v, want ErrReadOnly", err)
	}
	if _, err := r.WriteQuestions(questions(2)); !errors.Is(err, ErrReadOnly) {
		t.Errorf("WriteQuestions: %v, want ErrReadOnly", err)
	}
}

func TestFinishReplacesTheInfoAndKeepsTheID(t *testing.T) {
	r := newRun(t, 1)
	id := r.Info().ID
	info := r.Info()
	info.ID, info.Status = "another", results.RunComplete
	if err := r.Finish(info); err != nil {
		t.Fatal(err)
	}
	got := reload(t, r).Info()
	if got.ID != id || got.Status != results.RunComplete || got.Schema != results.RunSchema {
		t.Errorf("id %q status %q schema %q", got.ID, got.Status, got.Schema)
	}
}

func TestUnknownRunSchemaIsRefused(t *testing.T) {
	r := newRun(t, 1)
	writeFile(t, r, InfoFile, `{"schema":"evalrun.run/99"}`)
	if _, err := Open(r.Path()); err == nil || !strings.Contains(err.Error(), `"evalrun.run/99"`) {
		t.Errorf("got %v, want an error that names the schema", err)
	}
}

func TestSecretsAreScrubbedFromEveryFile(t *testing.T) {
	const secret = "sk-<a&b>-1"
	opt := testOptions()
	opt.Scrub = func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(secret), []byte("[secret]")) }
	info := testInfo()
	info.Git = &results.GitRef{Revision: secret}
	r, err := Create(t.TempDir(), info, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, err = r.WriteQuestions(func(yield func(results.Question, error) bool) {
		yield(results.Question{ID: "q0", Query: secret, Rubric: []byte(`{}`)}, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	rec := record(0, 0, 0)
	rec.Answer = &answers.Answer{Text: secret}
	if err := r.AppendAnswer(rec.KeptAnswer()); err != nil {
		t.Fatal(err)
	}
	appendAll(t, r, rec)
	for _, name := range []string{InfoFile, QuestionsFile, AnswersFile, RecordsFile} {
		if text := readFile(t, r, name); strings.Contains(text, secret) || !strings.Contains(text, "[secret]") {
			t.Errorf("%s holds the secret or nothing in its place: %s", name, text)
		}
	}
}

func TestScrubbingLeavesTheWordsOfTheFormat(t *testing.T) {
	// A key may contain a dimension's name, a status, or digits of a figure.
	for _, secret := range []string{"grounding", "inconclusive", "positive", "12345678", "reasoning"} {
		opt := testOptions()
		opt.Scrub = func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(secret), []byte("[secret]")) }
		run, err := Create(t.TempDir(), testInfo(), opt)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { run.Close() })
		ms := 12345678.0
		rec := record(0, 0, 0)
		rec.Category = results.Positive
		rec.Cells = map[results.Series]results.Cell{
			"positive/grounding": {Status: results.CellInconclusive, Code: "no_judge", Reasoning: "says " + secret + " twice"},
		}
		rec.Answer = &answers.Answer{Text: "the key is " + secret, LatencyMs: &ms}
		if err := run.Append(rec); err != nil {
			t.Fatalf("%s: %v", secret, err)
		}
		line := readFile(t, run, RecordsFile)
		var got results.Record
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		cell := got.Cells["positive/grounding"]
		if got.Category != results.Positive || cell.Status != results.CellInconclusive || *got.Answer.LatencyMs != ms {
			t.Errorf("%s: the record lost its own words: %s", secret, line)
		}
		if got.Answer.Text != "the key is [secret]" || cell.Reasoning != "says [secret] twice" {
			t.Errorf("%s: the secret stayed: %s", secret, line)
		}
	}
}

func TestRecordWithoutJSONFormIsNotAWriteError(t *testing.T) {
	r := newRun(t, 1)
	bad := record(0, 0, 0)
	bad.Times.JudgeMs = math.NaN()
	err := r.Append(bad)
	if write := (*WriteError)(nil); err == nil || errors.As(err, &write) {
		t.Errorf("got %v, want an encoding error", err)
	}
	appendAll(t, r, record(0, 0, 0))
}

func TestFailedWriteNamesTheFileAndEndsTheWriting(t *testing.T) {
	r := newRun(t, 2)
	appendAll(t, r, record(0, 0, 0))
	r.records.file.Close()
	var write *WriteError
	if err := r.Append(record(1, 0, 0)); !errors.As(err, &write) || filepath.Base(write.File) != RecordsFile {
		t.Errorf("got %v, want a *WriteError that names %s", err, RecordsFile)
	}
	// Room on the disk again must not let a line follow what may be half of one.
	again, err := os.OpenFile(r.records.file.Name(), os.O_APPEND|os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	r.records.file = again
	if err := r.Append(record(1, 0, 0)); !errors.As(err, &write) {
		t.Errorf("after a failed write: got %v, want the same error", err)
	}
}

func TestFullDiskIsAWriteError(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	full, err := openAppender("/dev/full")
	if err != nil {
		t.Skip(err)
	}
	defer full.close()
	var write *WriteError
	if err := full.write([]byte("{}\n")); !errors.As(err, &write) {
		t.Errorf("got %v, want a *WriteError", err)
	}
}

func TestAnswerIsKeptUnderItsQuestionAndContent(t *testing.T) {
	r := newRun(t, 1)
	rec := record(0, 0, 1)
	rec.ContentHash, rec.Answer = "c1", &answers.Answer{Text: "30 days"}
	if err := r.AppendAnswer(rec.KeptAnswer()); err != nil {
		t.Fatal(err)
	}
	var got results.Record
	if err := json.Unmarshal([]byte(readFile(t, r, AnswersFile)), &got); err != nil {
		t.Fatal(err)
	}
	want := results.Record{ID: "q0", Generation: 1, ContentHash: "c1", Answer: &answers.Answer{Text: "30 days"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestRepeatsBeyondAllPlacesAreRefused: a page of one question has room for
// each of them.
func TestRepeatsBeyondAllPlacesAreRefused(t *testing.T) {
	for _, repeats := range []string{"-1", "65537", "9000000000000000000"} {
		r := newRun(t, 1)
		writeFile(t, r, InfoFile, strings.Replace(readFile(t, r, InfoFile), `"repeats": 1`, `"repeats": `+repeats, 1))
		if _, err := Open(r.Path()); err == nil || !strings.Contains(err.Error(), "repeats is "+repeats) {
			t.Errorf("%s: %v", repeats, err)
		}
	}
}
