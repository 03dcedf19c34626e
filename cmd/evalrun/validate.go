package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evalrun/evalrun/suites"
)

func validateCommand(h host) *cobra.Command {
	var root string
	cmd := &cobra.Command{
		Use:   "validate SUITE...",
		Short: "Check suites without calling anything",
		Long: `Load suites as run would and print every problem as file:line:col, then lint
warnings. Nothing is called. Exit 3 when there are problems; warnings alone
exit 0.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			loaded, err := suites.Load(args, suites.Options{Root: root})
			if err != nil {
				return err
			}
			for _, s := range loaded {
				warnings := h.warn(s)
				fmt.Fprintf(h.stdout, "%s: %s, %s, %s\n", s.Path, s.Name, count(s.Count, "question"), count(warnings, "warning"))
			}
			return nil
		},
	}
	rootFlag(cmd, &root)
	return cmd
}

func rootFlag(cmd *cobra.Command, root *string) {
	cmd.Flags().StringVar(root, "root", "", "folder that files named in a suite must stay in (default: its repository)")
}

// warn prints a suite's warnings to stderr and returns how many there are.
func (h host) warn(s *suites.Suite) int {
	warnings := append(append([]suites.Problem{}, s.Warnings...), suites.Lint(s)...)
	for _, w := range warnings {
		fmt.Fprintf(h.stderr, "warning: %s\n", w.String())
		if w.Hint != "" {
			h.hint("%s", w.Hint)
		}
	}
	return len(warnings)
}

// count writes a number with its noun: "1 question", "3 questions".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
