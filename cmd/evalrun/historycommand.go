package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

func historyCommand(h host) *cobra.Command {
	var o historyOptions
	var last int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "history [SUITE]",
		Short: "The last runs with their gates and means; trends, single questions, baselines",
		Long: `The last runs of a suite, or of every suite, with their gates and means.

An index in the runs folder (` + runstore.HistoryFile + `) makes this fast. It is made of the
run folders again whenever that is needed and may be removed at any time.`,
		Args: atMostOne("SUITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if last < 1 {
				return usage(cmd, "--last %d: want 1 or more", last)
			}
			if err := filled(cmd, "runs"); err != nil {
				return err
			}
			nights, err := o.nights(h, runstore.HistoryFilter{Suite: strings.Join(args, ""), Last: last})
			switch {
			case err != nil:
				return err
			case asJSON:
				return printed(reports.HistoryJSON(h.stdout, nights))
			}
			return printed(reports.HistoryText(h.stdout, nights, reports.Options{Width: h.width}))
		},
	}
	o.registerRuns(cmd)
	cmd.Flags().IntVar(&last, "last", 10, "show the newest `N` runs of a suite")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	cmd.AddCommand(historyTrendCommand(h), historyQuestionCommand(h), historyBaselineCommand(h), historyAcceptCommand(h))
	return cmd
}

// printed marks what could not be written to stdout.
func printed(err error) error {
	if err != nil {
		return infrastructure(err)
	}
	return nil
}

// tell writes one line to stdout, where results go.
func (h host) tell(format string, args ...any) error {
	_, err := fmt.Fprintln(h.stdout, reports.Visible(fmt.Sprintf(format, args...)))
	return printed(err)
}

// historyOptions say where runs and the decisions about them are.
type historyOptions struct {
	runs string
	file string
}

func (o *historyOptions) registerRuns(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.runs, "runs", "runs", "`DIR` with the run folders")
}

func (o *historyOptions) registerFile(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.file, "file", runstore.DecisionsFile, "`FILE` of baselines and accepted runs, to be committed")
}

// nights returns the runs of a filter. No run at all is no mistake; a suite
// without one is, for its name is mostly mistyped.
func (o historyOptions) nights(h host, f runstore.HistoryFilter) (nights []results.Night, err error) {
	err = o.withHistory(h, func(history *runstore.History) error {
		nights, err = history.Nights(f)
		switch {
		case err != nil:
			return infrastructure(err)
		case len(nights) == 0 && f.Suite != "":
			return unknownSuite(history, o.runs, f.Suite)
		case len(nights) == 0:
			h.say("no run in %s", o.runs)
		}
		return nil
	})
	return nights, err
}

func (o historyOptions) withHistory(h host, look func(*runstore.History) error) error {
	history, err := runstore.OpenHistory(o.runs, func(message string) { h.say("%s", message) })
	if err != nil {
		return &failure{code: verdict.ExitUsage, err: err, hint: runsHint}
	}
	err = look(history)
	if closed := history.Close(); err == nil && closed != nil {
		err = infrastructure(closed)
	}
	return err
}

const runsHint = "--runs DIR names the folder with the runs"

func unknownSuite(history *runstore.History, dir, suite string) error {
	all, err := history.Nights(runstore.HistoryFilter{Last: 1})
	if err != nil {
		return infrastructure(err)
	}
	suites := map[string]bool{}
	for _, n := range all {
		suites[n.Suite] = true
	}
	hint := runsHint
	if len(suites) > 0 {
		hint = "suites there: " + strings.Join(slices.Sorted(maps.Keys(suites)), ", ")
	}
	return &failure{code: verdict.ExitUsage, err: fmt.Errorf("no run of suite %q in %s", suite, dir), hint: hint}
}

// decisions reads the committed file.
func (o historyOptions) decisions() (*runstore.Decisions, error) {
	return runstore.OpenDecisions(o.file)
}

// baseline returns the report that a suite is compared with under a name. Its
// bytes are those that were set.
func (o historyOptions) baseline(name, suite string) (path string, err error) {
	d, err := o.decisions()
	if err != nil {
		return "", err
	}
	path, err = d.Report(name, suite)
	switch {
	case errors.Is(err, runstore.ErrNoBaseline):
		return "", &failure{code: verdict.ExitUsage, err: err, hint: baselinesOf(d, suite)}
	case err != nil:
		return "", &failure{code: verdict.ExitUsage, err: err, hint: fmt.Sprintf("evalrun history baseline set RUN --name %s sets it anew", name)}
	}
	return path, nil
}

// baselinesOf says which names a suite has.
func baselinesOf(d *runstore.Decisions, suite string) string {
	var names []string
	for _, b := range d.Baselines {
		if b.Suite == suite {
			names = append(names, b.Name)
		}
	}
	if len(names) == 0 {
		return "evalrun history baseline set RUN --name NAME sets one"
	}
	return "baselines of this suite: " + strings.Join(names, ", ")
}
