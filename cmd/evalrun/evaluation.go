package main

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evalrun/evalrun/grounding/repository"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/offline"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// evaluation is what the suites of one command share: opened targets, judge
// clients and the offline judge, and the limits of all of them.
type evaluation struct {
	host      host
	opt       runOptions
	answers   map[string]*targets.Recorded      // by path
	ahead     func() (*targets.Recorded, error) // those of --answers, once they are open; nil without the flag
	open      []source                          // targets that call
	clients   []*llm.Client
	openCache sync.Once
	cache     *judgeCache // nil: none
	offline   *offline.Server
	checkouts []*repository.Index
	secrets   []llm.Secret
	events    *eventStream
	against   *against // nil: no baseline

	budget    *llm.Budget
	prices    llm.Prices
	governors governors
	deadline  time.Time  // zero: none
	link      *fleetLink // to workers that may be anywhere; nil: none, or not yet

	interrupted atomic.Pointer[time.Time] // when; nil: not

	partial bool // some question of the suites was not asked for its answer
}

// newEvaluation opens what a command needs whatever its suites say.
func newEvaluation(h host, o runOptions) (*evaluation, error) {
	e := &evaluation{host: h, opt: o}
	var err error
	if e.budget, e.prices, err = o.limits.budget(); err != nil {
		return nil, err
	}
	e.governors = &ownGovernors{flags: o.limits, budget: e.budget, now: h.now}
	if o.limits.maxTime > 0 {
		e.deadline = h.now().Add(o.limits.maxTime)
	}
	return e, nil
}

// preparedSuite is a suite with everything it needs opened and checked.
type preparedSuite struct {
	suite    *suites.Suite
	target   source
	recorded *targets.Recorded // the target, where its answers are recorded
	live     bool              // each answer is a call
	judge    runner.Judge      // nil asks nobody
	judges   []openedJudge     // the judge, the members of a panel, or none
	ref      results.JudgeRef

	filter    runner.Filter
	selection results.Selection
	checkouts map[string]*repository.Index
	arrange   arrangement
	workers   workerSetup            // where workers measure
	git       func() *results.GitRef // waits for what git says of the suite's repository
}

// copies reports whether the repeats of a question would be copies of the one
// answer that is recorded.
func (p preparedSuite) copies(repeats int) bool {
	return p.recorded != nil && p.recorded.Copies(repeats)
}

func (e *evaluation) prepare(ctx context.Context, s *suites.Suite) (preparedSuite, error) {
	p := preparedSuite{suite: s, git: askGit(ctx, s.Path)}
	setup, err := e.opt.judge.resolve(e.host, s)
	if err != nil {
		return p, err
	}
	if err := e.openTarget(&p); err != nil {
		return p, err
	}
	if p.copies(e.opt.repeats) {
		e.host.say("%s: the answers file holds one answer to each question: the %d repeats are copies and measure nothing", s.Path, e.opt.repeats)
		e.host.hint("ask the target itself, or record every try (an Inspect log with epochs); else leave out --repeat")
	}
	if err := e.choose(&p); err != nil {
		return p, err
	}
	if e.opt.fleet.used() { // then workers have them
		p.workers.setup.Checkouts, err = e.host.checkoutStates(s)
	} else {
		p.checkouts, err = e.openCheckouts(s)
	}
	if err != nil {
		return p, err
	}
	return p, e.prepareJudge(&p, setup)
}

// own tells the answers which ids the suite has, where that can matter.
func own(recorded *targets.Recorded, s *suites.Suite) error {
	if !recorded.MatchesByQuery() {
		return nil
	}
	for q, err := range s.Questions() {
		if err != nil {
			return err
		}
		recorded.Own(q.ID)
	}
	return nil
}

// choose counts what the filters pick and names those that fit no question:
// mostly typing errors.
func (e *evaluation) choose(p *preparedSuite) (err error) {
	p.filter = runner.Filter{Tags: e.opt.tags, IDs: e.opt.ids, Limit: e.opt.limit}
	var unmatched []string
	if p.selection, unmatched, err = runner.Count(p.suite, p.filter); err != nil {
		return err
	}
	for _, name := range unmatched {
		e.host.say("%s: no question has %s", p.suite.Path, name)
	}
	if p.selection.Selected == 0 {
		e.host.say("%s: none of %s selected, nothing to run", p.suite.Path, count(p.selection.Total, "question"))
	}
	return nil
}

func (e *evaluation) close() {
	e.link.close()
	for _, c := range e.clients {
		c.Close()
	}
	for _, t := range e.open {
		_ = t.Close()
	}
	if e.ahead != nil {
		if a, err := e.ahead(); err == nil {
			_ = a.Close()
		}
	}
	for _, a := range e.answers {
		_ = a.Close() // a second time does no harm
	}
	for _, c := range e.checkouts {
		_ = c.Close()
	}
	e.cache.Close()
	if e.offline != nil {
		_ = e.offline.Close()
	}
}

// runAll runs the suites one after the other and ends with the worst exit
// code. What is finished is printed whatever becomes of the rest.
func (e *evaluation) runAll(ctx context.Context, prepared []preparedSuite) error {
	var views []reports.View
	worst := verdict.ExitPass
	for i, p := range prepared {
		e.partial = e.partial || p.selection.Selected < p.selection.Total
		if p.selection.Selected == 0 {
			worst = verdict.Worst(worst, verdict.ExitInconclusive)
			continue
		}
		view, err := e.runSuite(ctx, p)
		if err != nil {
			e.partial = true
			worst = verdict.Worst(worst, e.host.sayBroken(p.suite.Path, err))
			continue
		}
		views = append(views, view)
		worst = verdict.Worst(worst, view.Doc.Gate.ExitCode)
		if stop := view.Doc.Run.Stop; stop != nil {
			e.partial = true
			if left := len(prepared) - i - 1; left > 0 {
				e.host.say("%s not run: %s", count(left, "further suite"), stop.Message)
			}
			break
		}
	}
	return e.finish(views, len(prepared), worst)
}

// finish prints what the suites gave and returns their worst exit code.
func (e *evaluation) finish(views []reports.View, asked, worst int) error {
	e.reportUnused()
	e.reportLeft()
	e.saySpent()
	if err := e.print(views, asked); err != nil {
		return infrastructure(err)
	}
	if err := errors.Join(e.saveAnswers(views), e.events.close()); err != nil {
		return infrastructure(err)
	}
	if worst == verdict.ExitPass {
		return nil
	}
	return &failure{code: worst}
}
