package main

import (
	"context"
	"fmt"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// measuring is a run as a worker has it open.
type measuring struct {
	*runner.Measurer
	evaluation *evaluation
	suite      preparedSuite
	scrub      func([]byte) []byte // nil: there are no secrets
}

// open makes ready to measure questions of a run with what the run itself
// would use.
func (w *workplace) open(_ context.Context, o fleet.Opening) (fleet.Measuring, error) {
	if err := sameVersion(o.Info, o.Setup); err != nil {
		return nil, err
	}
	e, err := w.evaluation(o)
	if err != nil {
		return nil, err
	}
	p, err := e.opened(o, w)
	if err != nil {
		e.close()
		return nil, err
	}
	return &measuring{evaluation: e, suite: p, scrub: e.scrub(), Measurer: runner.NewMeasurer(runner.MeasurePlan{
		Info: o.Info, Target: p.target, Live: p.live, Checkouts: p.checkouts, Judge: p.judge, Now: w.host.now, Keep: o.Keep,
	})}, nil
}

// sameVersion refuses a run that another version of evalrun measures in
// another way.
func sameVersion(info results.RunInfo, s fleet.Setup) error {
	var differ string
	switch {
	case judge.Key(info.Judge) != s.JudgeKey:
		differ = "prompts"
	case verdict.ScoringKey(info) != s.ScoringKey:
		differ = "checks"
	default:
		return nil
	}
	return fleet.Lack(fmt.Sprintf("a version of evalrun with the %s of the run, which is of %s; this is %s", differ, info.Tool, toolVersion()))
}

// evaluation is that of one run. Its limits are those that the run shares.
func (w *workplace) evaluation(o fleet.Opening) (*evaluation, error) {
	opt := runOptions{cache: w.cache, quiet: true}
	opt.limits.concurrency = w.concurrency
	opt.target.allowCommands = w.allowCommands
	opt.cache.off = opt.cache.off || o.Setup.NoCache
	if o.Setup.CacheMaxAge > 0 {
		opt.cache.maxAge = age(o.Setup.CacheMaxAge)
	}
	for name, value := range o.Setup.Params {
		opt.target.params = append(opt.target.params, name+"="+value)
	}
	e, err := newEvaluation(w.host, opt)
	if err == nil {
		e.governors = o.Governors
	}
	return e, err
}

// opened is the suite of a run as far as its questions are measured with it.
func (e *evaluation) opened(o fleet.Opening, w *workplace) (p preparedSuite, err error) {
	if o.Setup.Target != nil {
		// It is anybody's who may write to the fleet, and not read from a suite.
		spec, err := o.Setup.Target.Reread()
		if err != nil {
			return p, err
		}
		if p.target, err = e.openLive(spec, noFile); err != nil {
			return p, err
		}
		p.live = true
		e.open = append(e.open, p.target)
		e.secrets = append(e.secrets, p.target.Secrets()...)
		if was, here := o.Info.Target.Settings, p.target.Ref().Settings; was != "" && was != here {
			return p, fleet.Lack(fmt.Sprintf("a version of evalrun that takes the target as the run does, which is of %s; this is %s", o.Info.Tool, toolVersion()))
		}
	}
	setup, err := e.judgesOf(o)
	if err != nil {
		return p, err
	}
	if err := e.prepareJudge(&p, setup); err != nil {
		return p, err
	}
	p.checkouts, err = e.openSame(o.Setup.Checkouts, w)
	return p, err
}

// noFile: what a target takes from files travels with it.
func noFile(name string) ([]byte, error) { return nil, fmt.Errorf("%s is not sent to workers", name) }

// Measure implements fleet.Measuring.
func (m *measuring) Measure(ctx context.Context, t runner.Task) (runner.Measured, error) {
	out, err := m.Measurer.Measure(ctx, t)
	var told runner.Told
	if target, ok := m.suite.target.(interface{ Tell() targets.Told }); ok {
		told.Target = target.Tell()
	}
	told.OwnTemperature = m.suite.temperatureRefused()
	if told.OwnTemperature || !told.Target.IsZero() {
		out.Told = &told
	}
	return out, err
}

// Scrub implements fleet.Measuring.
func (m *measuring) Scrub(data []byte) []byte {
	if m.scrub == nil {
		return data
	}
	return runstore.ScrubJSON(data, m.scrub)
}

// Close implements fleet.Measuring.
func (m *measuring) Close() error {
	m.evaluation.reportLeft()
	m.evaluation.close()
	return nil
}
