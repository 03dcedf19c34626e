package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

func historyQuestionCommand(h host) *cobra.Command {
	var o historyOptions
	var last int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "question SUITE ID",
		Short: "One question over the last runs: how often it failed, and its scores",
		Args:  exactly("SUITE", "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if last < 1 {
				return usage(cmd, "--last %d: want 1 or more", last)
			}
			if err := filled(cmd, "runs"); err != nil {
				return err
			}
			nights, err := o.questionNights(h, args[0], args[1])
			if err != nil {
				return err
			}
			asked := reports.QuestionHistoryOf(args[0], args[1], newestRuns(nights, last))
			if asJSON {
				return printed(reports.QuestionHistoryJSON(h.stdout, asked))
			}
			return printed(reports.QuestionHistoryText(h.stdout, asked, reports.Options{Width: h.width}))
		},
	}
	o.registerRuns(cmd)
	cmd.Flags().IntVar(&last, "last", 10, "look at the newest `N` runs")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return cmd
}

// newestRuns keeps the last n runs, and what judged their answers again.
func newestRuns(nights []results.Night, n int) []results.Night {
	for i, night := range slices.Backward(nights) {
		if night.From == "" {
			n--
		}
		if n == 0 {
			return nights[i:]
		}
	}
	return nights
}

// questionNights refuses a question that no run ever had: its id is mostly
// mistyped.
func (o historyOptions) questionNights(h host, suite, id string) (nights []results.Night, err error) {
	err = o.withHistory(h, func(history *runstore.History) error {
		nights, err = history.Question(suite, id)
		switch {
		case err != nil:
			return infrastructure(err)
		case len(nights) == 0:
			return unknownSuite(history, o.runs, suite)
		case !slices.ContainsFunc(nights, func(n results.Night) bool { return len(n.Questions) > 0 }):
			return &failure{code: verdict.ExitUsage, err: fmt.Errorf("no run of suite %q in %s has a question %q", suite, o.runs, id),
				hint: "evalrun history " + suite + " lists the runs; report.md in a run's folder names its questions"}
		}
		return nil
	})
	return nights, err
}
