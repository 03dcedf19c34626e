//go:build soak

package main

import (
	"testing"
	"time"

	"github.com/evalrun/evalrun/verdict"
)

const (
	soakQuestions = 500
	// soakLatency lets fifty kills fall within a run.
	soakLatency = 200 * time.Millisecond
	// soakWait is how long nothing is heard of a worker until its questions go
	// to another one.
	soakWait = 5 * time.Second
)

// TestSoakKills kills 50 processes over a run: workers for the most part, and
// every tenth time the coordinator, which is resumed.
func TestSoakKills(t *testing.T) {
	const kills, coordinators = 50, 5
	p := startProcesses(t, soakQuestions, fleetPlaces, soakLatency)
	p.serve(t)
	run := p.start(t, p.runArgs(t)...)
	p.quicken(t, soakWait)
	for range fleetWorkers {
		p.hire(t)
	}
	for kill := range kills {
		p.await(t, run, p.called.moment(soakQuestions/kills))
		if kill%(kills/coordinators) != 1 {
			p.replace(t)
			continue
		}
		run.kill()
		run = p.start(t, p.runArgs(t)...)
	}
	p.finish(t, run)
	p.dismiss(t)
	p.check(t, (kills-coordinators)*fleetPlaces)
}

// finish waits for the end of a run. A question that lost three workers by
// chance is given up, and the resumed run measures it.
func (p *processes) finish(t *testing.T, run *process) {
	t.Helper()
	err := run.wait()
	if run.code() == verdict.ExitInfrastructure {
		t.Logf("resumed after:\n%s", run.said)
		run = p.start(t, p.runArgs(t)...)
		err = run.wait()
	}
	if err != nil {
		t.Errorf("the run ended with %v:\n%s", err, run.said)
	}
}

// TestSoakKilledWithItsServer kills a coordinator that has the server inside,
// and with it all that its workers have in flight. The resumed one goes on
// from the store in the run's folder.
func TestSoakKilledWithItsServer(t *testing.T) {
	const kills, inFlight = 3, 16
	p := startProcesses(t, soakQuestions, 0, fleetLatency)
	args := []string{"--fleet", embeddedFleet, "--workers", "2", "--concurrency", "8", "--judge-concurrency", "8"}
	for range kills {
		moment := p.called.moment(soakQuestions / 2)
		run := p.start(t, p.runArgs(t, args...)...)
		p.await(t, run, moment)
		run.kill()
	}
	run := p.start(t, p.runArgs(t, args...)...)
	if err := run.wait(); err != nil {
		t.Errorf("resume: %v:\n%s", err, run.said)
	}
	p.check(t, kills*inFlight)
}

// TestSoakRestarts kills and stops the server of a run by turns.
func TestSoakRestarts(t *testing.T) {
	const restarts = 5
	p := startProcesses(t, soakQuestions, fleetPlaces, fleetLatency)
	s := p.serveApart(t)
	run := p.start(t, p.runArgs(t)...)
	p.quicken(t, soakWait)
	for range fleetWorkers {
		p.hire(t)
	}
	for i := range restarts {
		p.await(t, run, p.called.moment(2*soakQuestions/restarts))
		s.restart(t, []func(*process){(*process).kill, (*process).leave}[i%2], soakWait)
	}
	p.endWell(t, run)
	p.check(t, restarts*fleetWorkers*fleetPlaces)
}
