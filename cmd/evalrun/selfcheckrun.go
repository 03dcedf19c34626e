package main

import (
	"context"
	"errors"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
)

// again judges the chosen answers into a new run folder. A run that was
// stopped measures nothing and ends with its own code.
func (o selfcheckOptions) again(ctx context.Context, h host, stored *storedAnswers, arrange arrangement, chosen chosenItems) (*runstore.Run, error) {
	e, err := newEvaluation(h, o.run)
	if err != nil {
		return nil, err
	}
	defer e.close()
	p, err := e.selfcheckOf(stored, arrange, chosen)
	if err != nil {
		return nil, err
	}
	if !o.run.noProbe {
		if err := e.probe(ctx, []preparedSuite{p.preparedSuite}); err != nil {
			return nil, err
		}
	}
	store, plan, err := e.selfcheckFolder(p)
	if err != nil {
		return nil, infrastructure(err)
	}
	e.opt.json = true // the gate over chosen answers says nothing: no table of it
	view, err := e.conduct(ctx, p.preparedSuite, store, plan)
	if err != nil {
		return nil, infrastructure(err)
	}
	if view.Doc.Run.Stop != nil {
		return nil, &failure{code: view.Doc.Gate.ExitCode}
	}
	return runstore.Open(store.Path())
}

// selfcheckOf prepares the judge of the run over its answers.
func (e *evaluation) selfcheckOf(stored *storedAnswers, arrange arrangement, chosen chosenItems) (storedRun, error) {
	was := stored.run.Info()
	p, err := e.overStored(stored, suites.JudgeSpec{When: was.Judge.When, Seed: was.Judge.Seed, MaxTokens: was.Judge.MaxTokens})
	if err != nil {
		return p, err
	}
	p.arrange = arrange
	p.info = e.derived(was, p.ref)
	p.info.Selection.Selected = len(chosen)
	p.info.Planned = len(chosen) * e.opt.repeats
	p.fill = func(store *runstore.Run) error {
		_, err := store.WriteQuestions(chosen.questions(stored.run))
		return err
	}
	return p, e.openRoots(&p)
}

// selfcheckFolder is the folder of the new run with the chosen questions in it.
// What has no answer is left out; the figures count it as skipped.
func (e *evaluation) selfcheckFolder(p storedRun) (*runstore.Run, *runner.ResumePlan, error) {
	store, err := runstore.Create(e.opt.out, measuredAs(p.info), runstore.Options{
		Now: e.host.now(), Rand: e.host.random, Scrub: e.scrub(),
	})
	if err != nil {
		return nil, nil, err
	}
	if err := p.fill(store); err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	plan, err := runner.Leave(store, func(q results.Question, repeat int) bool { return !p.stored.has(q.ID, repeat) })
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return store, plan, nil
}
