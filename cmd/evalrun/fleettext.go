package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/evalrun/evalrun/fleet"
	"github.com/evalrun/evalrun/reports"
)

// tellFleet prints two tables, and below them what to do about runs that
// nobody coordinates, and who takes no part in what.
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
	if slices.ContainsFunc(runs, func(s fleet.RunStatus) bool { return !s.Coordinator }) {
		b.WriteString("\nWhat no coordinator is at goes on with evalrun run --resume FOLDER --fleet URL,\nor leaves the server with evalrun fleet remove RUN.\n")
	}
	for _, line := range idle(workers) {
		fmt.Fprintln(&b, line)
	}
	_, err := fmt.Fprint(h.stdout, b.String())
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
	state, results := s.State, fmt.Sprintf("%d of %d", s.Results, s.Planned)
	switch {
	case state == "leftover":
		results = strconv.Itoa(s.Results) // of how many only its entry would tell
	case state == "running" && !s.Coordinator:
		state = "no coordinator"
	}
	return fmt.Sprintf("%s\t%s\t%s\t%d\t%d\t%d\t%s",
		cell(s.Run), cell(state), results, s.InFlight, s.Waiting, len(s.Workers), size(s.Bytes))
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

// Widths in columns.
const (
	widestCell   = 120 // the id of a run is to be copied whole
	widestReason = 400
)

// cell is a text of somebody else that ends neither its cell nor its row, and
// leaves room for the others.
func cell(text string) string {
	if strings.TrimSpace(text) == "" {
		return "-"
	}
	return reports.Fit(strings.Join(strings.Fields(text), " "), widestCell)
}

// mostTogether bounds the workers that one line names, and mostIdle the lines.
const (
	mostTogether = 5
	mostIdle     = 50
)

// idle says who takes no part in which run: one line for all workers that lack
// the same.
func idle(workers []fleet.WorkerStatus) (lines []string) {
	type reason struct{ run, lacks string }
	who := map[reason][]string{}
	for _, w := range workers {
		for run, lacks := range w.Lacks {
			r := reason{cell(run), reports.Fit(strings.Join(lacks, ", "), widestReason)}
			who[r] = append(who[r], cell(w.Name))
		}
	}
	for r, names := range who {
		n, form := len(names), "%s takes no part in %s: lacks %s"
		if n > 1 {
			form = "%s take no part in %s: lack %s"
		}
		lines = append(lines, fmt.Sprintf(form, list(names[:min(n, mostTogether)], n), r.run, r.lacks))
	}
	slices.Sort(lines)
	if more := len(lines) - mostIdle; more > 0 {
		lines = append(lines[:mostIdle], fmt.Sprintf("and %d more", more))
	}
	return lines
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
