package runstore

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func TestEntriesComeInSuiteOrderHoweverRecordsArrived(t *testing.T) {
	r := newRun(t, 4)
	appendAll(t, r, record(3, 0, 0), record(0, 1, 0), record(2, 0, 0), record(0, 0, 0))
	want := []string{"q0[0/0 1/0]", "q1[]", "q2[0/0]", "q3[0/0]"}
	if diff := cmp.Diff(want, shape(t, r)); diff != "" {
		t.Error("while written:", diff)
	}
	if diff := cmp.Diff(want, shape(t, reload(t, r))); diff != "" {
		t.Error("read again:", diff)
	}
}

func TestHighestGenerationOfEachRepeatCounts(t *testing.T) {
	r := newRun(t, 2)
	appendAll(t, r, record(0, 0, 2), record(0, 0, 0), record(1, 1, 1), record(0, 0, 1), record(1, 1, 0), record(1, 0, 0))
	want := []string{"q0[0/2]", "q1[0/0 1/1]"}
	if diff := cmp.Diff(want, shape(t, r)); diff != "" {
		t.Error(diff)
	}
}

func TestEqualLinesOfOneGenerationCountOnce(t *testing.T) {
	r := newRun(t, 1)
	appendAll(t, r, record(0, 0, 0), record(0, 0, 0))
	if diff := cmp.Diff([]string{"q0[0/0]"}, shape(t, r)); diff != "" {
		t.Error(diff)
	}
}

func TestDifferentLinesOfOneGenerationAreAnError(t *testing.T) {
	r := newRun(t, 2)
	other := record(0, 0, 0)
	other.Verdict = results.Fail
	// The contradiction lies below the generation that counts.
	appendAll(t, r, record(1, 0, 0), record(0, 0, 0), record(0, 0, 1), other)
	_, err := shapeOrError(r)
	if err == nil || !strings.Contains(err.Error(), "records.jsonl:4: differs from line 2") {
		t.Errorf("got %v, want both lines named", err)
	}
}

func TestRecordOfAnotherQuestionIsAnError(t *testing.T) {
	wrongID := record(0, 0, 0)
	wrongID.ID = "q1"
	for name, rec := range map[string]results.Record{
		"seq beyond the questions": record(7, 0, 0),
		"seq of another question":  wrongID,
	} {
		r := newRun(t, 2)
		appendAll(t, r, record(1, 0, 0), rec)
		if _, err := shapeOrError(r); err == nil || !strings.Contains(err.Error(), "records.jsonl:2: ") {
			t.Errorf("%s: got %v, want an error at line 2", name, err)
		}
	}
}

func TestTornLastLineIsDroppedWithANotice(t *testing.T) {
	r := newRun(t, 3)
	appendAll(t, r, record(0, 0, 0), record(1, 0, 0), record(2, 0, 0))
	whole := readFile(t, r, RecordsFile)
	second := strings.Index(whole, "\n") + 1
	third := second + strings.Index(whole[second:], "\n") + 1
	for cut := third + 1; cut < len(whole)-1; cut += 7 {
		writeFile(t, r, RecordsFile, whole[:cut])
		got := reload(t, r)
		if diff := cmp.Diff([]string{"q0[0/0]", "q1[0/0]", "q2[]"}, shape(t, got)); diff != "" {
			t.Fatalf("cut at byte %d: %s", cut, diff)
		}
		want := fmt.Sprintf("records.jsonl:3: dropped the last line, which was cut off after %d bytes", cut-third)
		if diff := cmp.Diff([]string{want}, got.Warnings()); diff != "" {
			t.Fatalf("cut at byte %d: %s", cut, diff)
		}
	}
}

func TestLastLineThatLacksOnlyItsBreakIsKept(t *testing.T) {
	r := newRun(t, 2)
	appendAll(t, r, record(0, 0, 0), record(1, 0, 0))
	writeFile(t, r, RecordsFile, strings.TrimSuffix(readFile(t, r, RecordsFile), "\n"))
	got := reload(t, r)
	if diff := cmp.Diff([]string{"q0[0/0]", "q1[0/0]"}, shape(t, got)); diff != "" || len(got.Warnings()) > 0 {
		t.Errorf("warnings %q, %s", got.Warnings(), diff)
	}
}

func TestReopenedRunDoesNotContinueATornLine(t *testing.T) {
	for name, cut := range map[string]int{"half a record": 20, "only the break missing": 1} {
		r := newRun(t, 3)
		appendAll(t, r, record(0, 0, 0), record(1, 0, 0))
		whole := readFile(t, r, RecordsFile)
		writeFile(t, r, RecordsFile, whole[:len(whole)-cut])
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := Reopen(r.Path(), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		appendAll(t, again, record(1, 0, 1), record(2, 0, 0))
		want := []string{"q0[0/0]", "q1[0/1]", "q2[0/0]"}
		if diff := cmp.Diff(want, shape(t, again)); diff != "" {
			t.Errorf("%s, while written: %s", name, diff)
		}
		got := reload(t, again)
		if diff := cmp.Diff(want, shape(t, got)); diff != "" || len(got.Warnings()) > 0 {
			t.Errorf("%s, read again: warnings %q, %s", name, got.Warnings(), diff)
		}
	}
}

func TestBrokenLineInTheMiddleIsAnErrorThatNamesIt(t *testing.T) {
	for name, broken := range map[string]string{
		"not JSON":       `{"schema":"evalrun.record/1","seq":1,"id":"q1`,
		"unknown schema": `{"schema":"evalrun.record/9","seq":1,"id":"q1"}`,
		"no seq":         `{"schema":"evalrun.record/1","id":"q1"}`,
		"negative seq":   `{"schema":"evalrun.record/1","seq":-1,"id":"q1"}`,
		"huge repeat":    `{"schema":"evalrun.record/1","seq":1,"repeat":70000}`,
	} {
		r := newRun(t, 3)
		appendAll(t, r, record(0, 0, 0), record(2, 0, 0))
		first, last, _ := strings.Cut(readFile(t, r, RecordsFile), "\n")
		writeFile(t, r, RecordsFile, first+"\n"+broken+"\n"+last)
		if _, err := Open(r.Path()); err == nil || !strings.Contains(err.Error(), "records.jsonl:2: ") {
			t.Errorf("%s: got %v, want an error at line 2", name, err)
		}
	}
}

func TestLongRecordsAreReadWhole(t *testing.T) {
	r := newRun(t, 3)
	long := record(1, 0, 0)
	long.Answer = &answers.Answer{Text: strings.Repeat("x", 5*blockSize)}
	appendAll(t, r, record(2, 0, 0), long, record(0, 0, 0))
	for e, err := range reload(t, r).Entries() {
		if err != nil {
			t.Fatal(err)
		}
		if a := e.Records[0].Answer; e.Question.ID == "q1" && (a == nil || a.Text != long.Answer.Text) {
			t.Error("the long answer came back changed")
		}
	}
}

func TestRunKilledBeforeItsFirstRecordIsReadable(t *testing.T) {
	r := newRun(t, 2)
	if err := os.Remove(filepath.Join(r.Path(), RecordsFile)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"q0[]", "q1[]"}, shape(t, reload(t, r))); diff != "" {
		t.Error(diff)
	}
}

func TestQuestionsAppearOnlyWhole(t *testing.T) {
	r, err := Create(t.TempDir(), testInfo(), testOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cause := fmt.Errorf("more.jsonl:2: broken")
	_, err = r.WriteQuestions(func(yield func(results.Question, error) bool) {
		_ = yield(results.Question{ID: "q0"}, nil) && yield(results.Question{}, cause)
	})
	if err != cause {
		t.Errorf("got %v, want the cause", err)
	}
	files, err := os.ReadDir(r.Path())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasPrefix(f.Name(), "questions") {
			t.Errorf("%s was left behind", f.Name())
		}
	}
}

func TestQuestionsOutOfOrderAreRefused(t *testing.T) {
	swapped := func(yield func(results.Question, error) bool) {
		_ = yield(results.Question{Seq: 3, ID: "a"}, nil) && yield(results.Question{Seq: 3, ID: "b"}, nil)
	}
	r := newRun(t, 0)
	if _, err := r.WriteQuestions(swapped); err == nil || !strings.Contains(err.Error(), `"b"`) {
		t.Errorf("written: got %v, want an error that names question b", err)
	}
	writeFile(t, r, QuestionsFile, "{\"seq\":1,\"id\":\"a\"}\n{\"seq\":0,\"id\":\"b\"}\n")
	if _, err := shapeOrError(r); err == nil || !strings.Contains(err.Error(), "questions.jsonl:2: ") {
		t.Errorf("read: got %v, want an error at line 2", err)
	}
}
