package runstore

import (
	"errors"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
)

func TestRecordsAreFlushedWhileTheyAreAppended(t *testing.T) {
	const n = 8
	r := newRun(t, n)
	for i := range n {
		rec := record(i, 0, 0)
		rec.Answer = &answers.Answer{Text: strings.Repeat("x", flushBytes/4)}
		appendAll(t, r, rec)
	}
	if r.records.flushed == 0 {
		t.Error("nothing was flushed before the end")
	}
	finish(t, r)
	if got := shape(t, reload(t, r)); len(got) != n || got[n-1] != "q7[0/0]" {
		t.Errorf("read again: %q", got)
	}
}

func TestLostWriteIsToldByFinish(t *testing.T) {
	r := newRun(t, 1)
	appendAll(t, r, record(0, 0, 0))
	lost := errors.New("input/output error")
	r.records.lost = lost
	if err := r.Finish(r.Info()); !errors.Is(err, lost) {
		t.Errorf("got %v, want the flush's error", err)
	}
}
