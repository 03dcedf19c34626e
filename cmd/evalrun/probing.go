package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// probe makes one request to each target and judge of the suites, so that a
// wrong key or address costs one call and not one for each question. Rules
// and recorded answers have nobody to ask, nor has a run that is complete.
func (e *evaluation) probe(ctx context.Context, prepared []preparedSuite) error {
	if settled, err := e.settled(prepared); settled || err != nil {
		return err
	}
	asked := map[string]error{}
	for _, p := range prepared {
		if p.live {
			if err := e.probeOnce(asked, "target", p.target.Ref(), func() error { return p.target.Probe(ctx) }); err != nil {
				return err
			}
		}
		if err := e.probeJudges(ctx, asked, p); err != nil {
			return err
		}
	}
	return nil
}

// probeJudges asks a suite's model, or each member of its panel. A panel can
// do without some of its members: they are told, and count as no vote.
func (e *evaluation) probeJudges(ctx context.Context, asked map[string]error, p preparedSuite) error {
	if p.ref.Kind != results.JudgeModel {
		return nil
	}
	spare := 0
	if p.ref.Panel != nil {
		spare = len(p.judges) - p.ref.Panel.Quorum
	}
	for _, j := range p.judges {
		who := j.model + " at " + j.endpoint
		err := e.probeOnce(asked, "judge", who, func() error { return j.client.Probe(ctx, judgeLike(p)) })
		if err == nil {
			continue
		}
		if spare--; spare < 0 || errors.Is(err, llm.ErrBudget) {
			return err
		}
		e.host.say("judge.panel member %s: %v; the quorum of %d can be reached without it", j.model, err, p.ref.Panel.Quorum)
	}
	return nil
}

// settled reports whether the run to be resumed has nothing left to ask.
func (e *evaluation) settled(prepared []preparedSuite) (bool, error) {
	if e.opt.resume.run == "" {
		return false, nil
	}
	store, err := runstore.Open(e.opt.resume.run)
	if err != nil {
		return false, err
	}
	return runner.Settled(store, prepared[0].suite, e.opt.resume.keepErrors)
}

// probeOnce returns what came of the first time where it was asked before.
func (e *evaluation) probeOnce(asked map[string]error, role string, who any, ask func() error) error {
	name := fmt.Sprint(role, who)
	if err, known := asked[name]; known {
		return err
	}
	asked[name] = probeError(role, ask())
	return asked[name]
}

func probeError(role string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, llm.ErrBudget):
		return &failure{code: verdict.ExitBudget, err: fmt.Errorf("the %s was not asked: %w", role, err)}
	}
	return &failure{code: verdict.ExitInfrastructure, err: fmt.Errorf("the %s cannot be used: %w", role, err),
		hint: "nothing was run; --no-probe starts without asking first"}
}

// judgeLike is a request as the judge will get it, but for its texts.
func judgeLike(p preparedSuite) llm.Request {
	prompt := judgeprompt.Build(judgeprompt.Request{Category: results.Negative})
	return llm.Request{Temperature: p.ref.Temperature, Seed: p.ref.Seed, Schema: &llm.Schema{Name: prompt.SchemaName, JSON: prompt.Schema}}
}
