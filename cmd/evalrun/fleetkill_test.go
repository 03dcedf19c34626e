package main

import (
	"testing"
	"time"
)

const (
	fleetQuestions = 200
	fewQuestions   = 100 // where one moment matters
	fleetPlaces    = 4   // of one worker
	fleetWorkers   = 3
)

// quickWait is how long nothing is heard of a worker until its questions go to
// another one: longer than a worker of a busy machine is silent, and shorter
// than a test may take.
const quickWait = 10 * time.Second

// TestKilledWorkersLoseNothing kills five workers at moments of a run, each
// with SIGKILL, and has others take their places. The run ends and reports as one
// without a fleet does, and no more calls are made again than the killed had in
// flight.
func TestKilledWorkersLoseNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	t.Parallel()
	const kills = 5
	p := startProcesses(t, fleetQuestions, fleetPlaces, fleetLatency)
	want := p.alone(t)
	p.serve(t)
	run := p.start(t, p.runArgs(t)...)
	p.quicken(t, quickWait)
	moment := p.called.hold(betweenKills)
	for range fleetWorkers {
		p.hire(t)
	}
	for range kills {
		p.await(t, run, moment)
		p.replace(t)
		moment = p.called.hold(betweenKills)
	}
	p.endLike(t, run, want)
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
	want := p.alone(t)
	p.serve(t)
	for range fleetWorkers {
		p.hire(t)
	}
	moment := p.called.hold(fleetQuestions)
	run := p.start(t, p.runArgs(t)...)
	p.await(t, run, moment)
	run.kill()
	p.endLike(t, p.start(t, p.runArgs(t)...), want, continued)
	p.check(t, 0)
}
