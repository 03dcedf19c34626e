package main

import (
	"context"
	"path/filepath"
	"runtime/debug"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
)

// storeFolder is where a run folder has what a server of its own keeps.
const storeFolder = "fleet"

// gcPercentServing bounds the heap of a process with a server inside, which has
// a hundred megabytes of its streams at hand where a run has some.
const gcPercentServing = 100

// fleetLink is the way to a fleet, and the server where that is a part of this
// process.
type fleetLink struct {
	at     fleet.Address
	conn   *fleet.Conn
	server *fleet.Server
	store  string // the server's folder
}

func (e *evaluation) dial(ctx context.Context, at fleet.Address) (*fleetLink, error) {
	conn, err := e.host.dialFleet(ctx, at, toolVersion()+" run")
	if err != nil {
		return nil, err
	}
	return &fleetLink{at: at, conn: conn}, nil
}

// embed starts a server that keeps its store in the run's folder, where a run
// that ended early finds it again.
func (e *evaluation) embed(ctx context.Context, run *runstore.Run) (*fleetLink, error) {
	debug.SetGCPercent(gcPercentServing)
	store := filepath.Join(run.Path(), storeFolder)
	server, err := fleet.StartServer(store)
	if err != nil {
		return nil, infrastructure(err)
	}
	link, err := e.dial(ctx, server.Address())
	if err != nil {
		server.Close()
		return nil, err
	}
	link.server, link.store = server, store
	return link, nil
}

func (l *fleetLink) close() {
	if l == nil {
		return
	}
	l.conn.Close()
	if l.server != nil {
		l.server.Close()
	}
}

// learning is a coordinator that passes on what workers are told beside the
// replies.
type learning struct {
	*fleet.Coordinator
	suite preparedSuite
}

// Measure implements runner.Elsewhere.
func (l learning) Measure(ctx context.Context, t runner.Task) (runner.Measured, error) {
	m, err := l.Coordinator.Measure(ctx, t)
	if m.Told != nil {
		l.suite.learn(*m.Told)
	}
	return m, err
}
