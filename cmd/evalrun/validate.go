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
		Long: `Load suites and the recorded answers they name as run would, and print every
problem with its place, then lint warnings, then which figures a comparison
could not gate on with so few questions. Nothing is called. Exit 3 when there
are problems; warnings alone exit 0.`,
		Args: some("SUITE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			loaded, err := loadSuites(cmd, args, root)
			if err != nil {
				return err
			}
			for _, s := range loaded {
				if err := checkAnswers(s); err != nil {
					return err
				}
			}
			for _, s := range loaded {
				warnings := h.warn(s)
				small, err := ungateable(s)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(h.stdout, "%s: %s, %s, %s\n%s", s.Path, s.Name, count(s.Count, "question"), count(warnings, "warning"), small)
				if err != nil {
					return infrastructure(err)
				}
			}
			return nil
		},
	}
	rootFlag(cmd, &root)
	return cmd
}

// checkAnswers reads the recorded answers that a suite names, so that a
// broken file is found here and not at night.
func checkAnswers(s *suites.Suite) error {
	if s.Target == nil || s.Target.File == "" {
		return nil
	}
	recorded, err := openAnswers(s.Target.File, formatOf(s.Target))
	if err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	return recorded.Close()
}

func rootFlag(cmd *cobra.Command, root *string) {
	cmd.Flags().StringVar(root, "root", "", "folder that files named in a suite must stay in (default: its repository)")
}

// warn prints a suite's warnings to stderr and returns how many there are.
func (h host) warn(s *suites.Suite) int {
	warnings := append(append([]suites.Problem{}, s.Warnings...), suites.Lint(s, h.now())...)
	for _, w := range warnings {
		h.line("warning: ", "%s", []any{w.String()})
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
