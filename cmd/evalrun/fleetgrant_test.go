package main

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/llm"
)

// TestAWorkerHasLeaveForTheCallsOfTheRunAlone: what the run does not call has
// no limits and no budget there.
func TestAWorkerHasLeaveForTheCallsOfTheRunAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	p := startProcesses(t, 8, fleetPlaces, fleetLatency)
	p.serve(t)
	asked := make(chan struct{})
	leave := strange(t, p.at, func(ctx context.Context, g fleet.Governors) {
		own, err := g.Governor(judgeRole, p.url, "judge")
		if err != nil {
			t.Error(err)
			return
		}
		if pass, err := own.Enter(ctx, 1); err != nil {
			t.Errorf("no leave for a call that the run makes: %v", err)
		} else {
			pass.Done(llm.End{})
		}
		for _, c := range [][3]string{{judgeRole, "http://127.0.0.1:1/v1", "judge"}, {judgeRole, p.url, "dearer"}, {"miner", p.url, "judge"}} {
			other, err := g.Governor(c[0], c[1], c[2])
			if err == nil {
				_, err = other.Enter(ctx, 1)
			}
			if err == nil {
				t.Errorf("leave for %q", c)
			}
		}
		close(asked)
	})
	run := p.start(t, p.runArgs(t)...)
	p.await(t, run, asked)
	leave()
	p.hire(t)
	p.endWell(t, run)
	p.check(t, 0)
}

// strange has a worker of somebody else's making ask for what it likes, once.
// It takes no part in the run.
func strange(t *testing.T, at fleet.Address, ask func(context.Context, fleet.Governors)) (leave func()) {
	t.Helper()
	conn, err := fleet.Dial(t.Context(), at, "strange", nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var once sync.Once // it is tried again after a while
	w := fleet.Worker{
		Conn: conn, Name: "strange", Tool: toolVersion(), Concurrency: 1, Say: func(string) {}, Tell: func(string) {},
		Open: func(ctx context.Context, o fleet.Opening) (fleet.Measuring, error) {
			once.Do(func() { ask(ctx, o.Governors) })
			return nil, errors.New("it has what it came for")
		},
	}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		conn.Close()
	}
}
