package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/verdict"
)

// usage is a mistake on the command line, with the command's own line as the
// hint.
func usage(cmd *cobra.Command, format string, args ...any) error {
	return &failure{code: verdict.ExitUsage, err: fmt.Errorf(format, args...), hint: "usage: " + cmd.UseLine()}
}

// one demands exactly one argument of the given name.
func one(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usage(cmd, "%s needs one %s, got %d", cmd.CommandPath(), name, len(args))
		}
		return nil
	}
}

// none demands that nothing but flags is given.
func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage(cmd, "%s takes flags alone, got %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// some demands one argument or more.
func some(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage(cmd, "%s needs a %s", cmd.CommandPath(), name)
		}
		return nil
	}
}

// flagError names the flag that cobra did not understand.
func flagError(cmd *cobra.Command, err error) error {
	return &failure{code: verdict.ExitUsage, err: err, hint: cmd.CommandPath() + " --help lists the flags"}
}

// loadSuites loads what a command names. JSON Lines files are no suites, and
// as YAML they would only give a riddle.
func loadSuites(cmd *cobra.Command, paths []string, root string) ([]*suites.Suite, error) {
	for _, path := range paths {
		if strings.HasSuffix(path, ".jsonl") {
			return nil, &failure{code: verdict.ExitUsage, err: fmt.Errorf("%s is a JSON Lines file, a suite is YAML", path),
				hint: "name recorded answers with --answers, more questions with questionsFrom in the suite"}
		}
	}
	return suites.Load(paths, suites.Options{Root: root})
}

// filled refuses flags that were given an empty value: mostly a variable that
// a script did not set, in whose place no default may stand.
func filled(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return usage(cmd, "--%s is empty", name)
		}
	}
	return nil
}

// exactly demands one argument for each name.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return usage(cmd, "%s needs %s, got %d", cmd.CommandPath(), strings.Join(names, " and "), len(args))
		}
		return nil
	}
}

// atMostOne allows no or one argument of the given name.
func atMostOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usage(cmd, "%s takes one %s at most, got %d", cmd.CommandPath(), name, len(args))
		}
		return nil
	}
}
