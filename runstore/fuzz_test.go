package runstore

import (
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
)

// FuzzRecordLine feeds the reader any records.jsonl. It must never panic, and
// a run that it accepts must stay readable after one more record, which is
// then the one that counts.
func FuzzRecordLine(f *testing.F) {
	for _, seed := range []string{
		"",
		"\n\n",
		`{"schema":"evalrun.record/1","seq":0,"id":"q0","repeat":0,"generation":0}` + "\n",
		`{"schema":"evalrun.record/1","seq":1,"id":"q1"}`,
		`{"schema":"evalrun.record/1","seq":1,"id":"q1"}` + "\n" + `{"schema":"evalrun.rec`,
		`{"schema":"evalrun.record/1","seq":4294967296,"id":"q0"}` + "\n",
		`{"schema":"evalrun.record/1","seq":0,"id":"q0","cells":{"positive/grounding":{"score":1e999}}}` + "\n",
		"\x00\x00\x00\x00",
		"[]\nnull\n",
	} {
		f.Add(seed)
	}
	r := newRun(f, 2)
	if err := r.Close(); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		writeFile(t, r, RecordsFile, text)
		opened, err := Open(r.Path())
		if err != nil {
			return
		}
		if _, err := shapeOrError(opened); err != nil {
			return
		}
		again, err := Reopen(r.Path(), nil)
		if err != nil {
			t.Fatalf("readable but not to be continued: %v", err)
		}
		defer again.Close()
		newest := record(1, 0, 1<<16-1)
		newest.Verdict = results.Fail
		appendAll(t, again, newest)
		got := shape(t, reload(t, again))
		if !strings.Contains(got[1], "0/65535") {
			t.Errorf("the appended record does not count: %q", got)
		}
	})
}
