//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/evalrun/evalrun/grounding/support"
	"github.com/evalrun/evalrun/textmatch"
)

// checkoutLines is the size of the repository that the command is measured
// on; it is made of the standard library of the Go that runs the bench.
const checkoutLines = 240_000

func (b bench) groundRows() ([]row, error) {
	checkout, files, err := b.checkout()
	if err != nil {
		return nil, err
	}
	rows, err := b.grounding(checkout, files)
	if err != nil {
		return nil, err
	}
	batch, err := b.batch(checkout)
	return append(append(rows, supporting()), batch...), err
}

// checkout copies Go files until there are enough lines.
func (b bench) checkout() (dir string, files []string, err error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	from := filepath.Join(strings.TrimSpace(string(root)), "src")
	dir = filepath.Join(b.dir, "checkout")
	lines := 0
	err = filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case lines >= checkoutLines:
			return fs.SkipAll
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "vendor"):
			return fs.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines += bytes.Count(data, []byte("\n"))
		to := filepath.Join(dir, strings.TrimPrefix(path, from))
		files = append(files, to)
		return errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, data, 0o644))
	})
	if err == nil && lines < checkoutLines {
		err = fmt.Errorf("only %d lines of Go in %s", lines, from)
	}
	return dir, files, errors.Join(err, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/checkout\n\ngo 1.26\n"), 0o644))
}

// grounding runs the command with claims that are there and claims that are
// not, beside a parse of the same files that keeps nothing.
func (b bench) grounding(checkout string, files []string) ([]row, error) {
	response := filepath.Join(b.dir, "response.md")
	context := filepath.Join(b.dir, "context.md")
	const text = "The archive is read by `NewReader(r)` and `OpenReader(name)` in `archive/zip/reader.go`; " +
		"`computeQuantumScore(x)` in `archive/zip/quantum.go` ranks it.\n"
	if err := errors.Join(os.WriteFile(response, []byte(text), 0o644), os.WriteFile(context, []byte("archive reader rank\n"), 0o644)); err != nil {
		return nil, err
	}
	own, err := b.run(anyVerdict, "evalrun", "ground", "--response", response, "--context", context, "--root", checkout)
	if err != nil {
		return nil, err
	}
	bare, err := parsing(files)
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("evalrun ground, repository of %d lines of Go", checkoutLines)
	return []row{{what + ": CPU", seconds(own.cpu), seconds(bare) + " (go/parser alone)", ratio(own.cpu, bare), "≤ 1 s"}}, nil
}

// parsing is the CPU time of this process over a parse of all files.
func parsing(files []string) (float64, error) {
	began := cpuTime()
	for _, path := range files {
		if _, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution); err != nil {
			return 0, err
		}
	}
	return cpuTime() - began, nil
}

func cpuTime() float64 {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}

// supporting scores 300 words against 20 passages of 1,200 characters, beside
// the plain cover of the words.
func supporting() row {
	passages := make([]support.Passage, 20)
	for i := range passages {
		passages[i] = support.Passage{ID: strconv.Itoa(i), Text: prose(1200, uint64(i)+10)[:1200]}
	}
	answer := strings.Join(strings.Fields(prose(4000, 11))[:300], " ") + "."
	own := best(20, func() { support.Prepare(passages).Score(answer) })
	bare := best(20, func() { wordCover(passages, answer) })
	return row{"support of 300 words by 20 passages of 1,200 characters", fmt.Sprintf("%.2f ms", own*1000),
		fmt.Sprintf("%.2f ms (word cover)", bare*1000), ratio(own, bare), "≤ 2 ms"}
}

func wordCover(passages []support.Passage, answer string) (found int) {
	known := map[string]bool{}
	for _, p := range passages {
		for _, w := range textmatch.Words(p.Text) {
			known[w] = true
		}
	}
	for _, w := range textmatch.Words(answer) {
		if known[w] {
			found++
		}
	}
	return found
}

// batchSize is the lines of a batch.
const batchSize = 4000

// batch runs many answers over one index on one core and on all.
func (b bench) batch(checkout string) ([]row, error) {
	file := filepath.Join(b.dir, "batch.jsonl")
	err := lines(file, batchSize, func(i int) string {
		return fmt.Sprintf(`{"id":%d,"response":%q,"sources":[{"id":"P1","text":%q}]}`,
			i, prose(1500, uint64(i))+" see `NewReader(r)`", prose(6000, uint64(i)))
	})
	if err != nil {
		return nil, err
	}
	var took [2]usage
	for i, cores := range []string{"1", strconv.Itoa(runtime.NumCPU())} {
		os.Setenv("GOMAXPROCS", cores)
		took[i], err = b.run(anyVerdict, "evalrun", "ground", "--batch", file, "--root", checkout)
		os.Unsetenv("GOMAXPROCS")
		if err != nil {
			return nil, err
		}
	}
	what := fmt.Sprintf("evalrun ground --batch, %d answers on %d cores: wall", batchSize, runtime.NumCPU())
	return []row{{what, seconds(took[1].wall), seconds(took[0].wall) + " (1 core)", ratio(took[1].wall, took[0].wall), "≤ 0.65 on 2"}}, nil
}
