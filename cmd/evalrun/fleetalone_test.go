package main

import (
	"regexp"
	"testing"
)

// ending is how a run ended.
type ending struct {
	code   int
	folder string
}

// alone makes the run without a fleet, in a folder of its own. Its calls are
// not counted among the fleet's.
func (p *processes) alone(t *testing.T) ending {
	t.Helper()
	q := processes{dir: t.TempDir(), questions: p.questions, url: p.url, called: p.called}
	writeRuleSuite(t, q.dir, q.questions)
	run := q.start(t, q.runArgs(t, "--fleet", noFleet)...)
	_ = run.wait()
	q.check(t, 0)
	p.called.forget()
	return ending{code: run.code(), folder: killedFolder(t, q.dir)}
}

// forget begins to count anew.
func (c *killedCalls) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.count)
}

// endLike waits for the end of a run, has the workers leave and compares exit
// code and reports, but for what is left out, with those of the run without a
// fleet.
func (p *processes) endLike(t *testing.T, run *process, want ending, leftOut ...*regexp.Regexp) {
	t.Helper()
	p.called.letGo()
	_ = run.wait()
	if run.code() != want.code {
		t.Errorf("exit %d, and %d without a fleet:\n%s", run.code(), want.code, run.said)
	}
	p.dismiss(t)
	diff, err := differences(want.folder, killedFolder(t, p.dir), leftOut...)
	if err != nil || diff != "" {
		t.Errorf("the reports differ from those without a fleet: %v %s", err, diff)
	}
}
