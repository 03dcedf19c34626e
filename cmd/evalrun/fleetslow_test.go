//go:build unix

package main

import (
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// slowLatency lets a run go on for longer than a worker is stopped.
const slowLatency = 300 * time.Millisecond

// TestAWorkerThatWasStoppedComesBack: it is held for longer than a worker may
// be silent, in the middle of its calls, while others measure its questions. It
// ends what it was at when it goes on, and makes no call that another one makes
// too but those that were in flight.
func TestAWorkerThatWasStoppedComesBack(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and stops processes")
	}
	t.Parallel()
	p := startProcesses(t, fewQuestions, fleetPlaces, slowLatency)
	p.serve(t)
	_, heard := p.overhear(t, "evalrun.*.start.>")
	run := p.start(t, p.runArgs(t)...)
	p.quicken(t, quickWait)
	moment := p.called.hold(betweenKills)
	p.hire(t)
	slow := p.workers[0]
	slow.awaitSaid(t, "takes part in run")
	p.await(t, run, moment)
	send(t, slow.cmd, syscall.SIGSTOP)
	p.called.letGo()
	for range fleetWorkers - 1 {
		p.hire(t)
	}
	awaitTaken(t, heard, slow.name)
	time.Sleep(2 * time.Second) // others take what else it had, and end some of it
	send(t, slow.cmd, syscall.SIGCONT)
	p.endWell(t, run)
	p.check(t, fleetPlaces)
}

// awaitTaken waits until some worker begins what another one had begun.
func awaitTaken(t *testing.T, heard <-chan *nats.Msg, from string) {
	t.Helper()
	had, end := map[string]bool{}, time.After(2*time.Minute)
	for {
		select {
		case msg := <-heard:
			b, ok := beginningOf(t, msg)
			switch {
			case !ok:
			case b.worker == from:
				had[b.task] = true
			case had[b.task]:
				return
			}
		case <-end:
			t.Fatal("no question of the worker that was stopped went to another one")
		}
	}
}
