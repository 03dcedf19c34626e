//go:build unix

package main

import (
	"context"
	"crypto/rand"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// TestAnInterruptedRunHasItsReportsWhateverItsServerDoes: who interrupts does
// not wait for a server that does not answer, and finds a run that can be read
// and gone on with.
func TestAnInterruptedRunHasItsReportsWhateverItsServerDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and stops processes")
	}
	for name, stop := range map[string]func(*process) error{
		"it stands still": func(s *process) error { return s.cmd.Process.Signal(syscall.SIGSTOP) },
		"it is gone":      func(s *process) error { s.kill(); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startProcesses(t, 2*fleetQuestions, fleetPlaces, fleetLatency)
			s := p.serveApart(t)
			crew := []string{"--workers", "1"} // one of the run's own, which does not keep it either
			moment := p.called.hold(fleetQuestions / 2)
			run := p.start(t, p.runArgs(t, crew...)...)
			p.hire(t)
			p.await(t, run, moment)
			if err := stop(s.process); err != nil {
				t.Fatal(err)
			}
			if err := run.cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			p.called.letGo()
			_ = run.wait()
			if run.code() != 130 {
				t.Errorf("exit %d:\n%s", run.code(), run.said)
			}
			if n := strings.Count(run.said.String(), "in the queue of run"); n > 1 {
				t.Errorf("%d lines say that questions stay in the queue", n)
			}
			checkInterrupted(t, killedFolder(t, p.dir))
		})
	}
}

// TestARunThatIsInterruptedBeforeItBeginsHasItsReportsToo.
func TestARunThatIsInterruptedBeforeItBeginsHasItsReportsToo(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writeQuestions(t, ".", 3)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	var stderr speech // the connection may say something at any time
	h := host{
		stdin: strings.NewReader(""), stdout: io.Discard, stderr: &stderr, getenv: os.Getenv, environ: os.Environ, now: time.Now, random: rand.Reader, cpus: 1,
		executable: func() (string, error) { return exec.LookPath("evalrun") },
	}
	if code := run(ctx, []string{"run", "suite.yaml", "--answers", "answers.jsonl", "--judge", "none", "--no-probe", "--fleet", "embedded", "--workers", "1"}, h); code != 130 {
		t.Errorf("exit %d: %s", code, stderr.String())
	}
	checkInterrupted(t, killedFolder(t, dir))
}

// checkInterrupted holds a folder to what an interrupted run leaves.
func checkInterrupted(t *testing.T, folder string) {
	t.Helper()
	opened, err := runstore.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	info := opened.Info()
	if info.Status != results.RunPartial || info.Stop == nil || info.Stop.Kind != results.StopInterrupt || info.Fleet == "" {
		t.Errorf("the run is %s, stopped by %+v, at %q", info.Status, info.Stop, info.Fleet)
	}
	for _, a := range artefactNames() {
		if text, err := os.ReadFile(filepath.Join(folder, a)); err != nil || len(text) == 0 {
			t.Errorf("%s: %d bytes, %v", a, len(text), err)
		}
	}
	if text, _ := os.ReadFile(filepath.Join(folder, "report.md")); !strings.Contains(string(text), "evalrun run --resume") {
		t.Error("the report does not say how it goes on")
	}
}
