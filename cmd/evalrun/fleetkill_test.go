package main

import (
	"testing"
	"time"
)

const (
	fleetQuestions = 200
	fleetPlaces    = 4 // of one worker
	fleetWorkers   = 3
)

// TestKilledWorkersLoseNothing kills five workers at moments of a run, each
// with SIGKILL, and has others take their places. The run ends as one without
// a fleet does, and no more calls are made again than the killed had in flight.
func TestKilledWorkersLoseNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	t.Parallel()
	alone := startProcesses(t, fleetQuestions, fleetPlaces, fleetLatency)
	want := alone.start(t, alone.runArgs(t, "--fleet", noFleet)...)

	const kills = 5
	p := startProcesses(t, fleetQuestions, fleetPlaces, fleetLatency)
	p.serve(t)
	run := p.start(t, p.runArgs(t)...)
	// Longer than a worker of a busy machine is silent, and shorter than a test
	// may take.
	p.quicken(t, 3*time.Second)
	for range fleetWorkers {
		p.hire(t)
	}
	for range kills {
		p.await(t, run, p.called.moment(betweenKills))
		p.replace(t)
	}
	_, _ = run.wait(), want.wait()
	if got, want := run.code(), want.code(); got != want {
		t.Errorf("exit %d, and %d without a fleet:\n%s", got, want, run.said)
	}
	p.dismiss(t)
	alone.check(t, 0)
	p.check(t, kills*fleetPlaces)
}

// TestAKilledCoordinatorPaysNothingTwice kills the coordinator of a run
// and resumes it. Its workers stay: what they had in flight ends as if
// nothing had been.
func TestAKilledCoordinatorPaysNothingTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	t.Parallel()
	p := startProcesses(t, fleetQuestions, fleetPlaces, fleetLatency)
	p.serve(t)
	for range fleetWorkers {
		p.hire(t)
	}
	moment := p.called.moment(fleetQuestions)
	run := p.start(t, p.runArgs(t)...)
	p.await(t, run, moment)
	run.kill()
	run = p.start(t, p.runArgs(t)...)
	if err := run.wait(); err != nil {
		t.Errorf("resume: %v:\n%s", err, run.said)
	}
	p.dismiss(t)
	p.check(t, 0)
}
