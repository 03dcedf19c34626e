package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

func historyAcceptCommand(h host) *cobra.Command {
	var o historyOptions
	var reason string
	cmd := &cobra.Command{
		Use:   "accept SUITE RUN --reason TEXT",
		Short: "Take a run's level as the suite's own: its trend starts anew there",
		Long: `After a signal that turned out to be right, or after a change that was meant:
the trend of the suite starts anew with RUN. The decision and its reason are
written into a file that is committed.`,
		Args: exactly("SUITE", "RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(reason) == "" {
				return usage(cmd, "--reason is missing: who reads the trend later must know why it starts anew")
			}
			return o.accept(h, args[0], args[1], strings.TrimSpace(reason))
		},
	}
	o.registerRuns(cmd)
	o.registerFile(cmd)
	cmd.Flags().StringVar(&reason, "reason", "", "why, in a sentence (`TEXT`)")
	return cmd
}

func (o historyOptions) accept(h host, suite, named, reason string) error {
	nights, err := o.nights(h, runstore.HistoryFilter{Suite: suite})
	if err != nil {
		return err
	}
	night, err := asRun(nights, named)
	if err != nil {
		return &failure{code: verdict.ExitUsage, err: err, hint: "evalrun history " + suite + " lists the runs"}
	}
	if night.Problem != "" {
		return &failure{code: verdict.ExitUsage, err: fmt.Errorf("run %s has no figures to accept: %s", night.Run, night.Problem)}
	}
	d, err := o.decisions()
	if err != nil {
		return err
	}
	d.Accept(runstore.Accepted{Suite: suite, Run: night.Run, At: h.now().UTC().Truncate(time.Second), Reason: reason})
	if err := d.Save(); err != nil {
		return infrastructure(err)
	}
	return h.tell("the trend of %s starts anew with %s: %s", suite, night.Run, reason)
}

// asRun finds the run that a person means by a path to its folder, its id or
// the beginning of its id.
func asRun(nights []results.Night, named string) (results.Night, error) {
	var begun []results.Night
	last := filepath.Base(named)
	for _, n := range nights {
		if n.Run == last || filepath.Base(n.Folder) == last {
			return n, nil
		}
		if named != "" && strings.HasPrefix(n.Run, named) {
			begun = append(begun, n)
		}
	}
	switch len(begun) {
	case 1:
		return begun[0], nil
	case 0:
		return results.Night{}, fmt.Errorf("no run %q", named)
	}
	return results.Night{}, fmt.Errorf("%q begins the names of %d runs", named, len(begun))
}
