package runstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
)

// ErrNoRun is returned by Newest when no run holds a result.
var ErrNoRun = errors.New("no run with a result")

// Listed is one run found in a runs folder.
type Listed struct {
	Path string
	Info results.RunInfo
}

// List returns the runs in runsDir, oldest first by the time they recorded;
// folder names and file times decide nothing. A folder without run.json is
// no run; one whose run.json cannot be read is named in warnings. A missing
// runsDir holds no runs.
func List(runsDir string) (runs []Listed, warnings []string, err error) {
	folders, err := os.ReadDir(runsDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("list runs: %w", err)
	}
	for _, folder := range folders {
		path := filepath.Join(runsDir, folder.Name())
		info, err := readInfo(path)
		switch {
		case err == nil:
			runs = append(runs, Listed{Path: path, Info: info})
		case folder.IsDir() && !errors.Is(err, fs.ErrNotExist):
			warnings = append(warnings, err.Error())
		}
	}
	slices.SortStableFunc(runs, func(a, b Listed) int {
		if c := a.Info.Started.Compare(b.Info.Started); c != 0 {
			return c
		}
		return strings.Compare(a.Info.ID, b.Info.ID)
	})
	return runs, warnings, nil
}

// Newest returns the run in runsDir that started last among those with a
// result, a record whose verdict is not error: a run that broke at its start
// says nothing about quality and must not become what others are compared
// with. Without one it returns ErrNoRun.
func Newest(runsDir string) (Listed, error) {
	runs, _, err := List(runsDir)
	if err != nil {
		return Listed{}, err
	}
	for _, run := range slices.Backward(runs) {
		has, err := hasResult(filepath.Join(run.Path, RecordsFile))
		if err != nil {
			return Listed{}, fmt.Errorf("list runs: %w", err)
		}
		if has {
			return run, nil
		}
	}
	return Listed{}, fmt.Errorf("%w in %s", ErrNoRun, runsDir)
}

func hasResult(records string) (bool, error) {
	f, err := os.Open(records)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	for line, err := range lines(f) {
		if err != nil {
			return false, err
		}
		var head struct {
			Verdict results.Verdict `json:"verdict"`
		}
		// A line that cannot be read is no result; opening the run names it.
		if json.Unmarshal(line.raw, &head) == nil && head.Verdict != "" && head.Verdict != results.Error {
			return true, nil
		}
	}
	return false, nil
}
