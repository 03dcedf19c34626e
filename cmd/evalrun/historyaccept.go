package main

import (
	"fmt"
	"path/filepath"
	"slices"
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
	var remove bool
	cmd := &cobra.Command{
		Use:   "accept SUITE RUN --reason TEXT",
		Short: "Take a run's level as the suite's own: its trend starts anew there",
		Long: `After a signal that turned out to be right, or after a change that was meant:
the trend of the suite starts anew with RUN, which is best the first run of the
change. The decision and its reason are written into a file that is committed.
Where several runs of a suite are accepted the newest of them governs.

evalrun history accept --remove RUN takes one back.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if remove {
				return o.unaccept(cmd, h, args, reason)
			}
			if err := exactly("SUITE", "RUN")(cmd, args); err != nil {
				return err
			}
			if strings.TrimSpace(reason) == "" {
				return usage(cmd, "--reason is missing: who reads the trend later must know why it starts anew")
			}
			return o.accept(h, args[0], args[1], strings.TrimSpace(reason))
		},
	}
	o.registerRuns(cmd)
	o.registerFile(cmd)
	cmd.Flags().StringVar(&reason, "reason", "", "why, in a sentence (`TEXT`)")
	cmd.Flags().BoolVar(&remove, "remove", false, "take back that RUN was accepted")
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
	d.Accept(results.Accepted{Suite: suite, Run: night.Run, At: h.now().UTC().Truncate(time.Second), Reason: reason})
	if err := d.Save(); err != nil {
		return infrastructure(err)
	}
	if newer := newerAccepted(d, nights, night); newer != "" {
		return h.tell("%s of %s is accepted: %s. The trend goes on from %s, which is newer and accepted too; evalrun history accept --remove %s takes that back",
			night.Run, suite, reason, newer, newer)
	}
	return h.tell("the trend of %s starts anew with %s: %s", suite, night.Run, reason)
}

// newerAccepted is the newest accepted run after one; "" for none.
func newerAccepted(d *runstore.Decisions, nights []results.Night, night results.Night) string {
	for _, n := range slices.Backward(nights) {
		switch {
		case n.Run == night.Run:
			return ""
		case slices.ContainsFunc(d.Accepted, func(a results.Accepted) bool { return a.Suite == n.Suite && a.Run == n.Run }):
			return n.Run
		}
	}
	return ""
}

func (o historyOptions) unaccept(cmd *cobra.Command, h host, args []string, reason string) error {
	suite := ""
	switch {
	case reason != "":
		return usage(cmd, "--reason belongs to a run that is accepted, --remove takes one back")
	case len(args) == 2:
		suite = args[0]
	case len(args) != 1:
		return usage(cmd, "--remove needs RUN, or SUITE and RUN, got %d", len(args))
	}
	d, err := o.decisions()
	if err != nil {
		return err
	}
	named := filepath.Base(args[len(args)-1])
	found := d.RemoveAccepted(suite, named)
	switch {
	case len(found) == 0:
		return &failure{code: verdict.ExitUsage, err: fmt.Errorf("no run %q was accepted in %s", named, o.file)}
	case len(found) > 1:
		return &failure{code: verdict.ExitUsage, err: fmt.Errorf("%q names %d accepted runs in %s", named, len(found), o.file), hint: "name SUITE and the whole RUN"}
	}
	if err := d.Save(); err != nil {
		return infrastructure(err)
	}
	return h.tell("%s of %s is no longer accepted", found[0].Run, found[0].Suite)
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
