package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/fleet"
)

func statusText(t *testing.T, runs []fleet.RunStatus, workers []fleet.WorkerStatus) string {
	t.Helper()
	var out strings.Builder
	if err := (host{stdout: &out}).tellFleet(runs, workers); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestWhatOthersSayOfThemselvesStaysInItsCell: a worker may say anything.
func TestWhatOthersSayOfThemselvesStaysInItsCell(t *testing.T) {
	const evil = "a\nb\x1b[31m\tc\r\u202e"
	long := strings.Repeat("long ", 100_000)
	text := statusText(t,
		[]fleet.RunStatus{{Run: evil, State: evil, Coordinator: true}, {Run: long, State: "kept", Coordinator: true}},
		[]fleet.WorkerStatus{
			{Name: evil, Tool: evil, Tags: map[string]string{evil: evil}, Lacks: map[string][]string{evil: {evil, evil}}},
			{Name: long, Tool: long, Tags: map[string]string{long: long}, Lacks: map[string][]string{long: {long}}},
		})
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) != 9 { // two heads, two rows each, one empty line, one line for each worker
		t.Errorf("%d lines:\n%s", len(lines), text[:min(len(text), 4000)])
	}
	for _, line := range lines {
		if len(line) > 1000 || strings.ContainsAny(line, "\x1b\r\t\u202e") {
			t.Errorf("a line of %d bytes: %q", len(line), line[:min(len(line), 200)])
		}
	}
}

// TestWorkersThatLackTheSameAreToldOfInOneLine, and there is an end to them.
func TestWorkersThatLackTheSameAreToldOfInOneLine(t *testing.T) {
	var workers []fleet.WorkerStatus
	for i := range 8 {
		workers = append(workers, fleet.WorkerStatus{Name: fmt.Sprintf("w%d", i), Lacks: map[string][]string{"old-run": {"environment variable KEY"}}})
	}
	workers[7].Lacks["other-run"] = []string{"tag region=eu", "--checkout app=DIR"}
	text := statusText(t, nil, workers)
	for _, want := range []string{
		"\nw0, w1, w2, w3, w4 and 3 more take no part in old-run: lack environment variable KEY\n",
		"\nw7 takes no part in other-run: lacks tag region=eu, --checkout app=DIR\n",
	} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%q is not there once:\n%s", want, text)
		}
	}
	for i := range 200 {
		workers[0].Lacks[fmt.Sprintf("run-%d", i)] = []string{"tag a=b"}
	}
	if text := statusText(t, nil, workers); strings.Count(text, "\n") > mostIdle+20 || !strings.Contains(text, "\nand 152 more\n") {
		t.Errorf("%d lines: %s", strings.Count(text, "\n"), text)
	}
}

// TestWhatToDoAboutRunsWithoutACoordinatorIsToldOnce.
func TestWhatToDoAboutRunsWithoutACoordinatorIsToldOnce(t *testing.T) {
	gone := []fleet.RunStatus{{Run: "a", State: "running"}, {Run: "b", State: "running"}, {Run: "c", State: "kept"}, {Run: "d", State: "leftover"}}
	text := statusText(t, gone, nil)
	if strings.Count(text, "evalrun run --resume") != 1 || strings.Count(text, "evalrun fleet remove RUN") != 1 || strings.Count(text, "no coordinator") != 3 {
		t.Error(text)
	}
	if text := statusText(t, []fleet.RunStatus{{Run: "a", State: "running", Coordinator: true}}, nil); strings.Contains(text, "--resume") {
		t.Error(text)
	}
}
