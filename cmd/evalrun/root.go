package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, h host) int {
	root := newRoot(h)
	root.SetArgs(args)
	root.SetIn(h.stdin)
	root.SetOut(h.stdout)
	root.SetErr(h.stderr)
	return h.exitCode(root.ExecuteContext(ctx))
}

func newRoot(h host) *cobra.Command {
	root := &cobra.Command{
		Use:   "evalrun",
		Short: "Measure source-grounded question answering, and trust the result",
		Long: `evalrun runs YAML suites of questions against an assistant that answers from
sources, checks exactly what can be checked exactly, asks a judge model for the
rest, and writes reports that a person and a CI job can trust.

Exit codes: 0 gate passed, 1 failed, 2 inconclusive, 3 usage or suite problem,
4 infrastructure, 5 stopped by a budget, 130 interrupted.`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.Version = toolVersion()
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		initCommand(h), validateCommand(h), verifyCommand(h), groundCommand(h), contextCommand(h), tryCommand(h), runCommand(h), rejudgeCommand(h), recheckCommand(h), reportCommand(h),
		compareCommand(h), historyCommand(h), reviewCommand(h),
		calibrateCommand(h), selfcheckCommand(h),
		planCommand(h), cacheCommand(h), workerCommand(h), fleetCommand(h), promptCommand(h), schemaCommand(h), versionCommand(h),
	)
	return root
}

// failure is an error with an exit code of its own and a hint. Without an
// error it ends the command with that code and no message.
type failure struct {
	code int
	err  error
	hint string
}

func (f *failure) Error() string {
	if f.err == nil {
		return ""
	}
	return f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

// infrastructure marks what broke under a run that was set up correctly.
func infrastructure(err error) error {
	return &failure{code: verdict.ExitInfrastructure, err: err}
}

// sayBroken prints why a suite has no report and returns its exit code: what
// carries no code of its own broke under a run that was set up correctly.
func (h host) sayBroken(suite string, err error) int {
	f := &failure{code: verdict.ExitInfrastructure}
	errors.As(err, &f)
	h.sayError(fmt.Errorf("%s: %w", suite, err), f.hint)
	return f.code
}

// exitCode prints an error with its hint and returns its code. What carries
// no code of its own is a problem with the command line or the suite.
func (h host) exitCode(err error) int {
	if err == nil {
		return verdict.ExitPass
	}
	var problems suites.Problems
	if errors.As(err, &problems) {
		h.printProblems(problems)
		return verdict.ExitUsage
	}
	var broken targets.Problems
	if errors.As(err, &broken) {
		for _, p := range broken {
			h.say("%s", p.String())
		}
		return verdict.ExitUsage
	}
	var f *failure
	if !errors.As(err, &f) {
		f = &failure{code: verdict.ExitUsage, err: err}
	}
	if f.err != nil {
		h.sayError(err, f.hint)
	}
	return f.code
}

// sayError prints a message; its further lines, such as cobra's "Did you mean
// this?", become the hint where there is none.
func (h host) sayError(err error, hint string) {
	message, rest, _ := strings.Cut(err.Error(), "\n")
	h.say("%s", message)
	if hint == "" {
		hint = strings.Join(strings.Fields(strings.Replace(rest, "Did you mean this?", "did you mean", 1)), " ")
	}
	if hint != "" {
		h.hint("%s", hint)
	}
}

func (h host) printProblems(problems suites.Problems) {
	for _, p := range problems {
		h.say("%s", p.String())
		if p.Hint != "" {
			h.hint("%s", p.Hint)
		}
	}
}
