package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

func recheckCommand(h host) *cobra.Command {
	var o runOptions
	var suite string
	cmd := &cobra.Command{
		Use:   "recheck RUN --suite SUITE",
		Short: "Apply an edited suite to a run's answers; judge only what changed",
		Long: `Check the stored answers of a run against a suite as it is now, with its floors
and its gate, into a new run. The judge, that of the run unless --judge or
--judge-from names another, is asked only where it would be shown something else than in the run,
or by another prompt or with other settings; every other judgement is carried
over, errors too. No target is asked: questions without a stored answer are
skipped, stored answers without a question are named.`,
		Args: one("RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if suite == "" {
				return usage(cmd, "evalrun recheck needs --suite SUITE")
			}
			if err := o.checkStored(); err != nil {
				return err
			}
			s, err := loadOne(suite, o.root)
			if err != nil {
				return err
			}
			return recheck(cmd.Context(), h, o, args[0], s)
		},
	}
	o.registerStored(cmd)
	o.judge.registerFrom(cmd)
	rootFlag(cmd, &o.root)
	cmd.Flags().StringVar(&suite, "suite", "", "`SUITE` as edited")
	return cmd
}

func recheck(ctx context.Context, h host, o runOptions, folder string, s *suites.Suite) error {
	stored, err := openStored(h, folder)
	if err != nil {
		return err
	}
	defer stored.Close()
	was := stored.run.Info()
	if !o.quiet {
		h.warn(s)
		h.sayKeptJudge(o.judge, was.Judge, s.Judge)
	}
	if o.judge.from == "" {
		o.judge.takeFrom(was.Judge)
	} else if s.Judge, err = o.judge.specFrom(); err != nil {
		return err
	}
	e, err := newEvaluation(h, o)
	if err != nil {
		return err
	}
	defer e.close()
	p, err := e.recheckOf(ctx, stored, s)
	if err != nil {
		return err
	}
	if p.info.Planned == 0 {
		h.say("%s: none of %s selected, nothing to check", s.Path, count(p.info.Selection.Total, "question"))
		return &failure{code: verdict.ExitInconclusive}
	}
	carried := p.carryJudgements(was)
	err = e.judgeStored(ctx, p)
	if carried != nil && !o.quiet {
		h.say("%s carried over, %d asked for", count(int(carried.carried.Load()), "judgement"), carried.asked.Load())
	}
	return err
}

// sayKeptJudge tells when the suite names a judge that is not asked.
func (h host) sayKeptJudge(f judgeFlags, run results.JudgeRef, suite suites.JudgeSpec) {
	kept := run.Model
	if run.Kind != results.JudgeModel {
		kept = string(run.Kind)
	}
	named := suite.Model
	if suite.Panel != nil {
		named = panelName(suite.Panel)
	}
	if f.model != "" || f.from != "" || named == "" || named == kept {
		return
	}
	h.say("judged by %s as in the run; the suite names %s", kept, named)
	if suite.Panel == nil {
		h.hint("--judge %s asks that one about everything", named)
	}
}

// recheckOf prepares the suite over the stored answers. The run's filters hold.
func (e *evaluation) recheckOf(ctx context.Context, stored *storedAnswers, s *suites.Suite) (storedRun, error) {
	p, err := e.overStored(stored, s.Judge)
	if err != nil {
		return p, err
	}
	if p.checkouts, err = e.openCheckouts(s); err != nil {
		return p, err
	}
	was := stored.run.Info()
	filter := runner.FilterOf(was.Selection)
	info := e.derived(was, p.ref)
	info.Suite, info.SuiteHash = results.SuiteRef{Name: s.Name, Path: s.Path, Hash: s.Hash}, s.SuiteHash
	info.PassAt, info.Gate, info.Confidence = s.Floors, s.Gate, s.Confidence
	info.Git = gitState(ctx, s.Path)
	if info.Selection, _, err = runner.Count(s, filter); err != nil {
		return p, err
	}
	info.Planned = info.Selection.Selected * max(info.Repeats, 1)
	p.info = info
	p.fill = func(store *runstore.Run) error { return runner.Prepare(store, s, filter) }
	return p, nil
}

// carryJudgements puts what the run has been told before its judge; nil where
// nothing of that can be used.
func (p *storedRun) carryJudgements(was results.RunInfo) *carryCount {
	if p.judge == nil || !sameJudge(was, p.ref) {
		return nil
	}
	p.info.Judge.Temperature = was.Judge.Temperature
	told := &carryCount{}
	p.convene(func(j openedJudge) judge.Asker {
		return reusedJudge{judge: j, stored: p.stored, member: j.model, of: len(p.judges), count: told}
	})
	return told
}
