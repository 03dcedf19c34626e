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
		Use:   "rejudge RUN --judge MODEL",
		Short: "Judge a run's answers again, with another judge, into a new run",
		Long: `Check and judge the stored answers of a run again: the same questions and
rubrics, the same answers, floors and gate, another judge. The result is a new
run folder; the old one is only read, and no target is asked. A question that
had no answer keeps its error, one that was not run stays skipped.`,
		Args: one("RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.judge.model == "" {
				return usage(cmd, "evalrun rejudge needs --judge MODEL")
			}
			if err := o.checkStored(); err != nil {
				return err
			}
			return rejudge(cmd, h, o, args[0])
		},
	}
	o.registerStored(cmd)
	cmd.Flags().BoolVar(&o.noProbe, "no-probe", false, "do not ask the judge once before the run")
	return cmd
}

func rejudge(cmd *cobra.Command, h host, o runOptions, folder string) error {
	stored, err := openStored(h, folder)
	if err != nil {
		return err
	}
	defer stored.Close()
	e, err := newEvaluation(h, o)
	if err != nil {
		return err
	}
	defer e.close()
	was := stored.run.Info()
	p, err := e.overStored(stored, suites.JudgeSpec{When: was.Judge.When, Seed: was.Judge.Seed, MaxTokens: was.Judge.MaxTokens})
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
