package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/internal/loopback"
)

// TestARunOutlivesWhoReadsItsEvents: the program at the other end of the pipe
// is gone before the first line. The run goes to its reports and then says
// what could not be written.
func TestARunOutlivesWhoReadsItsEvents(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no signal for a closed pipe")
	}
	t.Chdir(t.TempDir())
	judge, err := loopback.Start(loopback.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer judge.Close()
	const n = 10
	writeQuestions(t, ".", n)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Close(); err != nil {
		t.Fatal(err)
	}
	defer write.Close()
	var stderr strings.Builder
	cmd := exec.Command("evalrun", "run", "suite.yaml", "--answers", "answers.jsonl", "--judge", "judge",
		"--judge-base-url", judge.URL(), "--events", "-", "--no-cache", "--no-probe")
	cmd.Stdout, cmd.Stderr = write, &stderr
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 4 || !strings.Contains(stderr.String(), "write --events: ") {
		t.Errorf("exit %d, want 4 and the reason: %s", code, &stderr)
	}
	reports, err := filepath.Glob(filepath.Join("runs", "*", "report.json"))
	if err != nil || len(reports) != 1 {
		t.Fatalf("reports %v, %v", reports, err)
	}
	if got := recordsIn(t, filepath.Dir(reports[0])); got != n {
		t.Errorf("%d of %d records", got, n)
	}
}
