package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/runner"
)

// runOptions are the flags of run.
type runOptions struct {
	judge        judgeFlags
	answers      string
	out          string
	root         string
	concurrency  int
	tags, ids    []string
	limit        int
	inconclusive string
	json, quiet  bool
	noCache      bool
}

func runCommand(h host) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run SUITE...",
		Short: "Run suites, judge the answers and write reports",
		Long: `Run every question of the suites (files, folders or patterns), check and judge
the answers, and write one run folder per suite with records, report.md,
report.json and junit.xml. The exit code is the gate's; see evalrun --help.`,
		Args: some("SUITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			return runSuites(cmd, h, o, args)
		},
	}
	o.register(cmd)
	return cmd
}

func (o *runOptions) register(cmd *cobra.Command) {
	o.judge.register(cmd)
	rootFlag(cmd, &o.root)
	flags := cmd.Flags()
	flags.StringVar(&o.answers, "answers", "", "recorded answers, JSON Lines `FILE`; overrides the suite's target")
	flags.StringVar(&o.out, "out", "runs", "`DIR` for run folders")
	flags.IntVar(&o.concurrency, "concurrency", 8, "questions at once")
	flags.StringArrayVar(&o.tags, "tag", nil, "only questions with this `TAG`; may be repeated (any of them)")
	flags.StringArrayVar(&o.ids, "id", nil, "only questions whose id matches this `GLOB`; may be repeated")
	flags.IntVar(&o.limit, "limit", 0, "at most `N` questions of each suite, after the other filters")
	flags.StringVar(&o.inconclusive, "inconclusive", "", "exit 0 or 1 instead of 2: `pass|fail`")
	flags.BoolVar(&o.noCache, "no-cache", false, "do not use stored judge replies (there is no cache yet: accepted for scripts)")
	flags.BoolVar(&o.json, "json", false, "print report.json on stdout instead of the table")
	flags.BoolVar(&o.quiet, "quiet", false, "print problems only")
}

func (o *runOptions) check() error {
	if o.concurrency < 1 {
		return fmt.Errorf("--concurrency is %d, want 1 or more", o.concurrency)
	}
	if err := (runner.Filter{Tags: o.tags, IDs: o.ids, Limit: o.limit}).Validate(); err != nil {
		return err
	}
	if err := o.judge.check(); err != nil {
		return err
	}
	switch o.inconclusive {
	case "", "pass", "fail":
	default:
		return fmt.Errorf("--inconclusive is %q, want pass or fail", o.inconclusive)
	}
	return nil
}

// runSuites configures every suite before the first one is run, so that a
// mistake in the last costs nothing.
func runSuites(cmd *cobra.Command, h host, o runOptions, args []string) error {
	loaded, err := loadSuites(cmd, args, o.root)
	if err != nil {
		return err
	}
	e := &evaluation{host: h, opt: o}
	defer e.close()
	var prepared []preparedSuite
	for _, s := range loaded {
		if !o.quiet {
			h.warn(s)
		}
		p, err := e.prepare(s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Path, err)
		}
		prepared = append(prepared, p)
	}
	return e.runAll(cmd.Context(), prepared)
}
