package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/reports"
)

func planCommand(h host) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "plan SUITE...",
		Short: "Say what a run would call, cost and be able to show, and call nothing",
		Long: `Read the suites and the recorded answers and print how many calls a run with
the same flags would make, the tokens they are expected to take and what these
cost, as run --plan does. Calls nothing and writes no run folder. Retries come
on top; stored judge replies take calls away.

Then say what a comparison of two such runs can see: the smallest drop of each
figure, the questions that a drop named with --drop needs, and whether the
margins of the gate can be reached with so few questions. How much figures move
by chance is read from earlier runs with --from; without, it is assumed and the
assumption printed.`,
		Args: some("SUITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.plan = true
			if err := o.check(); err != nil {
				return err
			}
			if err := o.foresee.read(cmd); err != nil {
				return err
			}
			return runSuites(cmd, h, o, args)
		},
	}
	o.register(cmd)
	o.foresee.register(cmd)
	o.planned(cmd)
	return cmd
}

// planned fits the help of run's flags to a plan: what a run would write, and
// how it would go, is accepted, so that a command line can be planned as it
// is, and not shown.
func (o *runOptions) planned(cmd *cobra.Command) {
	flags := cmd.Flags()
	for _, name := range []string{
		"against", "cache", "cache-max-age", "concurrency", "events", "fleet", "force-mixed", "inconclusive", "judge-concurrency",
		"judge-rpm", "judge-tpm", "keep", "keep-errors", "max-calls", "max-cost", "max-time", "max-tokens", "nats-creds", "nats-tls-ca",
		"no-cache", "no-probe", "out", "plan", "quiet", "resume", "rpm", "save-answers", "tpm", "worker-tags", "workers",
	} {
		if f := flags.Lookup(name); f != nil {
			f.Hidden = true
		}
	}
	flags.Lookup("json").Usage = "print the plan as one JSON document (evalrun schema plan)"
}

// plan prints what a run of the suites would call. It calls nothing.
func (e *evaluation) plan(prepared []preparedSuite) error {
	times := repeats{answers: e.opt.repeats, judgements: e.opt.judgeRepeats}
	doc := planDoc{Schema: planSchema, Suites: []plannedSuite{}}
	for _, p := range prepared {
		spec, err := e.opt.target.spec(p.suite)
		if err != nil {
			return err
		}
		planned, err := planner{prices: e.prices, times: times, suite: p, spec: spec, power: e.opt.foresee.options}.plan()
		if err != nil {
			return fmt.Errorf("%s: %w", p.suite.Path, err)
		}
		doc.Suites = append(doc.Suites, planned)
	}
	if e.opt.json {
		enc := json.NewEncoder(e.host.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(doc)
	}
	return doc.print(e.host.stdout)
}

func (d planDoc) print(w io.Writer) error {
	for _, s := range d.Suites {
		_, err := fmt.Fprintf(w, "%s\n  questions  %d of %d, %s each\n  target     %s\n  judge      %s\n",
			reports.Visible(s.Path), s.Questions, s.Total, count(s.Repeats, "answer"), s.Target.line(), s.Judge.line())
		if err == nil {
			err = printStatistics(w, s.Statistics)
		}
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, "Nothing was called. Retries come on top; stored judge replies take calls away.")
	return err
}

// line is one caller's part of a plan in words. What is not billed by the
// token has a reason instead of figures.
func (c plannedCalls) line() string {
	text := count(c.Calls, "call")
	if c.Model != "" {
		text += " of " + reports.Visible(c.Model)
	}
	if t := c.Tokens; t != nil && c.Model != "" {
		text += fmt.Sprintf(", about %d prompt tokens and %d of replies (%d at most)", t.Prompt, t.Reply, t.ReplyMost)
	}
	if m := c.Cost; m != nil && c.Model != "" {
		text += fmt.Sprintf(", about $%.4f ($%.4f at most)", m.USD, m.USDMost)
		if m.PricesOf != "" {
			text += " at the list price of " + m.PricesOf
		}
	}
	if c.Reason != "" {
		text += "; " + reports.Visible(c.Reason)
	}
	return text
}
