package runstore

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func answered(seq, repeat, generation int, text string) results.Record {
	rec := record(seq, repeat, generation)
	rec.ContentHash = "h"
	rec.Answer, rec.Times.AnswerMs = &answers.Answer{Text: text}, 12.5
	return rec
}

func keepAll(t testing.TB, r *Run, recs ...results.Record) {
	t.Helper()
	for _, rec := range recs {
		if err := r.AppendAnswer(rec.KeptAnswer()); err != nil {
			t.Fatal(err)
		}
	}
}

// reopen closes the writer and opens its folder to go on.
func reopen(t testing.TB, r *Run) *Run {
	t.Helper()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Reopen(r.Path(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { again.Close() })
	return again
}

func kept(t testing.TB, r *Run, seq, repeat int) string {
	t.Helper()
	k, found, err := r.Kept(seq, repeat)
	if err != nil {
		t.Fatal(err)
	}
	if !found {
		return ""
	}
	return k.Answer.Text
}

func TestTheNewestKeptAnswerIsFound(t *testing.T) {
	r := newRun(t, 4)
	keepAll(t, r, answered(2, 1, 0, "2/1"), answered(0, 0, 0, "old"), answered(2, 0, 0, "2/0"), answered(0, 0, 1, "new"))
	appendAll(t, r, record(0, 0, 0), record(0, 0, 3))
	r = reopen(t, r)
	got := []string{kept(t, r, 0, 0), kept(t, r, 1, 0), kept(t, r, 2, 0), kept(t, r, 2, 1), kept(t, r, 2, 2), kept(t, r, 3, 0)}
	if diff := cmp.Diff([]string{"new", "", "2/0", "2/1", "", ""}, got); diff != "" {
		t.Error(diff)
	}
	k, _, err := r.Kept(0, 0)
	if err != nil || k.ID != "q0" || k.ContentHash != "h" || k.AnswerMs != 12.5 || k.Generation != 1 {
		t.Errorf("kept as %+v, %v", k, err)
	}
	generations := r.Generations()
	for seq, want := range map[int][2]int{0: {3, 1}, 1: {-1, -1}, 2: {-1, 0}} {
		if record, answer := generations(seq, 0); record != want[0] || answer != want[1] {
			t.Errorf("q%d: generations %d and %d, want %v", seq, record, answer, want)
		}
	}
}

func TestATornAnswerIsToldAndContinuedAfterTheLastWholeOne(t *testing.T) {
	r := newRun(t, 3)
	keepAll(t, r, answered(0, 0, 0, "whole"), answered(1, 0, 0, "torn"))
	text := readFile(t, r, AnswersFile)
	writeFile(t, r, AnswersFile, text[:len(text)-20])
	r = reopen(t, r)
	if kept(t, r, 0, 0) != "whole" || kept(t, r, 1, 0) != "" {
		t.Error("want the whole answer and not the torn one")
	}
	if w := r.Warnings(); len(w) != 1 || !strings.Contains(w[0], "answers.jsonl:2: dropped the last line") {
		t.Errorf("warnings %q", w)
	}
	keepAll(t, r, answered(1, 0, 0, "again"))
	if r = reopen(t, r); kept(t, r, 1, 0) != "again" || len(r.Warnings()) != 0 {
		t.Errorf("after going on: %q, warnings %q", kept(t, r, 1, 0), r.Warnings())
	}
}

func TestABrokenAnswerBetweenOthersIsNotPassedOver(t *testing.T) {
	r := newRun(t, 3)
	keepAll(t, r, answered(0, 0, 0, "whole"))
	text := readFile(t, r, AnswersFile)
	for name, line := range map[string]string{"cut": `{"seq":1,"id`, "without seq": `{"id":"q1","answer":{}}`, "seq out of range": `{"seq":-1}`} {
		writeFile(t, r, AnswersFile, text+line+"\n"+text)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if again, err := Reopen(r.Path(), nil); err == nil || !strings.Contains(err.Error(), "answers.jsonl:2: ") {
			t.Errorf("%s: got %v, want an error at line 2", name, err)
			again.Close()
		}
	}
}

// TestTwoDifferentAnswersOfOneGenerationAreAnError: two runs were mixed, and
// neither can be believed. The same line twice is no contradiction.
func TestTwoDifferentAnswersOfOneGenerationAreAnError(t *testing.T) {
	for second, wants := range map[string]string{"one": "", "another": "answers.jsonl:3: differs from line 1"} {
		r := newRun(t, 2)
		keepAll(t, r, answered(0, 0, 0, "one"), answered(1, 0, 0, "between"), answered(0, 0, 0, second))
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		again, err := Reopen(r.Path(), nil)
		if (err != nil) != (wants != "") || err != nil && !strings.Contains(err.Error(), wants) {
			t.Errorf("second answer %q: got %v, want %q", second, err, wants)
		}
		if err == nil {
			again.Close()
		}
	}
}

func TestARunOverRecordedAnswersKeepsNone(t *testing.T) {
	r := newRun(t, 1)
	appendAll(t, r, record(0, 0, 0))
	r = reopen(t, r)
	if _, err := os.Stat(filepath.Join(r.Path(), AnswersFile)); !os.IsNotExist(err) {
		t.Errorf("answers.jsonl: %v", err)
	}
	if kept(t, r, 0, 0) != "" {
		t.Error("an answer out of nothing")
	}
}

func TestARecordOfAnEarlierWordingDoesNotCount(t *testing.T) {
	r := newRun(t, 2)
	stale := record(1, 0, 0)
	stale.ContentHash = "earlier"
	appendAll(t, r, record(0, 0, 0), stale)
	if diff := cmp.Diff([]string{"q0[0/0]", "q1[]"}, shape(t, r)); diff != "" {
		t.Error(diff)
	}
	appendAll(t, r, record(1, 0, 1))
	if diff := cmp.Diff([]string{"q0[0/0]", "q1[0/1]"}, shape(t, r)); diff != "" {
		t.Error(diff)
	}
}

func TestFollowingAReopenedRunWaitsForItsEnd(t *testing.T) {
	r := newRun(t, 2)
	appendAll(t, r, record(0, 0, 0))
	r = reopen(t, r)
	entries, ended := following(r)
	appendAll(t, r, record(1, 0, 0), record(0, 0, 1))
	select {
	case e := <-entries:
		t.Errorf("%s came before the end", e.Question.ID)
	default:
	}
	finish(t, r)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if e := <-entries; e.Question.ID != "q0" || e.Records[0].Generation != 1 {
		t.Errorf("got %s of generation %d", e.Question.ID, e.Records[0].Generation)
	}
}
