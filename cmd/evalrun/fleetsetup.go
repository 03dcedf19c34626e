package main

import (
	"cmp"
	"slices"
	"sync/atomic"
	"time"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// workerSetup is what workers open a suite's target and judges with, and what
// they must have for that.
type workerSetup struct {
	setup fleet.Setup
	needs fleet.Needs
	cool  *atomic.Bool // some worker's judge refused a temperature
}

// openForWorkers notes what the target is opened with elsewhere. Here it is
// opened only where the workers are processes of this machine: then a mistake
// shows before the run.
func (e *evaluation) openForWorkers(p *preparedSuite, spec suites.TargetSpec) (source, error) {
	opt, err := e.targetOptions(p.suite.ReadFile)
	if err != nil {
		return nil, err
	}
	if spec, err = targets.Portable(spec, opt); err != nil {
		return nil, err
	}
	p.workers.setup.Target, p.workers.setup.Params = &spec, opt.Params
	p.workers.needs.Env = append(p.workers.needs.Env, targets.Variables(spec, e.host.getenv)...)
	if spec.Command != nil && len(spec.Command.Args) > 0 {
		p.workers.needs.Commands = spec.Command.Args[:1]
	}
	if !e.opt.fleet.remote() {
		return e.openLive(spec, p.suite.ReadFile)
	}
	// A model without a price, where the cost is bounded, is refused now.
	if _, err := e.targetGovernor(spec); err != nil {
		return nil, err
	}
	return targets.Describe(spec, opt)
}

// judgesForWorkers notes who judges elsewhere.
func (p *preparedSuite) judgesForWorkers(setup judgeSetup) {
	configs := setup.members
	if configs == nil && setup.ref.Kind != results.JudgeNone {
		configs = []llm.Config{setup.client}
	}
	w := &p.workers
	w.cool = new(atomic.Bool)
	for _, c := range configs {
		w.setup.Judges = append(w.setup.Judges, fleet.JudgeSetup{
			Model: c.Model, BaseURL: c.BaseURL, KeyEnv: c.KeyEnv, Headers: c.Headers, Timeout: c.Timeout, Azure: c.Azure,
		})
		if c.KeyEnv != "" {
			w.needs.Env = append(w.needs.Env, c.KeyEnv)
		}
	}
}

// ownAckWait is how long nothing may be heard of a worker on this machine, to
// which no network is in between.
const ownAckWait = 10 * time.Second

// job is a run as its workers learn of it.
func (e *evaluation) job(p preparedSuite, info results.RunInfo) fleet.Job {
	info.Fleet = "" // workers are there
	job := fleet.Job{
		Info: info, Setup: p.workers.setup, Needs: p.workers.needs, Tags: e.opt.fleet.required, Now: e.host.now,
		WorkerWait: e.opt.fleet.workerWait, AtOnce: e.atOnce(p),
	}
	if e.opt.fleet.embedded {
		job.AckWait = ownAckWait
	}
	job.Setup.JudgeKey, job.Setup.ScoringKey = judge.Key(info.Judge), verdict.ScoringKey(info)
	job.Setup.NoCache, job.Setup.CacheMaxAge = e.opt.cache.off, e.opt.cache.askedAge()
	job.Needs.Checkouts = p.suite.Checkouts
	slices.Sort(job.Needs.Env)
	job.Needs.Env = slices.Compact(job.Needs.Env)
	if scrub := e.scrub(); scrub != nil {
		job.Scrub = func(data []byte) []byte { return runstore.ScrubJSON(data, scrub) }
	}
	return job
}

// atOnce is how many calls the run makes at once, where nobody has thought of
// it: not of --concurrency, and workers of this machine are made to fit.
func (e *evaluation) atOnce(p preparedSuite) (n int) {
	limits := e.opt.limits
	if limits.named == nil || limits.named("concurrency") || e.opt.fleet.workers > 0 {
		return 0
	}
	if p.live {
		n = limits.concurrency
	}
	if p.ref.Kind == results.JudgeModel {
		n += cmp.Or(limits.judgeConcurrency, limits.concurrency)
	}
	return n
}

// learn takes what a worker was told beside the replies into what the run says
// of its target and judge.
func (p preparedSuite) learn(told runner.Told) {
	if t, ok := p.target.(interface{ Learn(targets.Told) }); ok {
		t.Learn(told.Target)
	}
	if told.OwnTemperature {
		p.workers.cool.Store(true)
	}
}

// temperatureRefused reports whether some judge, here or elsewhere, judged at
// its own.
func (p preparedSuite) temperatureRefused() bool {
	refused := func(j openedJudge) bool { return j.TemperatureRefused() }
	return p.workers.cool != nil && p.workers.cool.Load() || slices.ContainsFunc(p.judges, refused)
}
