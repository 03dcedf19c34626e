package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// registerStored adds the flags of the commands that judge stored answers.
func (o *runOptions) registerStored(cmd *cobra.Command) {
	o.judge.register(cmd)
	o.limits.register(cmd)
	o.cache.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.out, "out", "runs", "`DIR` for the new run folder")
	flags.IntVar(&o.judgeRepeats, "judge-repeat", 0, "judge calls on each answer (default: as in RUN)")
	flags.StringVar(&o.inconclusive, "inconclusive", "", "exit 0 or 1 instead of 2: `pass|fail`")
	flags.StringVar(&o.events, "events", "", "write what happens to `FILE`, one JSON object a line; - is stdout")
	flags.BoolVar(&o.json, "json", false, "print report.json on stdout instead of the table")
	flags.BoolVar(&o.quiet, "quiet", false, "print problems only")
}

// checkStored is check with the repeats that RUN decides.
func (o runOptions) checkStored() error {
	o.repeats, o.judgeRepeats = 1, cmp.Or(o.judgeRepeats, 1)
	return o.check()
}

// storedRun is a run over stored answers about to start.
type storedRun struct {
	preparedSuite
	stored *storedAnswers
	info   results.RunInfo
	fill   func(*runstore.Run) error // writes the questions
}

// overStored prepares all but the questions; judge holds the settings that no
// flag overrides.
func (e *evaluation) overStored(stored *storedAnswers, judge suites.JudgeSpec) (storedRun, error) {
	p := storedRun{stored: stored}
	p.target = stored
	setup, err := e.opt.judge.resolve(e.host, &suites.Suite{Judge: judge})
	if err == nil {
		err = e.prepareJudge(&p.preparedSuite, setup)
	}
	return p, err
}

// judgeStored runs to the reports and the exit code.
func (e *evaluation) judgeStored(ctx context.Context, p storedRun) (err error) {
	if e.events, err = e.host.openEvents(e.opt.events, e.scrub()); err != nil {
		return err
	}
	store, plan, err := e.storedFolder(p)
	if err != nil {
		return err
	}
	view, err := e.conduct(ctx, p.preparedSuite, store, plan)
	if err != nil {
		return infrastructure(err)
	}
	return e.finish([]reports.View{view}, 1, view.Doc.Gate.ExitCode)
}

// conduct takes a run whose folder has its questions to its reports.
func (e *evaluation) conduct(ctx context.Context, p preparedSuite, store *runstore.Run, plan *runner.ResumePlan) (reports.View, error) {
	unprotected := outliveReaders()
	drawn := startDrawing(store)
	leave, err := e.execute(ctx, p, store, plan)
	defer leave()
	err = errors.Join(err, store.Close())
	view, err := drawn.after(err)
	if err == nil {
		e.events.ended(view.Doc)
	}
	unprotected()
	if err != nil {
		return view, err
	}
	if !e.printsTables() {
		return view, nil
	}
	return view, e.host.table(view, store.Path())
}

// storedFolder is the folder of the new run with its questions in it.
func (e *evaluation) storedFolder(p storedRun) (*runstore.Run, *runner.ResumePlan, error) {
	store, err := runstore.Create(e.opt.out, measuredAs(p.info), runstore.Options{
		Now: e.host.now(), Rand: e.host.random, Scrub: e.scrub(),
	})
	if err != nil {
		return nil, nil, infrastructure(err)
	}
	plan, err := e.leaveOut(store, p)
	if err != nil {
		return nil, nil, infrastructure(errors.Join(err, store.Close()))
	}
	return store, plan, nil
}

// openRoots opens the repositories that the questions of a run name, which
// count from the suite's folder. The suite itself is not read.
func (e *evaluation) openRoots(p *storedRun) (err error) {
	folder := filepath.Dir(p.info.Suite.Path)
	p.checkouts, err = e.openAll(slices.Sorted(maps.Keys(p.stored.roots)), func(name string) string {
		return filepath.Join(folder, filepath.FromSlash(name))
	})
	if err != nil {
		return &failure{code: verdict.ExitUsage, err: err, hint: fmt.Sprintf(
			"the folder counts from %s, where the run found its suite: start in the folder in which the run was started", folder)}
	}
	return nil
}
