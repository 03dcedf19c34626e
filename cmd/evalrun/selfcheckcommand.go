package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/verdict"
)

// selfcheckOptions are the flags of selfcheck beside those of a run.
type selfcheckOptions struct {
	run     runOptions
	items   int
	shuffle bool
	answers bool
	form
}

// leastRepeats is how often an answer is judged at least: of two judgements
// that differ nobody can tell which is the odd one.
const leastRepeats = 3

func selfcheckCommand(h host) *cobra.Command {
	var o selfcheckOptions
	cmd := &cobra.Command{
		Use:   "selfcheck RUN",
		Short: "Ask the judge again about a run's answers and measure how far it agrees with itself",
		Long: `Judge the stored answers of a run several times, afresh, and report how often
scores and sides of the floor change when nothing did. The judgements go into a
new run folder; the judge is that of the run unless --judge names another.

--shuffle-sources judges each answer once more with its sources in another
order. --answers asks nobody: it reads RUN itself, which has several answers to
each question, and gives the flip rate that compare takes as --flip-rate.

Exit code 2 where nothing could be measured.`,
		Args: one("RUN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			if o.answers {
				return selfcheckRecorded(h, o, args[0])
			}
			return selfcheck(cmd.Context(), h, o, args[0])
		},
	}
	o.register(cmd)
	return cmd
}

func (o *selfcheckOptions) register(cmd *cobra.Command) {
	o.run.judge.register(cmd)
	o.run.limits.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&o.run.out, "out", "runs", "`DIR` for the new run folder")
	flags.IntVar(&o.run.judgeRepeats, "judge-repeat", leastRepeats, "judge calls on each answer, 3 at least")
	flags.IntVar(&o.items, "items", 0, "at most `N` questions, spread over the scores they have in RUN (default: all)")
	flags.BoolVar(&o.shuffle, "shuffle-sources", false, "also judge each answer with its sources in another order")
	flags.BoolVar(&o.answers, "answers", false, "read RUN as it is, with its several answers to each question; ask nobody")
	flags.BoolVar(&o.run.noProbe, "no-probe", false, "do not ask the judge once before")
	flags.BoolVar(&o.json, "json", false, "print the result as one JSON document")
	flags.BoolVar(&o.md, "md", false, "print the result as Markdown")
	flags.BoolVar(&o.run.quiet, "quiet", false, "print problems and the result only")
}

func (o *selfcheckOptions) check(cmd *cobra.Command) error {
	if o.json && o.md {
		return errors.New("--json and --md exclude each other")
	}
	if o.items < 1 && cmd.Flags().Changed("items") {
		return fmt.Errorf("--items is %d, want 1 or more", o.items)
	}
	if o.answers {
		for _, name := range []string{"judge", "judge-repeat", "items", "shuffle-sources"} {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--answers asks nobody: leave out --%s", name)
			}
		}
		return nil
	}
	if o.run.judgeRepeats < leastRepeats {
		return fmt.Errorf("--judge-repeat is %d, want %d or more: of two judgements nobody can tell the odd one", o.run.judgeRepeats, leastRepeats)
	}
	o.run.cache.off = true // a stored judgement agrees with itself
	return o.run.checkStored()
}

// selfcheckRecorded measures what a run with several answers holds.
func selfcheckRecorded(h host, o selfcheckOptions, folder string) error {
	store, err := openRun(h, folder)
	if err != nil {
		return err
	}
	doc, err := compare.SelfCheck(store.Info(), store.Outcomes(), nil)
	if err != nil {
		return err
	}
	return o.conclude(h, doc)
}

// conclude prints the result. Where nothing was asked twice there is none, and
// a job that waits for one must not go on.
func (o selfcheckOptions) conclude(h host, doc compare.SelfDoc) error {
	to := writers[compare.SelfDoc]{reports.SelfCheckJSON, reports.SelfCheckMarkdown, reports.SelfCheckTerminal}
	if err := to.print(o.form, h.stdout, doc, h.terminal()); err != nil {
		return infrastructure(err)
	}
	measured := func(s compare.SelfSeries) bool { return s.Items > 0 }
	flips := doc.Verdicts != nil && doc.Verdicts.Rate != nil
	if !flips && !slices.ContainsFunc(doc.Series, measured) {
		return &failure{code: verdict.ExitInconclusive}
	}
	return nil
}

// selfcheck judges the stored answers again, as often as was asked, and with
// --shuffle-sources once more.
func selfcheck(ctx context.Context, h host, o selfcheckOptions, folder string) error {
	stored, err := openStored(h, folder)
	if err != nil {
		return err
	}
	defer stored.Close()
	chosen, err := chooseItems(stored.run, o.items)
	if err != nil {
		return err
	}
	was := stored.run.Info()
	o.run.judge.takeFrom(was.Judge)
	o.run.repeats = max(was.Repeats, 1)
	plain, err := o.again(ctx, h, stored, nil, chosen)
	if err != nil {
		return err
	}
	var order *compare.SelfOrder
	if o.shuffle {
		o.run.judgeRepeats = 1
		sources := newShuffle()
		other, err := o.again(ctx, h, stored, sources.arrange, chosen)
		if err != nil {
			return err
		}
		order = &compare.SelfOrder{Before: stored.run.Outcomes(), Shuffled: sources.only(other.Outcomes())}
	}
	doc, err := compare.SelfCheck(plain.Info(), plain.Outcomes(), order)
	if err != nil {
		return err
	}
	doc.Folder = plain.Path()
	return o.conclude(h, doc)
}
