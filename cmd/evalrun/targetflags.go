package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// targetFlags are the flags that say where answers come from; they go before
// the suite's target.
type targetFlags struct {
	answers, format string
	target          string
	allowCommands   bool
	params          []string
	appVersion      string
}

func (f *targetFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.answers, "answers", "", "recorded answers in `FILE`; overrides the suite's target")
	flags.StringVar(&f.format, "answers-format", "", "jsonl, json, csv, promptfoo or inspect (default: the file tells)")
	flags.StringVar(&f.target, "target", "", "target instead of the suite's: a `FILE` with its section, or {type: …} itself")
	flags.BoolVar(&f.allowCommands, "allow-commands", false, "let a suite run programs on this machine")
	flags.StringArrayVar(&f.params, "param", nil, "`NAME=VALUE` for {{param.NAME}} in the target's body; kept in run.json")
	flags.StringVar(&f.appVersion, "app-version", "", "`VERSION` of the application, for run.json")
}

func (f targetFlags) check() error {
	if f.answers != "" && f.target != "" {
		return errors.New("--answers and --target exclude each other")
	}
	if f.format != "" && !slices.Contains(suites.RecordedFormats(), f.format) {
		return fmt.Errorf("--answers-format is %q, want one of %s", f.format, strings.Join(suites.RecordedFormats(), ", "))
	}
	_, err := f.parameters()
	return err
}

// parameters are the values of --param by name.
func (f targetFlags) parameters() (map[string]string, error) {
	out := map[string]string{}
	for _, param := range f.params {
		name, value, ok := strings.Cut(param, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--param is %q, want NAME=VALUE", param)
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("--param %s is given twice", name)
		}
		out[name] = value
	}
	return out, nil
}

var errNoTarget = &failure{code: verdict.ExitUsage, err: errors.New("no answers to judge"),
	hint: "--answers FILE names recorded answers, or set target: {type: recorded, file: …} in the suite"}

// spec settles where the answers to a suite come from.
func (f targetFlags) spec(s *suites.Suite) (suites.TargetSpec, error) {
	spec := s.Target
	switch {
	case f.answers != "":
		spec = &suites.TargetSpec{Type: suites.TargetRecorded, File: f.answers}
	case f.target != "":
		var err error
		if spec, err = f.given(); err != nil {
			return suites.TargetSpec{}, err
		}
	}
	if spec == nil || spec.Type == suites.TargetRecorded && spec.File == "" {
		return suites.TargetSpec{}, errNoTarget
	}
	settled := *spec
	if spec.Type == suites.TargetRecorded {
		settled.Format = cmp.Or(f.format, spec.Format)
	}
	return settled, nil
}

// given reads the target of the flag: what begins like a mapping is one.
func (f targetFlags) given() (*suites.TargetSpec, error) {
	if strings.HasPrefix(strings.TrimSpace(f.target), "{") {
		return suites.ParseTarget("--target", []byte(f.target))
	}
	text, err := os.ReadFile(f.target)
	if err != nil {
		return nil, fmt.Errorf("--target: %w", err)
	}
	return suites.ParseTarget(f.target, text)
}
