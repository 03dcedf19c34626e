package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

func baselineSetCommand(h host) *cobra.Command {
	var o historyOptions
	var name, keep string
	cmd := &cobra.Command{
		Use:   "set RUN… --name NAME",
		Short: "Make a run the baseline of its suite",
		Long: `RUN is a run folder, a report.json, or the id of a run in --runs or its
beginning. Run folders are mostly not committed: --report FILE keeps a copy of
the report that is.`,
		Args: some("RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkBaselineName(cmd, name); err != nil {
				return err
			}
			if err := filled(cmd, "report", "file"); err != nil {
				return err
			}
			if keep != "" && len(args) > 1 {
				return usage(cmd, "--report %s is one file, RUN names %d", keep, len(args))
			}
			return o.setBaselines(h, args, name, keep)
		},
	}
	o.registerRuns(cmd)
	o.registerFile(cmd)
	cmd.Flags().StringVar(&name, "name", "", "`NAME` of the baseline, such as main")
	cmd.Flags().StringVar(&keep, "report", "", "copy the report to `FILE` and use that")
	return cmd
}

// setBaselines sets all of them or none.
func (o historyOptions) setBaselines(h host, runs []string, name, keep string) error {
	d, err := o.decisions()
	if err != nil {
		return err
	}
	var told []string
	for _, run := range runs {
		night, report, err := o.finished(h, run)
		if err != nil {
			return err
		}
		before, had := d.Baseline(name, night.Suite)
		b := runstore.Baseline{Name: name, Suite: night.Suite, Run: night.Run}
		if err := d.SetBaseline(b, report, keep); err != nil {
			return infrastructure(err)
		}
		line := fmt.Sprintf("%s of %s is now %s (gate %s, %d of %d passed)",
			name, night.Suite, night.Run, night.Gate.Verdict, night.Totals.Pass, night.Totals.Planned)
		if had {
			line += " instead of " + before.Run
		}
		told = append(told, line)
	}
	if err := d.Save(); err != nil {
		return infrastructure(err)
	}
	for _, line := range told {
		if err := h.tell("%s", line); err != nil {
			return err
		}
	}
	if keep == "" {
		h.hint("run folders are mostly not committed: --report FILE keeps a copy of the report to commit beside %s", o.file)
	}
	return nil
}

// finished returns a run that others may be compared with, and its report.
func (o historyOptions) finished(h host, named string) (night results.Night, report string, err error) {
	stat, err := os.Stat(named)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		night, err = o.byID(h, named)
		report = filepath.Join(night.Folder, runstore.ReportFile)
	case err == nil && stat.IsDir():
		night, err = runstore.ReadNight(named)
		report = filepath.Join(named, runstore.ReportFile)
	case err == nil:
		night, err = runstore.ReadNight(named)
		report = named
	}
	if err != nil {
		return night, "", &failure{code: verdict.ExitUsage, err: err, hint: "RUN is a folder such as runs/20260301T120000Z-suite-1a2b, or a report.json"}
	}
	if night.Problem != "" {
		return night, "", &failure{code: verdict.ExitUsage, err: fmt.Errorf("run %s has no figures to compare with: %s", night.Run, night.Problem)}
	}
	if night.Status != results.RunComplete {
		return night, "", &failure{code: verdict.ExitUsage, err: fmt.Errorf("run %s is %s: a baseline is a whole run", night.Run, night.Status),
			hint: "evalrun run --resume " + named + " takes it to its end"}
	}
	return night, report, nil
}

func (o historyOptions) byID(h host, named string) (results.Night, error) {
	nights, err := o.nights(h, runstore.HistoryFilter{})
	if err != nil {
		return results.Night{}, err
	}
	return asRun(nights, named)
}
