package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

func reviewExportCommand(h host) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "export RUN",
		Short: "Print the labels of a run as CSV",
		Args:  one("RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := filled(cmd, "out"); err != nil {
				return err
			}
			return exportLabels(h, args[0], out)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write `FILE` instead of stdout")
	return cmd
}

func exportLabels(h host, folder, out string) error {
	store, err := openRun(h, folder)
	if err != nil {
		return err
	}
	said, err := store.LabelLog(nil).Read()
	if err != nil {
		return h.labelsBroken(err)
	}
	for _, warning := range said.Warnings() {
		h.say("%s", warning)
	}
	if out == "" {
		return printed(runstore.WriteLabelsCSV(h.stdout, said))
	}
	err = writePage(out, func(w io.Writer) error { return runstore.WriteLabelsCSV(w, said) })
	if err != nil {
		return infrastructure(fmt.Errorf("write labels: %w", err))
	}
	return nil
}

func reviewImportCommand(h host) *cobra.Command {
	var rater string
	cmd := &cobra.Command{
		Use:   "import RUN FILE...",
		Short: "Add people's labels to a run, from CSV or JSON Lines",
		Long: `Add labels and remarks to labels.jsonl of a run. The files are CSV with a header
or JSON Lines, as evalrun review export and evalrun calibrate know them. A file
is taken as a whole or, where something is wrong with it, not at all. Labels of
another answer than the run has, and those that are there already, are left out
and counted.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage(cmd, "review import needs a RUN and a FILE, got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			rater, err := raterOf(cmd, h, rater)
			if err != nil {
				return err
			}
			return importLabels(h, args[0], args[1:], rater)
		},
	}
	registerRater(cmd, &rater)
	return cmd
}

func importLabels(h host, folder string, files []string, rater string) error {
	store, err := openRun(h, folder)
	if err != nil {
		return err
	}
	entry, err := entriesByID(store)
	if err != nil {
		return err
	}
	log := store.LabelLog(h.labelScrub("")(store.Info()))
	for _, file := range files {
		taken, err := importFile(log, file, rater, entry)
		if err != nil {
			return h.labelsBroken(err)
		}
		if err := h.tell("%s: %s", file, taken); err != nil {
			return err
		}
	}
	return nil
}

func importFile(log *runstore.LabelLog, file, rater string, entry func(string) (results.Entry, error)) (runstore.Imported, error) {
	f, err := os.Open(file)
	if err != nil {
		return runstore.Imported{}, fmt.Errorf("read labels: %s: %w", file, plainPath(err))
	}
	defer f.Close()
	return log.Import(file, f, rater, entry)
}

// entriesByID finds questions by their id.
func entriesByID(store *runstore.Run) (func(id string) (results.Entry, error), error) {
	seqs := map[string]int{}
	for q, err := range store.Questions() {
		if err != nil {
			return nil, err
		}
		seqs[q.ID] = q.Seq
	}
	return func(id string) (results.Entry, error) {
		if seq, known := seqs[id]; known {
			return store.Entry(seq)
		}
		return results.Entry{}, runstore.ErrNoQuestion
	}, nil
}

// labelsBroken tells all that is wrong with labels at once.
func (h host) labelsBroken(err error) error {
	if problems, ok := errors.AsType[runstore.LabelProblems](err); ok {
		for _, line := range problems.Lines() {
			h.say("%s", line)
		}
		return &failure{code: verdict.ExitUsage}
	}
	if _, ok := errors.AsType[*runstore.WriteError](err); ok {
		return infrastructure(err)
	}
	return err
}
