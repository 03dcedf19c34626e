package main

import (
	"errors"
	"io/fs"

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
		Args:  one("RUN"),
		RunE: func(_ *cobra.Command, args []string) error {
			return redraw(h, args[0], asJSON, quiet)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print report.json on stdout instead of the table")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print problems only")
	return cmd
}

// openRun opens a run folder for reading.
func openRun(h host, folder string) (*runstore.Run, error) {
	store, err := runstore.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &failure{code: verdict.ExitUsage, err: err, hint: "RUN is a folder such as runs/20260301T120000Z-suite-1a2b"}
	}
	if err != nil {
		return nil, err
	}
	for _, warning := range store.Warnings() {
		h.say("%s", warning)
	}
	return store, nil
}

// redraw exits with the run's own code, so that a job can gate on a stored
// run as it does on a fresh one.
func redraw(h host, folder string, asJSON, quiet bool) error {
	store, err := openRun(h, folder)
	if err != nil {
		return err
	}
	view, err := drawReports(store, store.Outcomes())
	if err != nil {
		return infrastructure(err)
	}
	switch {
	case asJSON:
		err = reports.JSON(h.stdout, view)
	case !quiet:
		err = h.table(view, folder)
	}
	if err != nil {
		return infrastructure(err)
	}
	if code := view.Doc.Gate.ExitCode; code != verdict.ExitPass {
		return &failure{code: code}
	}
	return nil
}
