package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/runner"
)

// runOptions are the flags of run.
type runOptions struct {
	judge   judgeFlags
	target  targetFlags
	limits  limitFlags
	cache   cacheOptions
	resume  resumeFlags
	foresee statisticsFlags
	fleet   fleetFlags

	out          string
	root         string
	tags, ids    []string
	limit        int
	repeats      int
	judgeRepeats int
	inconclusive string
	saveAnswers  string
	against      string
	events       string
	noProbe      bool
	plan         bool
	json, quiet  bool
}

func runCommand(h host) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run SUITE...",
		Short: "Run suites, judge the answers and write reports",
		Long: `Run every question of the suites (files, folders or patterns), check and judge
the answers, and write one run folder per suite with records, report.md,
report.html, report.json and junit.xml. The exit code is the gate's; see
evalrun --help.

--resume RUN goes on with a run that ended early; its suite need not be named.

--fleet has workers measure the questions, on this machine or on others (see
evalrun worker --help). All else stays as it is: the run folder, the reports, the
limits, which then hold for all workers together, and the exit code.`,
		Args: o.resume.args,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			if err := o.settleFleet(h); err != nil {
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
	o.target.register(cmd)
	o.limits.register(cmd)
	cmd.Flags().Lookup("concurrency").Usage = "questions at once, of all workers together where there is a fleet"
	o.cache.register(cmd)
	o.resume.register(cmd)
	o.fleet.register(cmd)
	rootFlag(cmd, &o.root)
	flags := cmd.Flags()
	flags.StringVar(&o.out, "out", "runs", "`DIR` for run folders")
	flags.StringArrayVar(&o.tags, "tag", nil, "only questions with this `TAG`; may be repeated (any of them)")
	flags.StringArrayVar(&o.ids, "id", nil, "only questions whose id matches this `GLOB`; may be repeated")
	flags.IntVar(&o.limit, "limit", 0, "at most `N` questions of each suite, after the other filters")
	flags.IntVar(&o.repeats, "repeat", 1, "answers to each question")
	flags.IntVar(&o.judgeRepeats, "judge-repeat", 1, "judge calls on each answer")
	flags.StringVar(&o.inconclusive, "inconclusive", "", "exit 0 or 1 instead of 2: `pass|fail`")
	flags.StringVar(&o.saveAnswers, "save-answers", "", "also write the answers to `FILE`, one envelope a line")
	flags.StringVar(&o.against, "against", "", "compare with a baseline and gate on that too: a `NAME` of evalrun history baseline, or a path to a report")
	flags.StringVar(&o.events, "events", "", "write what happens to `FILE`, one JSON object a line; - is stdout")
	flags.BoolVar(&o.noProbe, "no-probe", false, "do not ask target and judge once before the run")
	flags.BoolVar(&o.plan, "plan", false, "print the calls, tokens and cost to expect, and call nothing")
	flags.BoolVar(&o.json, "json", false, "print report.json on stdout instead of the table")
	flags.BoolVar(&o.quiet, "quiet", false, "print problems only")
}

func (o *runOptions) check() error {
	if err := (runner.Filter{Tags: o.tags, IDs: o.ids, Limit: o.limit}).Validate(); err != nil {
		return err
	}
	if o.plan && o.resume.run != "" {
		return errors.New("--plan counts the calls of a whole run, not of what --resume has left: leave one of them out")
	}
	if o.repeats < 1 || o.judgeRepeats < 1 {
		return fmt.Errorf("--repeat is %d and --judge-repeat %d, want 1 or more", o.repeats, o.judgeRepeats)
	}
	for _, check := range []func() error{
		o.judge.check, o.target.check, o.limits.check, o.cache.check, o.resume.check, o.checkSaved,
		func() error { return checkEvents(o.events, o.json) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	switch o.inconclusive {
	case "", "pass", "fail":
	default:
		return fmt.Errorf("--inconclusive is %q, want pass or fail", o.inconclusive)
	}
	return nil
}

func (o *runOptions) settleFleet(h host) error {
	if err := o.fleet.settle(h.getenv, h.cpus); err != nil {
		return err
	}
	o.judge.away = o.fleet.remote()
	return o.fleet.checkWith(o.cache)
}

// runSuites configures every suite before the first one is run, so that a
// mistake in the last costs nothing.
func runSuites(cmd *cobra.Command, h host, o runOptions, args []string) error {
	if err := filled(cmd, "against"); err != nil {
		return err
	}
	if err := o.resume.take(cmd, h, &o, &args); err != nil {
		return err
	}
	e, err := newEvaluation(h, o)
	if err != nil {
		return err
	}
	defer e.close()
	e.openAhead()
	loaded, err := loadSuites(cmd, args, o.root)
	if err != nil {
		return err
	}
	var prepared []preparedSuite
	for _, s := range loaded {
		if !o.quiet {
			h.warn(s)
		}
		p, err := e.prepare(cmd.Context(), s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Path, err)
		}
		prepared = append(prepared, p)
	}
	if e.against, err = e.readBaselines(prepared); err != nil {
		return err
	}
	return e.start(cmd.Context(), prepared)
}

// start plans or runs suites that are ready.
func (e *evaluation) start(ctx context.Context, prepared []preparedSuite) (err error) {
	if e.opt.plan {
		return e.plan(prepared)
	}
	if e.opt.fleet.remote() {
		if e.link, err = e.dial(ctx, e.opt.fleet.at); err != nil {
			return err
		}
	} else if !e.opt.noProbe {
		if err := e.probe(ctx, prepared); err != nil {
			return err
		}
	}
	if e.events, err = e.host.openEvents(e.opt.events, e.scrub()); err != nil {
		return err
	}
	return e.against.worst(e.runAll(ctx, prepared))
}
