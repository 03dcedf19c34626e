package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// source is a target as a run needs it.
type source interface {
	targets.Target
	Probe(ctx context.Context) error
	Ref() targets.Ref
	Secrets() []llm.Secret
}

// openTarget opens what a suite's questions are put to. Recorded answers are
// opened once for all suites that use a file.
func (e *evaluation) openTarget(p *preparedSuite) error {
	spec, err := e.opt.target.spec(p.suite)
	if err != nil {
		return err
	}
	if spec.Type == suites.TargetRecorded {
		p.recorded, err = e.openRecorded(spec)
		if err != nil {
			return err
		}
		p.target = p.recorded
		return own(p.recorded, p.suite)
	}
	open := func() (source, error) { return e.openLive(spec, p.suite.ReadFile) }
	if e.opt.fleet.used() {
		open = func() (source, error) { return e.openForWorkers(p, spec) }
	}
	if p.target, err = open(); err != nil {
		return &failure{code: verdict.ExitUsage, err: err}
	}
	p.live = true
	e.open = append(e.open, p.target)
	e.secrets = append(e.secrets, p.target.Secrets()...)
	return nil
}

func (e *evaluation) targetOptions(file func(string) ([]byte, error)) (targets.Options, error) {
	params, err := e.opt.target.parameters()
	return targets.Options{
		Getenv: e.host.getenv, Params: params, File: file, MaxConns: e.opt.limits.concurrency, Now: e.host.now,
	}, err
}

// openLive makes a target that calls. Nothing is called yet. File reads what
// the suite names.
func (e *evaluation) openLive(spec suites.TargetSpec, file func(string) ([]byte, error)) (source, error) {
	opt, err := e.targetOptions(file)
	if err != nil {
		return nil, err
	}
	if spec.Command != nil && !e.opt.target.allowCommands {
		return nil, errors.New("the suite asks a program of this machine; --allow-commands permits it")
	}
	if opt.Governor, err = e.targetGovernor(spec); err != nil {
		return nil, err
	}
	switch spec.Type {
	case suites.TargetHTTP:
		return targets.NewHTTP(*spec.HTTP, opt)
	case suites.TargetOpenAI:
		return targets.NewOpenAI(*spec.OpenAI, opt)
	case suites.TargetCommand:
		return targets.NewCommand(*spec.Command, opt)
	}
	return nil, notAsked(spec)
}

// notAsked is of a target that makes no calls.
func notAsked(spec suites.TargetSpec) error {
	return fmt.Errorf("a target of type %q is not asked for answers", spec.Type)
}

// targetGovernor is that of the target's endpoint as the suite has it: what an
// environment variable says of it is nobody else's.
func (e *evaluation) targetGovernor(spec suites.TargetSpec) (llm.Governor, error) {
	if err := spec.Complete(); err != nil {
		return nil, err
	}
	switch spec.Type {
	case suites.TargetHTTP:
		return e.governors.Governor(targetRole, spec.HTTP.URL, "")
	case suites.TargetOpenAI:
		return e.governors.Governor(targetRole, spec.OpenAI.BaseURL, spec.OpenAI.Model)
	case suites.TargetCommand:
		return e.governors.Governor(targetRole, suites.TargetCommand, "")
	}
	return nil, notAsked(spec)
}

// targetRef is what run.json says of the target.
func (e *evaluation) targetRef(t source) results.TargetRef {
	ref := t.Ref()
	return results.TargetRef{
		Type: ref.Type, File: ref.File, Hash: ref.Hash, Model: ref.Model, URL: ref.URL, Settings: ref.Settings,
		Version: cmp.Or(e.opt.target.appVersion, ref.Version), Params: e.params(),
	}
}

// params are the values of --param, which parameters has accepted before.
func (e *evaluation) params() map[string]string {
	params, _ := e.opt.target.parameters()
	if len(params) == 0 {
		return nil
	}
	return params
}
