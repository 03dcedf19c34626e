//go:build unix

// Command bench measures evalrun beside a bare loop of judge calls and prints
// one table. Machines differ and are noisy: the ratios are the result, and
// both sides of a ratio are measured in the same run.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"
)

func main() {
	bin := flag.String("bin", "bin", "folder with the built programs")
	calls := flag.Int("calls", 10_000, "judge calls of the rows with a judge")
	recorded := flag.Int("recorded", 100_000, "questions of the rows without one; 1000000 is the acceptance size")
	decode := flag.Bool(decodeFlag, false, "decode the files named after the flags and do nothing else: the yardstick of compare")
	flag.Parse()
	if *decode {
		if err := decodeAll(flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := measure(*bin, *calls, *recorded); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure(bin string, calls, recorded int) error {
	bin, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "evalrun-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := bench{bin: bin, dir: dir}
	var rows []row
	for _, part := range []func() ([]row, error){
		func() ([]row, error) { return b.waiting(calls) },
		func() ([]row, error) { return b.rushing(calls) },
		func() ([]row, error) { return b.cached(calls) },
		func() ([]row, error) { return b.recorded(recorded/10, recorded) },
		b.startUp,
		func() ([]row, error) { return b.fleetRows(1_000) },
		b.quoteRows,
		b.groundRows,
		b.historyRows,
		func() ([]row, error) { return b.comparing(10_000) },
		func() ([]row, error) { return b.pageRows(10_000) },
	} {
		more, err := part()
		if err != nil {
			return err
		}
		rows = append(rows, more...)
	}
	return print(rows)
}

// row is one line of the table: a figure beside what it is held to.
type row struct {
	what, evalrun, beside, ratio, goal string
}

func print(rows []row) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tevalrun\tbeside it\tratio\tgoal")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.what, r.evalrun, r.beside, r.ratio, r.goal)
	}
	return w.Flush()
}
