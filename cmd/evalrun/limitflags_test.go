package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestABoundThatIsNamedIsABound: 0 stands for none where a flag is left out,
// so that nobody who asks for 0 may get a run without a bound.
func TestABoundThatIsNamedIsABound(t *testing.T) {
	for line, refused := range map[string]string{
		"":                      "",
		"--max-calls 1":         "",
		"--max-cost 0.001":      "",
		"--max-calls 0":         "--max-calls is 0",
		"--max-tokens 0":        "--max-tokens is 0",
		"--max-cost 0":          "--max-cost is 0",
		"--max-cost -1":         "--max-cost is -1",
		"--max-cost NaN":        "--max-cost is NaN",
		"--max-time 0s":         "--max-time is 0",
		"--judge-rpm 0":         "--judge-rpm is 0",
		"--judge-concurrency 0": "--judge-concurrency is 0",
	} {
		t.Run(line, func(t *testing.T) {
			var f limitFlags
			cmd := &cobra.Command{}
			f.register(cmd)
			if err := cmd.ParseFlags(strings.Fields(line)); err != nil {
				t.Fatal(err)
			}
			err := f.check()
			if refused == "" && err != nil || refused != "" && (err == nil || !strings.Contains(err.Error(), refused)) {
				t.Errorf("got %v, want %q", err, refused)
			}
		})
	}
}
