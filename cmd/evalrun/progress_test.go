package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
)

// progressOf plays a run of 500 questions whose records come a pause apart.
func progressOf(terminal bool, pause time.Duration) string {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	e := &evaluation{host: host{stderr: &out, isTerminal: terminal, now: func() time.Time { return now }}}
	line := e.progress("suite")
	for i := range 500 {
		now = now.Add(pause)
		line.update(runner.Event{Done: i + 1, Planned: 500, Verdict: results.Pass})
	}
	line.end()
	return out.String()
}

func TestProgressOfAPipeIsAFewPlainLines(t *testing.T) {
	for pause, most := range map[time.Duration]int{
		time.Millisecond: 0, 100 * time.Millisecond: 1, time.Second: 10, time.Minute: 10,
	} {
		got := progressOf(false, pause)
		if strings.ContainsAny(got, "\r\x1b") {
			t.Errorf("a record every %v: progress acts on a terminal: %q", pause, got)
		}
		if n := strings.Count(got, "\n"); n > most || (n == 0) != (most == 0) {
			t.Errorf("a record every %v: %d lines, want at most %d", pause, n, most)
		}
	}
	if got := progressOf(false, time.Second); !strings.Contains(got, "suite: 50/500, 50 passed, 0 failed, 0 errors\n") {
		t.Errorf("got %q", got)
	}
}

func TestProgressOnATerminalRewritesOneLine(t *testing.T) {
	got := progressOf(true, time.Second)
	if strings.Contains(got, "\n") || strings.Count(got, "\r\x1b[K") != 501 || !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("%d rewrites, ends with %q", strings.Count(got, "\r"), got[max(0, len(got)-40):])
	}
}
