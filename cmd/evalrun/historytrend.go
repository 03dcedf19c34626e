package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// historyTrendCommand is a command of history.
func historyTrendCommand(h host) *cobra.Command {
	var o trendOptions
	cmd := &cobra.Command{
		Use:   "trend SUITE",
		Short: "Chart a suite over all its runs and tell a lasting change from chance",
		Long: `Each figure of the suite has a control chart that learns from the runs so far.
All charts together give no more false signals than --budget allows. A new
judge, new floors, or new questions begin a new segment: only nights of one
segment are set against each other. A segment that ended in a signal for the
worse is named, and the trend cannot pass, until somebody accepts a run since
then. Questions with anchors: true have a chart of their own, which moves with
the judge alone.

Exit codes: 0 no signal for the worse on the newest run, 1 a signal for the
worse, 2 cannot tell: the judge may have moved, too little was judged, the
charts have no three nights yet, or a segment before ended lower.`,
		Args: one("SUITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			return o.trend(h, args[0])
		},
	}
	o.register(cmd)
	return cmd
}

// trendOptions are the flags of a trend.
type trendOptions struct {
	history      historyOptions
	budget       float64
	drift        string
	inconclusive string
	form
	out, html string
}

func (o *trendOptions) register(cmd *cobra.Command) {
	o.history.registerRuns(cmd)
	o.history.registerFile(cmd)
	flags := cmd.Flags()
	flags.Float64Var(&o.budget, "budget", compare.DefaultBudget, "false signals in 30 runs that all charts together may give, beside those of anchors (`B`)")
	flags.StringVar(&o.drift, "drift", string(compare.DriftEWMA), "kind of chart: `ewma|cusum|conformal`")
	flags.StringVar(&o.inconclusive, "inconclusive", "", "exit 0 or 1 instead of 2: `pass|fail`; no pass hides a segment that ended lower and was not accepted")
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	flags.BoolVar(&o.md, "md", false, "print Markdown")
	flags.StringVar(&o.out, "out", "", "write trend.md, trend.svg, trend.html and trend.json into `DIR` as well")
	flags.StringVar(&o.html, "html", "", "write the page with the charts into `FILE` as well")
	cmd.MarkFlagsMutuallyExclusive("json", "md")
}

func (o *trendOptions) check(cmd *cobra.Command) error {
	switch compare.Drift(o.drift) {
	case compare.DriftEWMA, compare.DriftCUSUM, compare.DriftConformal:
	default:
		return usage(cmd, "--drift is %q, want ewma, cusum or conformal", o.drift)
	}
	switch {
	case !(o.budget > 0):
		return usage(cmd, "--budget %v: want more than 0", o.budget)
	case o.inconclusive != "" && o.inconclusive != string(results.Pass) && o.inconclusive != string(results.Fail):
		return usage(cmd, "--inconclusive is %q, want pass or fail", o.inconclusive)
	}
	return filled(cmd, "inconclusive", "out", "html", "runs", "file")
}

func (o *trendOptions) trend(h host, suite string) error {
	decisions, err := o.history.decisions()
	if err != nil {
		return err
	}
	nights, err := o.history.nights(h, runstore.HistoryFilter{Suite: suite, Questions: true})
	if err != nil {
		return err
	}
	opt := compare.TrendOptions{Budget: o.budget, Drift: compare.Drift(o.drift), Inconclusive: o.inconclusive, Accepted: decisions.AcceptedOf(suite)}
	doc, err := compare.Trend(nights, opt)
	if err != nil {
		return err
	}
	if err := o.write(h, doc); err != nil {
		return infrastructure(fmt.Errorf("write the trend: %w", err))
	}
	if doc.Gate.ExitCode != verdict.ExitPass {
		return &failure{code: doc.Gate.ExitCode}
	}
	return nil
}

// write draws the files first, so that the text on stdout does not name one
// that is not there.
func (o *trendOptions) write(h host, doc compare.TrendDoc) error {
	terminal := h.terminal()
	if o.html != "" {
		terminal.Report = o.html
		if err := writePage(o.html, func(w io.Writer) error { return reports.TrendHTML(w, doc) }); err != nil {
			return err
		}
	}
	if o.out != "" {
		terminal.Report = filepath.Join(o.out, "trend.md")
		if err := writeTrendFiles(o.out, doc); err != nil {
			return err
		}
	}
	to := writers[compare.TrendDoc]{
		json: reports.TrendJSON, text: reports.TrendTerminal,
		md: func(w io.Writer, doc compare.TrendDoc) error { return reports.TrendMarkdown(w, doc, "") },
	}
	return to.print(o.form, h.stdout, doc, terminal)
}

func writeTrendFiles(dir string, doc compare.TrendDoc) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		draw func(io.Writer) error
	}{
		{"trend.svg", func(w io.Writer) error { return reports.TrendSVG(w, doc) }},
		{"trend.md", func(w io.Writer) error { return reports.TrendMarkdown(w, doc, "trend.svg") }},
		{"trend.html", func(w io.Writer) error { return reports.TrendHTML(w, doc) }},
		{"trend.json", func(w io.Writer) error { return reports.TrendJSON(w, doc) }},
	} {
		if err := writePage(filepath.Join(dir, f.name), f.draw); err != nil {
			return err
		}
	}
	return nil
}
