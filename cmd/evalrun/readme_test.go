package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// example is one command of a console block and the output shown below it.
type example struct {
	command string
	want    []string
}

// TestReadmeCommands runs every evalrun command that README shows, in order
// and in one folder, and compares what it prints. A line with … stands for
// anything; … alone stands for any number of lines.
func TestReadmeCommands(t *testing.T) {
	makefile := readFile(t, "../../Makefile")
	examples := examplesOf(readFile(t, "../../README.md"))
	t.Chdir(t.TempDir())
	ran := 0
	for _, ex := range examples {
		if target, ok := strings.CutPrefix(ex.command, "make "); ok {
			if !strings.Contains(makefile, "\n"+target+":") {
				t.Errorf("README shows %q, which the Makefile does not have", ex.command)
			}
			continue
		}
		ran++
		got := runExample(t, ex.command)
		if !outputPattern(ex.want).MatchString(got) {
			t.Errorf("$ %s\nprints\n%s\nREADME shows\n%s", ex.command, got, strings.Join(ex.want, "\n"))
		}
	}
	if ran < 4 {
		t.Errorf("README shows %d evalrun commands, want at least 4", ran)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func examplesOf(markdown string) []example {
	var out []example
	inside := false
	for _, line := range strings.Split(markdown, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case inside && strings.HasPrefix(line, "$ "):
			out = append(out, example{command: line[2:]})
		case inside && len(out) > 0:
			last := &out[len(out)-1]
			last.want = append(last.want, line)
		}
	}
	return out
}

// runExample returns stdout and then stderr, as a reader would see them.
func runExample(t *testing.T, command string) string {
	t.Helper()
	words := strings.Fields(command)
	if words[0] != "evalrun" {
		t.Fatalf("README shows %q, which this test cannot run", command)
	}
	var stdout, stderr bytes.Buffer
	h := host{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
		getenv: func(string) string { return "" }, now: time.Now, random: bytes.NewReader(make([]byte, 64))}
	if code := run(context.Background(), words[1:], h); code != 0 {
		t.Errorf("$ %s exits %d: %s", command, code, stderr.String())
	}
	return stdout.String() + stderr.String()
}

func outputPattern(want []string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`(?s)^`)
	for _, line := range want {
		if line == "…" {
			b.WriteString(`.*`)
			continue
		}
		b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), "…", `[^\n]*`) + `\n`)
	}
	return regexp.MustCompile(b.String() + `$`)
}
