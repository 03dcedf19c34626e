package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// storeFolder is where a run folder has what a server of its own keeps.
const storeFolder = "fleet"

// leaveTimeout is for a server to take away what it has of a run.
const leaveTimeout = 10 * time.Second

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

func (e *evaluation) dial(at fleet.Address) (*fleetLink, error) {
	conn, err := e.host.dialFleet(at, toolVersion()+" run")
	if err != nil {
		return nil, err
	}
	return &fleetLink{at: at, conn: conn}, nil
}

// embed starts a server that keeps its store in the run's folder, where a run
// that ended early finds it again.
func (e *evaluation) embed(run *runstore.Run) (*fleetLink, error) {
	debug.SetGCPercent(gcPercentServing)
	store := filepath.Join(run.Path(), storeFolder)
	server, err := fleet.StartServer(store)
	if err != nil {
		return nil, infrastructure(err)
	}
	link, err := e.dial(server.Address())
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

// measure runs the plan, here or by workers.
func (e *evaluation) measure(ctx context.Context, p preparedSuite, plan runner.Plan) (runner.Outcome, error) {
	if !e.opt.fleet.used() {
		return runner.Run(context.WithoutCancel(ctx), plan)
	}
	link := e.link
	if link == nil {
		var err error
		if link, err = e.embed(plan.Store); err != nil {
			return runner.Outcome{}, err
		}
		defer link.close()
	}
	crew, err := e.startCrew(ctx, p, link.at)
	if err != nil {
		return runner.Outcome{}, err
	}
	outcome, kept, err := e.coordinate(ctx, p, plan, link)
	crew.dismiss()
	if link.server != nil && !kept {
		link.close()
		err = errors.Join(err, os.RemoveAll(link.store))
	}
	return outcome, err
}

// coordinate hands out the questions. It keeps what the server has of them
// where the run can go on: workers may still end some.
func (e *evaluation) coordinate(ctx context.Context, p preparedSuite, plan runner.Plan, link *fleetLink) (_ runner.Outcome, kept bool, _ error) {
	c, err := fleet.Coordinate(ctx, link.conn, e.job(p, plan.Store.Info()), e.governors)
	if err != nil && ctx.Err() != nil {
		return runner.Outcome{}, true, &failure{code: verdict.ExitInterrupted, err: errors.New("interrupted before anything was handed out"),
			hint: "--resume " + plan.Store.Path() + " goes on"}
	}
	if err != nil {
		return runner.Outcome{}, true, err
	}
	plan.Elsewhere = learning{Coordinator: c, suite: p}
	outcome, err := runner.Run(context.WithoutCancel(ctx), plan)
	kept = e.opt.fleet.keep || err != nil || outcome.Stop != nil
	e.leave(c, link, plan.Store.Info().ID, kept)
	return outcome, kept, err
}

// leave ends the work on a run. The run has all its records; what the server
// still has of it is no failure of the run.
func (e *evaluation) leave(c *fleet.Coordinator, link *fleetLink, id string, keep bool) {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
	defer cancel()
	if err := c.Close(ctx, keep); err != nil {
		e.host.say("%v", err)
		return
	}
	if keep && link.server == nil && !e.opt.quiet {
		e.host.say("%s: work and results stay at %s; evalrun fleet remove %s takes them away", id, link.at, id)
	}
}
