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
	p.hire(t)
	slow := p.workers[0]
	slow.awaitSaid(t, "takes part in run")
	p.await(t, run, p.called.moment(betweenKills))
	send(t, slow.cmd, syscall.SIGSTOP)
	for range fleetWorkers - 1 {
		p.hire(t)
	}
	time.Sleep(quickWait + 2*time.Second)
	send(t, slow.cmd, syscall.SIGCONT)
	p.endWell(t, run)
	p.check(t, fleetPlaces)
	if n := takenFrom(t, heard, slow.name); n == 0 {
		t.Error("no question of the worker that was stopped went to another one")
	}
}

// takenFrom counts the tasks that a worker began and another one after it.
func takenFrom(t *testing.T, heard <-chan *nats.Msg, worker string) (n int) {
	t.Helper()
	had := map[string]bool{}
	for {
		select {
		case msg := <-heard:
			b, ok := beginningOf(t, msg)
			switch {
			case !ok:
			case b.worker == worker:
				had[b.task] = true
			case had[b.task]:
				n++
			}
		default:
			return n
		}
	}
}
