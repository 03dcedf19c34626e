package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runner"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// resumeFlags say that a run is to be continued, and how.
type resumeFlags struct {
	run        string
	keepErrors bool
	forceMixed bool
}

func (f *resumeFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.run, "resume", "", "go on with the run in this `FOLDER`: ask only what has no final record")
	flags.BoolVar(&f.keepErrors, "keep-errors", false, "with --resume: leave questions that ended in an error as they are")
	flags.BoolVar(&f.forceMixed, "force-mixed", false, "with --resume: go on although target, judge or prompts are others now")
}

func (f *resumeFlags) check() error {
	if f.run == "" && (f.keepErrors || f.forceMixed) {
		return errors.New("--keep-errors and --force-mixed go with --resume")
	}
	return nil
}

// args demands a suite, but for a run that knows its own.
func (f *resumeFlags) args(cmd *cobra.Command, args []string) error {
	if f.run == "" {
		return some("SUITE")(cmd, args)
	}
	if len(args) > 1 {
		return usage(cmd, "--resume goes on with the run of one suite, got %d", len(args))
	}
	return nil
}

// take fills in from the run what the command line leaves open: its suite,
// selection, repeats, judge, answers and parameters.
func (f *resumeFlags) take(cmd *cobra.Command, h host, o *runOptions, args *[]string) error {
	if f.run == "" {
		return nil
	}
	store, err := runstore.Open(f.run)
	if err != nil {
		return &failure{code: verdict.ExitUsage, err: fmt.Errorf("resume: %w", err), hint: "--resume names a run folder"}
	}
	info := store.Info()
	if info.From != "" {
		return &failure{code: verdict.ExitUsage, err: fmt.Errorf("resume: %s judges the answers of %s again; it has no target to ask", f.run, info.From),
			hint: "start the same rejudge or recheck again: what was judged comes from the cache"}
	}
	if err := f.sameFleet(h, o.fleet, info); err != nil {
		return err
	}
	if len(*args) == 0 {
		*args = []string{info.Suite.Path}
	}
	if err := f.takePlan(cmd, o, info); err != nil {
		return err
	}
	o.judge.takeFrom(info.Judge)
	o.target.takeFrom(info.Target)
	return nil
}

// takePlan takes what a run goes through. It was planned with that, so a flag
// may repeat it and not change it.
func (f *resumeFlags) takePlan(cmd *cobra.Command, o *runOptions, info results.RunInfo) error {
	s, repeats, judgeRepeats := info.Selection, max(info.Repeats, 1), max(info.JudgeRepeats, 1)
	same := map[string]bool{
		"tag": slices.Equal(o.tags, s.Tags), "id": slices.Equal(o.ids, s.IDs), "limit": o.limit == s.Limit,
		"repeat": o.repeats == repeats, "judge-repeat": o.judgeRepeats == judgeRepeats,
	}
	for _, flag := range slices.Sorted(maps.Keys(same)) {
		if cmd.Flags().Changed(flag) && !same[flag] {
			return &failure{code: verdict.ExitUsage, err: fmt.Errorf("resume: --%s is not what %s was started with", flag, f.run),
				hint: "leave out --tag, --id, --limit, --repeat and --judge-repeat, or start a new run"}
		}
	}
	o.tags, o.ids, o.limit = s.Tags, s.IDs, s.Limit
	o.repeats, o.judgeRepeats = repeats, judgeRepeats
	return nil
}

// takeFrom fills in the recorded answers and the parameters of a run where no
// other target and no others are named.
func (f *targetFlags) takeFrom(ref results.TargetRef) {
	if f.answers == "" && f.target == "" && ref.Type == suites.TargetRecorded {
		f.answers = ref.File
	}
	if len(f.params) > 0 {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(ref.Params)) {
		f.params = append(f.params, name+"="+ref.Params[name])
	}
}

// takeFrom fills in the judge of a run, a panel too, where no other one is named.
func (f *judgeFlags) takeFrom(ref results.JudgeRef) {
	if f.model != "" {
		return
	}
	if ref.Panel != nil {
		f.panel, f.excerpt = ref.Panel, cmp.Or(f.excerpt, ref.Excerpt)
		return
	}
	f.model = ref.Model
	if ref.Kind != results.JudgeModel {
		f.model = string(ref.Kind)
		return
	}
	f.baseURL, f.keyEnv = cmp.Or(f.baseURL, ref.Endpoint), cmp.Or(f.keyEnv, ref.KeyEnv)
	f.excerpt = cmp.Or(f.excerpt, ref.Excerpt)
}

// reopen continues a run and says what is left of it.
func (e *evaluation) reopen(p preparedSuite, info results.RunInfo) (*runstore.Run, *runner.ResumePlan, error) {
	store, err := runstore.Reopen(e.opt.resume.run, e.scrub())
	if err != nil {
		return nil, nil, err
	}
	plan, err := runner.Resume(store, p.suite, runner.ResumeOptions{
		Info: info, KeepErrors: e.opt.resume.keepErrors, ForceMixed: e.opt.resume.forceMixed,
	})
	if err != nil {
		err = errors.Join(err, store.Close())
		if errors.Is(err, runner.ErrMixed) {
			return nil, nil, &failure{code: verdict.ExitUsage, err: err,
				hint: "give --target as then, if it was given; --force-mixed goes on regardless; a new run keeps the two apart"}
		}
		return nil, nil, err
	}
	e.partial = true // of what had its record before nobody asks for the answer
	e.sayResumed(plan)
	return store, plan, nil
}

func (e *evaluation) sayResumed(plan *runner.ResumePlan) {
	for _, note := range plan.Notes {
		e.host.say("%s", note)
	}
	if e.opt.quiet {
		return
	}
	var kept []string
	for _, v := range slices.Sorted(maps.Keys(plan.Kept)) {
		kept = append(kept, fmt.Sprintf("%d %s", plan.Kept[v], v))
	}
	stands := "nothing"
	if len(kept) > 0 {
		stands = strings.Join(kept, ", ")
	}
	e.host.say("resumed: %s on record; %d to do: %d again after an error, %d because the question changed, %d with an answer to judge",
		stands, plan.Open, plan.Retried, plan.Changed, plan.Reused)
}
