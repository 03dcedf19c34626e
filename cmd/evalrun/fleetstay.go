package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/verdict"
)

// stay is a run at a fleet, from its opening there until it takes its leave.
type stay struct {
	e           *evaluation
	run         string // its id
	link        *fleetLink
	crew        *crew
	coordinator *fleet.Coordinator // nil: nothing was handed out
	kept        bool               // what the server has of the run is wanted again
}

// measure runs the plan, here or by workers. What is left to do then can wait
// until the run has its reports; it is to be done in any case.
func (e *evaluation) measure(ctx context.Context, p preparedSuite, plan runner.Plan) (_ runner.Outcome, leave func(), _ error) {
	if !e.opt.fleet.used() {
		out, err := runner.Run(context.WithoutCancel(ctx), plan)
		return out, func() {}, err
	}
	s := &stay{e: e, run: plan.Store.Info().ID, kept: true}
	out, err := s.measure(ctx, p, plan)
	return out, s.leave, err
}

func (s *stay) measure(ctx context.Context, p preparedSuite, plan runner.Plan) (runner.Outcome, error) {
	if err := s.open(ctx, p, plan); err != nil {
		if ctx.Err() != nil { // it ends like every run that is interrupted
			return runner.Run(ctx, plan)
		}
		return runner.Outcome{}, err
	}
	plan.Elsewhere = learning{Coordinator: s.coordinator, suite: p}
	out, err := runner.Run(context.WithoutCancel(ctx), plan)
	s.kept = s.e.opt.fleet.keep || err != nil || out.Stop != nil
	if n := s.coordinator.Taken(); n > 0 && !s.e.opt.quiet {
		s.e.host.say("resumed: the fleet had %s already", count(n, "result"))
	}
	if why := s.coordinator.Idle(); why != "" && out.Stop != nil {
		out.Stop.Message += "; " + why
	}
	if errors.Is(err, fleet.ErrNoWorker) {
		return out, &failure{code: verdict.ExitInfrastructure, err: err, hint: fmt.Sprintf("evalrun run --resume %s %s goes on when a worker is there", plan.Store.Path(), s.e.opt.fleet.again())}
	}
	return out, err
}

// open makes everything ready before the first question is handed out.
func (s *stay) open(ctx context.Context, p preparedSuite, plan runner.Plan) (err error) {
	if s.link = s.e.link; s.link == nil {
		if s.link, err = s.e.embed(ctx, plan.Store); err != nil {
			return err
		}
	}
	if s.crew, err = s.e.startCrew(ctx, p, s.link.at); err != nil {
		return err
	}
	s.coordinator, err = fleet.Coordinate(ctx, s.link.conn, s.e.job(p, plan.Store.Info()), forWorkers(s.e.governors))
	if errors.Is(err, fleet.ErrDenied) || errors.Is(err, fleet.ErrFull) {
		return &failure{code: verdict.ExitInfrastructure, err: fmt.Errorf("%w: %w", errNotBegun, err), hint: dialHint(err)}
	}
	return err
}

// leave ends the work on the run at the server and has the workers of this
// machine leave. The run has all its records; what the server still has of it
// is no failure of the run.
func (s *stay) leave() {
	if s.coordinator != nil {
		s.close()
	}
	if s.crew != nil {
		s.crew.dismiss(s.e.within(dismissal, 1))
	}
	if s.link == nil || s.link.server == nil {
		return // the link is that of all suites
	}
	s.link.close()
	if s.kept {
		return
	}
	if err := os.RemoveAll(s.link.store); err != nil {
		s.e.host.say("%v", err)
	}
}

func (s *stay) close() {
	ctx, cancel := context.WithTimeout(context.Background(), s.e.within(leaveTimeout, 2))
	defer cancel()
	if err := s.coordinator.Close(ctx, s.kept); err != nil {
		s.e.host.say("%v", err)
		return
	}
	if s.kept && s.link.server == nil && !s.e.opt.quiet {
		s.e.host.say("%s: work and results stay at %s; evalrun fleet remove %s takes them away", s.run, s.link.at, s.run)
	}
}
