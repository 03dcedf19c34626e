package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/offline"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// evaluation is what the suites of one command share: opened answer files,
// judge clients and the offline judge.
type evaluation struct {
	host    host
	opt     runOptions
	answers map[string]*targets.Recorded // by path
	clients []*llm.Client
	offline *offline.Server
	secrets []llm.Secret
}

// preparedSuite is a suite with everything it needs opened and checked.
type preparedSuite struct {
	suite  *suites.Suite
	target *targets.Recorded
	path   string // of the answers
	judge  *judge.Judge
	client *llm.Client
	ref    results.JudgeRef
}

func (e *evaluation) prepare(s *suites.Suite) (preparedSuite, error) {
	p := preparedSuite{suite: s}
	setup, err := e.opt.judge.resolve(e.host, s)
	if err != nil {
		return p, err
	}
	if p.path, p.target, err = e.open(s); err != nil {
		return p, err
	}
	return p, e.prepareJudge(&p, setup)
}

// open finds the suite's answers: the flag's file, else the suite's target.
func (e *evaluation) open(s *suites.Suite) (string, *targets.Recorded, error) {
	path := e.opt.answers
	if path == "" && s.Target != nil {
		path = s.Target.File
	}
	if path == "" {
		return "", nil, &failure{code: verdict.ExitUsage, err: errors.New("no answers to judge"),
			hint: "--answers FILE names recorded answers, or set target: {type: recorded, file: …} in the suite"}
	}
	if known, ok := e.answers[path]; ok {
		return path, known, nil
	}
	opened, err := targets.OpenRecorded(path)
	if err != nil {
		return "", nil, err
	}
	if e.answers == nil {
		e.answers = map[string]*targets.Recorded{}
	}
	e.answers[path] = opened
	return path, opened, nil
}

func (e *evaluation) prepareJudge(p *preparedSuite, setup judgeSetup) error {
	p.ref = setup.ref
	if p.ref.Kind == results.JudgeNone {
		return nil
	}
	if p.ref.Kind == results.JudgeOffline {
		if err := e.startOffline(); err != nil {
			return err
		}
		p.ref.Model = offline.Model
		setup.client.Model, setup.client.BaseURL = offline.Model, e.offline.BaseURL()
	}
	setup.client.MaxConns = e.opt.concurrency
	client, err := llm.New(setup.client)
	if err != nil {
		return fmt.Errorf("configure the judge: %w", err)
	}
	e.clients = append(e.clients, client)
	e.secrets = append(e.secrets, setup.client.Secrets()...)
	if p.ref.Kind == results.JudgeModel {
		p.ref.Endpoint = client.Endpoint()
	}
	temperature := 0.0
	p.ref.Temperature = &temperature
	p.client = client
	p.judge = judge.New(client, judge.Options{Model: p.ref.Model, Temperature: &temperature, Seed: p.ref.Seed, MaxTokens: p.ref.MaxTokens})
	return nil
}

// startOffline starts the rule-based judge once for all suites.
func (e *evaluation) startOffline() (err error) {
	if e.offline == nil {
		e.offline, err = offline.Start()
	}
	return err
}

func (e *evaluation) close() {
	for _, c := range e.clients {
		c.Close()
	}
	for _, a := range e.answers {
		_ = a.Close()
	}
	if e.offline != nil {
		_ = e.offline.Close()
	}
}

// runAll runs the suites one after the other and ends with the worst exit
// code. A stop that would meet the next suite too ends the command.
func (e *evaluation) runAll(ctx context.Context, prepared []preparedSuite) error {
	var views []reports.View
	worst := verdict.ExitPass
	for _, p := range prepared {
		finished, err := e.runSuite(ctx, p)
		if err != nil {
			return err
		}
		views = append(views, finished)
		worst = verdict.Worst(worst, finished.Doc.Gate.ExitCode)
		if stop := finished.Doc.Run.Stop; stop != nil && stop.Kind == results.StopInterrupt {
			break
		}
	}
	e.reportUnused()
	if err := e.print(views); err != nil {
		return err
	}
	if worst == verdict.ExitPass {
		return nil
	}
	return &failure{code: worst}
}

// print writes the command's result: one JSON document or nothing more, the
// tables having been printed as the suites ended.
func (e *evaluation) print(views []reports.View) error {
	if !e.opt.json {
		return nil
	}
	if len(views) == 1 {
		return reports.JSON(e.host.stdout, views[0])
	}
	return reports.ReportsJSON(e.host.stdout, views)
}

// reportUnused says which answers belong to no question. With several suites
// over one file an answer is unused only when none of them asked for it.
func (e *evaluation) reportUnused() {
	if e.opt.limit > 0 || len(e.opt.ids) > 0 || len(e.opt.tags) > 0 {
		return // what a filter left out is not unused
	}
	for path, recorded := range e.answers {
		if named, n := recorded.Unused(); n > 0 {
			e.host.say("%s: %s without a question: %s", path, count(n, "answer"), list(named, n))
		}
	}
}
