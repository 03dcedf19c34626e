package main

import (
	"strings"
	"testing"
)

// TestARunThatNobodyTakesSaysWhy: a worker is there and lacks what the run
// needs. With one that has it the run goes on.
func TestARunThatNobodyTakesSaysWhy(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes and waits")
	}
	t.Parallel()
	p := startProcesses(t, fewQuestions, fleetPlaces, fleetLatency)
	p.serve(t)
	p.hire(t)
	run := p.start(t, p.runArgs(t, "--worker-tags", "region=eu,size=2")...)
	line := run.awaitSaid(t, "no worker takes it")
	if want := " waits: no worker takes it: w1 lacks tag region=eu, tag size=2"; !strings.HasPrefix(line, "evalrun: run ") || !strings.HasSuffix(line, want) {
		t.Errorf("it said %q, want %q", line, want)
	}
	p.hire(t, "--tags", "region=eu,size=2")
	p.endWell(t, run)
	p.check(t, 0)
}
