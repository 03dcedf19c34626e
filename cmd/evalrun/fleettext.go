package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/reports"
)

// tellFleet prints two tables, and below them who takes no part in what.
func (h host) tellFleet(runs []fleet.RunStatus, workers []fleet.WorkerStatus) error {
	var b strings.Builder
	if len(runs) == 0 {
		b.WriteString("no runs\n")
	} else {
		tabulate(&b, "RUN\tSTATE\tRESULTS\tIN FLIGHT\tWAITING\tWORKERS\tSTORED", runs, runRow)
	}
	b.WriteString("\n")
	if len(workers) == 0 {
		b.WriteString("no workers\n")
	} else {
		tabulate(&b, "WORKER\tIN FLIGHT\tDONE\tA MINUTE\tTAGS\tVERSION", workers, workerRow)
	}
	for _, w := range workers {
		for _, run := range slices.Sorted(maps.Keys(w.Lacks)) {
			fmt.Fprintf(&b, "%s takes no part in %s: %s\n", w.Name, run, strings.Join(w.Lacks[run], ", "))
		}
	}
	_, err := fmt.Fprint(h.stdout, reports.Visible(b.String()))
	return printed(err)
}

func tabulate[T any](b *strings.Builder, head string, rows []T, row func(T) string) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, head)
	for _, r := range rows {
		fmt.Fprintln(w, row(r))
	}
	_ = w.Flush() // a Builder takes everything
}

func runRow(s fleet.RunStatus) string {
	state := s.State
	switch {
	case state != "running":
		state = "kept"
	case !s.Coordinator:
		state = "no coordinator"
	}
	return fmt.Sprintf("%s\t%s\t%d of %d\t%d\t%d\t%d\t%s",
		cell(s.Run), cell(state), s.Results, s.Planned, s.InFlight, s.Waiting, len(s.Workers), size(s.Bytes))
}

func workerRow(w fleet.WorkerStatus) string {
	name := cell(w.Name)
	if w.Draining {
		name += " (leaving)"
	}
	var tags []string
	for _, tag := range slices.Sorted(maps.Keys(w.Tags)) {
		tags = append(tags, tag+"="+w.Tags[tag])
	}
	return fmt.Sprintf("%s\t%d of %d\t%d\t%.0f\t%s\t%s",
		name, w.InFlight, w.Places, w.Done, w.PerMinute, cell(strings.Join(tags, ",")), cell(strings.TrimPrefix(w.Tool, "evalrun ")))
}

// cell is a text that ends neither its cell nor its row.
func cell(text string) string {
	if text == "" {
		return "-"
	}
	return strings.Join(strings.Fields(text), " ")
}

func size(bytes uint64) string {
	const kib, mib, gib = 1 << 10, 1 << 20, 1 << 30
	switch {
	case bytes >= gib:
		return fmt.Sprintf("%.1f GiB", float64(bytes)/gib)
	case bytes >= mib:
		return fmt.Sprintf("%.1f MiB", float64(bytes)/mib)
	}
	return fmt.Sprintf("%d KiB", (bytes+kib-1)/kib)
}
