package runstore

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evalrun/evalrun/answers"
)

// unsynced returns how many lines of each file may not be on the disk.
func unsynced(r *Run) (records, answers int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answers != nil {
		answers = r.answers.unsynced
	}
	return r.records.unsynced, answers
}

func TestNoLineWaitsLongerForTheDiskThanIsPromised(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRun(t, 3)
		rec := record(0, 0, 0)
		rec.Answer = &answers.Answer{Text: "30 days"}
		if err := r.AppendAnswer(rec.KeptAnswer()); err != nil {
			t.Fatal(err)
		}
		appendAll(t, r, rec)
		time.Sleep(syncWithin / 2)
		appendAll(t, r, record(1, 0, 0)) // its group begins while the first one is under way, or after it
		time.Sleep(syncWithin / 2)
		synctest.Wait()
		time.Sleep(syncWithin / 2)
		synctest.Wait()
		if records, answers := unsynced(r); records != 0 || answers != 0 {
			t.Errorf("%d records and %d answers wait for the disk", records, answers)
		}
	})
}

func TestNoMoreLinesWaitForTheDiskThanArePromised(t *testing.T) {
	const n = 500
	r := newRun(t, n)
	for i := range n {
		appendAll(t, r, record(i, 0, 0))
		if waiting, _ := unsynced(r); waiting > syncLines {
			t.Fatalf("%d records wait for the disk, want at most %d", waiting, syncLines)
		}
	}
	finish(t, r)
	if got := shape(t, reload(t, r)); len(got) != n || got[n-1] != "q499[0/0]" {
		t.Errorf("read again: %d, the last is %s", len(got), got[len(got)-1])
	}
}

func TestCloseBringsTheLastLinesToTheDisk(t *testing.T) {
	r := newRun(t, 2)
	appendAll(t, r, record(0, 0, 0), record(1, 0, 0))
	records := r.records
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if records.due != nil {
		t.Error("a group is to begin after the files were closed")
	}
	if err := r.Append(record(1, 0, 1)); !errors.Is(err, ErrReadOnly) {
		t.Errorf("append after close: %v", err)
	}
}

func TestALostWriteIsToldByTheNextAppendAndByFinish(t *testing.T) {
	r := newRun(t, 2)
	appendAll(t, r, record(0, 0, 0))
	lost := &WriteError{File: RecordsFile, Err: errors.New("input/output error")}
	r.mu.Lock()
	r.records.lost = lost
	r.mu.Unlock()
	var write *WriteError
	if err := r.Append(record(1, 0, 0)); !errors.As(err, &write) {
		t.Errorf("append: %v, want the lost write", err)
	}
	if err := r.Finish(r.Info()); !errors.Is(err, lost) {
		t.Errorf("finish: %v, want the lost write", err)
	}
}

func TestAFullDiskNamesTheFileAndKeepsWhatWasThere(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("needs " + full)
	}
	r := newRun(t, 2)
	appendAll(t, r, record(0, 0, 0))
	if err := os.Symlink(full, filepath.Join(r.Path(), AnswersFile)); err != nil {
		t.Fatal(err)
	}
	rec := record(1, 0, 0)
	rec.Answer = &answers.Answer{Text: "30 days"}
	var write *WriteError
	err := r.AppendAnswer(rec.KeptAnswer())
	if !errors.As(err, &write) || !strings.HasSuffix(write.File, AnswersFile) || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("got %v, want a full disk and the file's name", err)
	}
	if err := os.Remove(filepath.Join(r.Path(), AnswersFile)); err != nil {
		t.Fatal(err)
	}
	if got := shape(t, r); got[0] != "q0[0/0]" {
		t.Errorf("read afterwards: %q", got)
	}
}
