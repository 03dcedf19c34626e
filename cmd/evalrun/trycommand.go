package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

func tryCommand(h host) *cobra.Command {
	var o runOptions
	var id string
	cmd := &cobra.Command{
		Use:   "try SUITE --id ID",
		Short: "Run one question and print everything about it",
		Long: `Run one question as run would and print the request, the raw reply, the
envelope, the findings, the prompt, the judge's replies and the verdict.
Nothing is stored.`,
		Args: one("SUITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if id == "" {
				return usage(cmd, "evalrun try needs --id ID")
			}
			if err := errors.Join(o.judge.check(), o.target.check()); err != nil {
				return err
			}
			s, err := loadOne(args[0], o.root)
			if err != nil {
				return err
			}
			q, err := questionOf(s, id)
			if err != nil {
				return err
			}
			return tryQuestion(cmd.Context(), h, o, s, q)
		},
	}
	o.judge.register(cmd)
	o.target.register(cmd)
	rootFlag(cmd, &o.root)
	cmd.Flags().StringVar(&id, "id", "", "`ID` of the question")
	return cmd
}

// tryQuestion runs the question in a run folder that is thrown away, so that it takes
// the very path of a run.
func tryQuestion(ctx context.Context, h host, o runOptions, s *suites.Suite, q suites.Question) error {
	dir, err := os.MkdirTemp("", "evalrun-try")
	if err != nil {
		return infrastructure(err)
	}
	defer os.RemoveAll(dir)
	o.out, o.quiet, o.ids = dir, true, []string{literal(q.ID)}
	o.limits.concurrency, o.repeats, o.judgeRepeats, o.cache.off = 1, 1, 1, true
	e, err := newEvaluation(h, o)
	if err != nil {
		return err
	}
	defer e.close()
	p, err := e.prepare(ctx, s)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	view, err := e.runSuite(ctx, p)
	if err != nil {
		return err
	}
	v, err := tell(h.stdout, p, q, view, dir)
	if err != nil {
		return err
	}
	return codeOf(view, v)
}

// literal escapes a pattern's characters, so that it fits one id only.
func literal(id string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(id)
}

// codeOf is the verdict of the one question as an exit code: a suite's floor
// for many says nothing about one, and the gate says nothing of a question that
// is an anchor or in quarantine.
func codeOf(view reports.View, v results.Verdict) error {
	switch {
	case view.Doc.Run.Stop != nil || v == results.Error:
		return &failure{code: verdict.Worst(view.Doc.Gate.ExitCode, verdict.ExitInfrastructure)}
	case v == results.Fail:
		return &failure{code: verdict.ExitFail}
	case v != results.Pass:
		return &failure{code: verdict.ExitInconclusive}
	}
	return nil
}
