package main

import (
	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

func reportCommand(h host) *cobra.Command {
	var asJSON, quiet bool
	cmd := &cobra.Command{
		Use:   "report RUN",
		Short: "Draw a run's reports again from its records; calls nothing",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return redraw(h, args[0], asJSON, quiet)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print report.json on stdout instead of the table")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print problems only")
	return cmd
}

// redraw exits with the run's own code, so that a job can gate on a stored
// run as it does on a fresh one.
func redraw(h host, folder string, asJSON, quiet bool) error {
	store, err := runstore.Open(folder)
	if err != nil {
		return err
	}
	for _, warning := range store.Warnings() {
		h.say("%s", warning)
	}
	view, err := drawReports(store)
	if err != nil {
		return err
	}
	switch {
	case asJSON:
		err = reports.JSON(h.stdout, view)
	case !quiet:
		err = h.table(view, folder)
	}
	if code := view.Doc.Gate.ExitCode; err == nil && code != verdict.ExitPass {
		return &failure{code: code}
	}
	return err
}
