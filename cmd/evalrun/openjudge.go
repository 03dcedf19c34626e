package main

import (
	"cmp"
	"fmt"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/offline"
	"github.com/evalrun/evalrun/results"
)

// openedJudge is a model, or the rules, ready to be asked.
type openedJudge struct {
	*judge.Judge
	model, endpoint string
	client          *llm.Client
}

func (e *evaluation) prepareJudge(p *preparedSuite, setup judgeSetup) error {
	p.ref = setup.ref
	if e.opt.fleet.used() {
		p.judgesForWorkers(setup)
	}
	if p.ref.Kind == results.JudgeNone {
		return nil
	}
	if setup.members != nil {
		return e.preparePanel(p, setup)
	}
	opened, err := e.openJudge(&p.ref, setup.client)
	if err != nil {
		return err
	}
	p.ref.Endpoint, p.ref.Temperature = opened.endpoint, new(float64)
	p.judges = []openedJudge{opened}
	p.convene(func(j openedJudge) judge.Asker { return j })
	return nil
}

// openJudge makes ready to ask a model, or the rules, whose name it puts into
// ref.
func (e *evaluation) openJudge(ref *results.JudgeRef, config llm.Config) (openedJudge, error) {
	if err := e.judgeEndpoint(ref, &config); err != nil {
		return openedJudge{}, err
	}
	client, err := llm.New(config)
	if err != nil {
		return openedJudge{}, fmt.Errorf("configure the judge: %w", err)
	}
	e.clients = append(e.clients, client)
	e.secrets = append(e.secrets, config.Secrets()...)
	opt := judge.Options{Model: ref.Model, Temperature: new(float64), Seed: ref.Seed, MaxTokens: ref.MaxTokens}
	out := openedJudge{model: ref.Model, client: client}
	if ref.Kind == results.JudgeModel {
		out.endpoint = client.Endpoint()
		opt.Endpoint, opt.Cache = out.endpoint, e.judgeCache().forJudge(e.secrets...)
	}
	out.Judge = judge.New(client, opt)
	return out, nil
}

// judgeEndpoint points a client at its judge: the rules inside this process,
// which no limit holds back, or a model.
func (e *evaluation) judgeEndpoint(ref *results.JudgeRef, client *llm.Config) (err error) {
	client.MaxConns = cmp.Or(e.opt.limits.judgeConcurrency, e.opt.limits.concurrency)
	if ref.Kind == results.JudgeModel {
		client.Governor, err = e.governors.Governor(judgeRole, client.BaseURL, client.Model)
		return err
	}
	ref.Model, client.Model = offline.Model, offline.Model
	if e.opt.fleet.used() { // each worker has its own
		return nil
	}
	if e.offline == nil {
		if e.offline, err = offline.Start(); err != nil {
			return err
		}
	}
	client.BaseURL = e.offline.BaseURL()
	return nil
}

// judgeCache opens the stored calls when the first judge that is a model
// needs them; what cannot be opened is told once. Workers have their own.
func (e *evaluation) judgeCache() *judgeCache {
	if e.opt.fleet.used() {
		return nil
	}
	e.openCache.Do(func() { e.cache = openJudgeCache(e.host, e.opt.cache) })
	return e.cache
}
