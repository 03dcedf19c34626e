package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/verdict"
)

// calibrateOptions are the flags of calibrate.
type calibrateOptions struct {
	labels []string
	scale  string
	form
}

func calibrateCommand(h host) *cobra.Command {
	var o calibrateOptions
	cmd := &cobra.Command{
		Use:   "calibrate [RUN]",
		Short: "Hold the judge of a run against people's scores of the same answers; calls nothing",
		Long: `Hold the judge of a run against people: agreement, bias and errors at the floor
for each dimension, whether it may be gated on, and the run's levels freed of
the judge's errors. RUN is a run folder or a report.json; without it people are
held against each other.

Labels are CSV with a header or JSON Lines: id, dimension, score and, for several
people, rater; repeat counts the answers to one question from 0. A line of JSON
may also hold all scores of an answer: {"id": "q1", "ratings": {"tone": [4, 5]}}.
Without --labels those in the run's folder are read, where evalrun review puts
them. Draw the answers at random, and do not show people the judge's scores.`,
		Args: atMostOne("RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd, h, strings.Join(args, ""))
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.labels, "labels", nil, "read people's scores from `FILE`; may be given several times")
	flags.StringVar(&o.scale, "scale", "", "`LOWEST..HIGHEST` score of the labels (default: what the file names, else 1..5)")
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	flags.BoolVar(&o.md, "md", false, "print Markdown, with the table of scores and the answers furthest apart")
	return cmd
}

func (o calibrateOptions) run(cmd *cobra.Command, h host, run string) error {
	if o.json && o.md {
		return usage(cmd, "--json and --md exclude each other")
	}
	if err := filled(cmd, "scale"); err != nil {
		return err
	}
	if run == "" && len(o.labels) == 0 {
		return usage(cmd, "calibrate needs --labels, a RUN with labels in it, or both")
	}
	if o.scale != "" && len(o.labels) == 0 {
		return usage(cmd, "--scale is that of the files of --labels")
	}
	in := compare.CalibrationInput{Path: run, Files: o.labels}
	if run != "" {
		if err := readJudged(h, run, &in); err != nil {
			return err
		}
	}
	labels, err := o.readLabels(h, run)
	if err != nil {
		return err
	}
	in.Labels, in.Blank, in.Scale = labels.Labels, labels.Blank, labels.Scale
	doc, err := compare.Calibrate(in)
	if err != nil {
		return &failure{code: verdict.ExitUsage, err: err}
	}
	to := writers[compare.CalibrationDoc]{reports.CalibrationJSON, reports.CalibrationMarkdown, reports.CalibrationTerminal}
	if err := to.print(o.form, h.stdout, doc, h.terminal()); err != nil {
		return infrastructure(err)
	}
	if doc.Empty() {
		return &failure{code: verdict.ExitInconclusive}
	}
	return nil
}

// readJudged reads what the judge of a run gave: from the records of a run
// folder, which know every repeat and every vote of a panel, or from a
// report.json.
func readJudged(h host, path string, in *compare.CalibrationInput) error {
	if about, err := os.Stat(path); err == nil && !about.IsDir() {
		report, err := readReport(path)
		if err != nil {
			return err
		}
		in.Run = &report.Info
		in.Answers, err = report.JudgedAnswers()
		return err
	}
	store, err := openRun(h, path)
	if err != nil {
		return err
	}
	info := store.Info()
	in.Run = &info
	for entry, err := range store.Outcomes() {
		if err != nil {
			return err
		}
		in.Answers = append(in.Answers, compare.JudgedAnswers(entry)...)
	}
	return nil
}

// scaleFrom reads a scale such as 1..4.
func scaleFrom(text string) (results.Scale, error) {
	lowest, highest, _ := strings.Cut(text, "..")
	lo, err := strconv.Atoi(strings.TrimSpace(lowest))
	hi, err2 := strconv.Atoi(strings.TrimSpace(highest))
	if err != nil || err2 != nil || lo >= hi {
		return results.Scale{}, fmt.Errorf("--scale %q: want the lowest and the highest score, such as 1..4", text)
	}
	return results.Scale{Lo: lo, Hi: hi}, nil
}
