package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/verdict"
)

func compareCommand(h host) *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare BASE HEAD [MORE...]",
		Short: "Say whether one run is worse than another; rank three and more",
		Long: `Compare run folders or report.json files question by question; calls nothing.

Two runs: differences with intervals and exact tests, and a gate. It fails
where HEAD is worse than BASE by more than a margin, where a critical question
passes no more, or where a forbidden phrase is new. Runs that were not measured
alike are refused with exit code 3 and the command that mends it.

Three runs and more: ranks with intervals on the questions that all of them
have. There is no gate.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage(cmd, "compare needs two runs or more, got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd, len(args)); err != nil {
				return err
			}
			runs, err := readReports(args)
			if err != nil {
				return err
			}
			if len(runs) == 2 {
				return o.compareTwo(cmd, h, runs[0], runs[1])
			}
			return o.rank(cmd, h, runs)
		},
	}
	o.register(cmd)
	return cmd
}

func (o *compareOptions) compareTwo(cmd *cobra.Command, h host, base, head *compare.Run) error {
	opt, err := o.options(cmd)
	if err != nil {
		return err
	}
	doc, err := compare.Compare(base, head, opt)
	if err != nil {
		return err
	}
	if err := o.drawPage(h, doc); err != nil {
		return infrastructure(fmt.Errorf("write the page: %w", err))
	}
	to := writers[compare.Doc]{reports.ComparisonJSON, reports.ComparisonMarkdown, reports.ComparisonTerminal}
	err = to.print(o.form, h.stdout, doc, o.terminal(h))
	if err == nil && doc.Refusal != nil {
		o.sayRefused(h, doc.Headline, doc.Refusal.Mend)
	}
	return endWith(doc.Gate.ExitCode, err)
}

func (o *compareOptions) rank(cmd *cobra.Command, h host, runs []*compare.Run) error {
	doc, err := compare.Rank(runs, compare.RankOptions{Against: o.against, MinCommon: o.leastCommon(cmd), Allow: o.allow})
	if err != nil {
		return err
	}
	if o.html != "" {
		if err := writePage(o.html, func(w io.Writer) error { return reports.RankingHTML(w, doc) }); err != nil {
			return infrastructure(fmt.Errorf("write the page: %w", err))
		}
	}
	to := writers[compare.RankDoc]{reports.RankingJSON, reports.RankingMarkdown, reports.RankingTerminal}
	err = to.print(o.form, h.stdout, doc, o.terminal(h))
	if err == nil && doc.Refusal != nil {
		o.sayRefused(h, doc.Headline, doc.Refusal.Mend)
	}
	return endWith(doc.ExitCode, err)
}

// sayRefused tells a person why there is no comparison where stdout goes into
// a file.
func (o *compareOptions) sayRefused(h host, headline, mend string) {
	if !o.json && !o.md {
		return
	}
	h.say("%s", headline)
	if mend != "" {
		h.hint("%s", mend)
	}
}

// terminal names the page, which was drawn before.
func (o *compareOptions) terminal(h host) reports.Options {
	opt := h.terminal()
	opt.Report = o.html
	return opt
}

// terminal is how text for a person is drawn on stdout.
func (h host) terminal() reports.Options { return reports.Options{Color: h.color, Width: h.width} }

// endWith ends a command whose result has its own exit code.
func endWith(code int, err error) error {
	switch {
	case err != nil:
		return infrastructure(fmt.Errorf("write the comparison: %w", err))
	case code == verdict.ExitPass:
		return nil
	}
	return &failure{code: code}
}
