package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/runstore"
)

// TestAFullDiskEndsTheRunAndNamesTheFile: a limit on the size of files does
// to records.jsonl what a full disk does. What was recorded before stands and
// the run can be resumed.
func TestAFullDiskEndsTheRunAndNamesTheFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no limit on the size of files")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	const n = 20
	writeLongAnswers(t, n)
	run := "evalrun run suite.yaml --answers answers.jsonl --judge none"
	// 200 KB in blocks of 512 bytes, 400 KB where a block is a kilobyte.
	out, err := exec.Command("sh", "-c", "ulimit -f 400; exec "+run).CombinedOutput()
	exit, ok := err.(*exec.ExitError)
	if !ok || exit.ExitCode() != 4 || !strings.Contains(string(out), runstore.RecordsFile) {
		t.Fatalf("ended as %v, want exit 4 and the file's name: %s", err, out)
	}
	folders, err := filepath.Glob(filepath.Join("runs", "*"))
	if err != nil || len(folders) != 1 {
		t.Fatalf("runs %v, %v", folders, err)
	}
	before := recordsIn(t, folders[0])
	if before == 0 || before >= n {
		t.Errorf("%d of %d records stand", before, n)
	}
	if code := exitCode(t, "run", "--resume", folders[0], "--quiet"); code != 0 {
		t.Errorf("resuming exits %d", code)
	}
	if got := recordsIn(t, folders[0]); got != n {
		t.Errorf("%d records after resuming", got)
	}
}

// writeLongAnswers writes a suite of questions with an answer of 60 KB each, of
// which the reports show a third at most: they stay under the limit, the
// records do not.
func writeLongAnswers(t *testing.T, n int) {
	t.Helper()
	var answers strings.Builder
	suite := "gate: {on: checks}\nquestions:\n"
	for i := range n {
		suite += fmt.Sprintf("- {id: q%d, query: Rule %d, rubric: {shouldAnswer: true, mustMention: [days]}}\n", i, i)
		fmt.Fprintf(&answers, `{"id":"q%d","answer":"%s"}`+"\n", i, strings.Repeat("Thirty days. ", 4700))
	}
	for name, text := range map[string]string{"suite.yaml": suite, "answers.jsonl": answers.String()} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
