package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/evalrun/evalrun/grounding/repository"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/llm"
	"github.com/evalrun/evalrun/offline"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// evaluation is what the suites of one command share: opened answer files,
// judge clients and the offline judge.
type evaluation struct {
	host      host
	opt       runOptions
	answers   map[string]*targets.Recorded // by path
	clients   []*llm.Client
	offline   *offline.Server
	checkouts []*repository.Index
	secrets   []llm.Secret
	partial   bool // some question of the suites was not asked for its answer
}

// preparedSuite is a suite with everything it needs opened and checked.
type preparedSuite struct {
	suite  *suites.Suite
	target *targets.Recorded
	path   string // of the answers
	judge  *judge.Judge
	client *llm.Client
	ref    results.JudgeRef

	filter    runner.Filter
	selection results.Selection
	checkouts map[string]*repository.Index
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
	if err := own(p.target, s); err != nil {
		return p, err
	}
	if err := e.choose(&p); err != nil {
		return p, err
	}
	if p.checkouts, err = e.openCheckouts(s); err != nil {
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
	opened, err := openAnswers(path)
	if err != nil {
		return "", nil, err
	}
	if e.answers == nil {
		e.answers = map[string]*targets.Recorded{}
	}
	e.answers[path] = opened
	return path, opened, nil
}

// openAnswers says from where a path counts when nothing is there: the usual
// mistake after changing the folder.
func openAnswers(path string) (*targets.Recorded, error) {
	opened, err := targets.OpenRecorded(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &failure{code: verdict.ExitUsage, err: fmt.Errorf("no answers file %s", path),
			hint: "--answers counts from the current folder, target.file from the suite's"}
	}
	return opened, err
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
	for _, c := range e.checkouts {
		_ = c.Close()
	}
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
			e.host.sayError(fmt.Errorf("%s: %w", p.suite.Path, err), "")
			worst = verdict.Worst(worst, verdict.ExitInfrastructure)
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
	e.reportUnused()
	e.reportLeft()
	if err := e.print(views, len(prepared)); err != nil {
		return infrastructure(err)
	}
	if worst == verdict.ExitPass {
		return nil
	}
	return &failure{code: worst}
}

// print writes the command's result as one JSON document: a report, or a list
// where several suites were asked for or none could be run. Without --json
// the tables were printed as the suites ended.
func (e *evaluation) print(views []reports.View, asked int) error {
	switch {
	case !e.opt.json:
		return nil
	case asked == 1 && len(views) == 1:
		return reports.JSON(e.host.stdout, views[0])
	}
	return reports.ReportsJSON(e.host.stdout, views)
}

// reportUnused says which answers belong to no question. With several suites
// over one file an answer is unused only when none of them asked for it.
func (e *evaluation) reportUnused() {
	if e.partial {
		return // what nobody came to ask for is not unused
	}
	for _, path := range slices.Sorted(maps.Keys(e.answers)) {
		if named, n := e.answers[path].Unused(); n > 0 {
			e.host.say("%s: %s without a question: %s", path, count(n, "answer"), list(named, n))
		}
	}
}
