package main

import (
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/verdict"
)

func historyBaselineCommand(h host) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "Name the runs that others are compared with",
		Long: `A baseline is a run that has a name, one for each suite under the same name.
evalrun run --against NAME compares with it. The names stand in a file that is
committed, with a hash of each report: a report that has changed is refused.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(cmd, "evalrun history baseline needs set, list or remove")
			}
			return usage(cmd, "unknown %q: want set, list or remove", args[0])
		},
	}
	cmd.AddCommand(baselineSetCommand(h), baselineListCommand(h), baselineRemoveCommand(h))
	return cmd
}

// baselineName keeps a name from looking like the path that --against takes
// as well.
var baselineName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

func checkBaselineName(cmd *cobra.Command, name string) error {
	switch {
	case name == "":
		return usage(cmd, "--name is missing")
	case !baselineName.MatchString(name) || filepath.Ext(name) == ".json":
		return usage(cmd, "--name %q: want letters, digits, dot, underscore and hyphen, not ending in .json", name)
	}
	return nil
}

func baselineListCommand(h host) *cobra.Command {
	var o historyOptions
	cmd := &cobra.Command{
		Use:   "list",
		Short: "The baselines, and whether their reports are still those that were set",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			d, err := o.decisions()
			if err != nil {
				return err
			}
			for _, b := range d.Baselines {
				state := "as it was set"
				if _, err := d.Report(b.Name, b.Suite); err != nil {
					state = err.Error()
				}
				if err := h.tell("%s  %s  %s  %s  (%s)", b.Name, b.Suite, b.Run, b.Report, state); err != nil {
					return err
				}
			}
			if len(d.Baselines) == 0 {
				h.say("no baseline in %s", o.file)
			}
			return nil
		},
	}
	o.registerFile(cmd)
	return cmd
}

func baselineRemoveCommand(h host) *cobra.Command {
	var o historyOptions
	var suite string
	cmd := &cobra.Command{
		Use:   "remove NAME",
		Short: "Forget a baseline; reports and runs stay",
		Args:  one("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			d, err := o.decisions()
			if err != nil {
				return err
			}
			n := d.RemoveBaseline(args[0], suite)
			if n == 0 {
				return &failure{code: verdict.ExitUsage, err: fmt.Errorf("no baseline %q in %s", args[0], o.file), hint: "evalrun history baseline list shows them"}
			}
			if err := d.Save(); err != nil {
				return infrastructure(err)
			}
			return h.tell("removed %s", count(n, "baseline"))
		},
	}
	o.registerFile(cmd)
	cmd.Flags().StringVar(&suite, "suite", "", "of this `SUITE` alone (default: of every suite)")
	return cmd
}
