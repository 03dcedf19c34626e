package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/internal/browser"
	"github.com/evalrun/evalrun/runstore"
)

// TestALabelOutlivesTheServer makes a run that fails, labels a question of it
// by keyboard, kills the server and finds the label in the next one and in
// what calibrate reads.
func TestALabelOutlivesTheServer(t *testing.T) {
	t.Parallel()
	var browsers browser.Shared
	t.Cleanup(func() {
		if err := browsers.Close(); err != nil {
			t.Error(err)
		}
	})
	p := browsers.Open(t)
	dir := t.TempDir()
	evalrun(t, dir, 0, "init", ".")
	answers := filepath.Join(dir, "answers.jsonl")
	data, err := os.ReadFile(answers)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(answers, []byte(strings.ReplaceAll(string(data), "30 days", "90 days")), 0o644); err != nil {
		t.Fatal(err)
	}
	evalrun(t, dir, 1, "run", "suite.yaml", "--answers", "answers.jsonl", "--judge", "offline", "--quiet")

	address, kill := reviewServer(t, dir)
	p.Go(address)
	p.Follow(func() { p.Click("table.runs tbody th a") })
	p.Follow(func() { p.Click(`#questions tbody th a`) })
	question := browser.Value[string](p, `location.pathname`)
	p.Press("2")
	p.Follow(func() { p.Press("s") })
	p.Go("about:blank") // nothing is asked for any more
	if err := kill(); err != nil {
		t.Fatal(err)
	}

	address, kill = reviewServer(t, dir)
	p.Go(strings.TrimRight(address, "/") + question)
	if got := browser.Value[string](p, `document.querySelector('form[data-label] input:checked').value`); got != "2" {
		t.Errorf("in the next server %q is checked", got)
	}
	p.Go("about:blank")
	if err := kill(); err != nil {
		t.Fatal(err)
	}
	runs, err := filepath.Glob(filepath.Join(dir, "runs", "*", runstore.LabelsFile))
	if err != nil || len(runs) != 1 {
		t.Fatalf("labels %q, %v", runs, err)
	}
	if out := evalrun(t, dir, 2, "calibrate", filepath.Dir(runs[0])); !strings.Contains(out, "grounding") {
		t.Errorf("calibrate says\n%s", out)
	}
}

// evalrun runs a command to its end, with an exit code of at most highest.
func evalrun(t *testing.T, dir string, highest int, args ...string) string {
	t.Helper()
	cmd := exec.Command("evalrun", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() < 0 || cmd.ProcessState.ExitCode() > highest {
		t.Fatalf("evalrun %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// reviewServer starts the server and returns its address and what kills it as a
// machine that loses its power does.
func reviewServer(t *testing.T, dir string) (address string, kill func() error) {
	t.Helper()
	cmd := exec.Command("evalrun", "review", "--rater", "ada")
	cmd.Dir = dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = func() error {
		err := cmd.Process.Kill()
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait() // it was killed
		return err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = kill()
		t.Fatalf("review says %q: %v", line, err)
	}
	return strings.TrimSpace(line), kill
}
