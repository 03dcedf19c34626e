package main

import (
	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
)

func rejudgeCommand(h host) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "rejudge RUN --judge MODEL | --judge-from OTHER",
		Short: "Judge a run's answers again, with another judge, into a new run",
		Long: `Check and judge the stored answers of a run again: the same questions and
rubrics, the same answers, floors and gate, another judge: the one that --judge
names, or with --judge-from the one that another run was judged by, with its
endpoint and settings, so that the two runs can be compared. The result is a new
run folder; the old one is only read, and no target is asked. A question that
had no answer keeps its error, one that was not run stays skipped.`,
		Args: one("RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.judge.model == "" && o.judge.from == "" {
				return usage(cmd, "evalrun rejudge needs --judge MODEL or --judge-from OTHER")
			}
			if err := o.checkStored(); err != nil {
				return err
			}
			return rejudge(cmd, h, o, args[0])
		},
	}
	o.registerStored(cmd)
	o.judge.registerFrom(cmd)
	cmd.Flags().BoolVar(&o.noProbe, "no-probe", false, "do not ask the judge once before the run")
	return cmd
}

func rejudge(cmd *cobra.Command, h host, o runOptions, folder string) error {
	stored, err := openStored(h, folder)
	if err != nil {
		return err
	}
	defer stored.Close()
	was := stored.run.Info()
	spec := suites.JudgeSpec{When: was.Judge.When, Seed: was.Judge.Seed, MaxTokens: was.Judge.MaxTokens}
	if o.judge.from != "" {
		if spec, err = o.judge.specFrom(); err != nil {
			return err
		}
	}
	e, err := newEvaluation(h, o)
	if err != nil {
		return err
	}
	defer e.close()
	p, err := e.overStored(stored, spec)
	if err != nil {
		return err
	}
	p.info = e.derived(was, p.ref)
	p.fill = func(store *runstore.Run) error { return runner.PrepareFrom(store, stored.run) }
	if err := e.openRoots(&p); err != nil {
		return err
	}
	if !o.noProbe {
		if err := e.probe(cmd.Context(), []preparedSuite{p.preparedSuite}); err != nil {
			return err
		}
	}
	return e.judgeStored(cmd.Context(), p)
}
