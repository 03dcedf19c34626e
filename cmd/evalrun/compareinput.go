package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// readReports reads all reports at once: most of a comparison is reading. The first error in the order given is told.
func readReports(paths []string) ([]*compare.Run, error) {
	runs, failed := make([]*compare.Run, len(paths)), make([]error, len(paths))
	done := make(chan struct{})
	for i, path := range paths {
		go func() {
			runs[i], failed[i] = readReport(path)
			done <- struct{}{}
		}()
	}
	for range paths {
		<-done
	}
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// readReport reads what an argument names: a run folder or a report.json. The
// report of a folder must be drawn from the run as it is now.
func readReport(path string) (*compare.Run, error) {
	file := path
	about, err := os.Stat(path)
	if err != nil {
		return nil, &failure{code: verdict.ExitUsage, err: fmt.Errorf("read %s: %w", path, plainPath(err)),
			hint: "name a run folder such as runs/20260301T120000Z-suite-1a2b, or a report.json"}
	}
	if about.IsDir() {
		file = filepath.Join(path, runstore.ReportFile)
	}
	f, err := runstore.OpenDocument(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, drawFirst(path, "%s has no %s", path, runstore.ReportFile)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	run, err := compare.Read(file, f)
	if err != nil {
		return nil, err
	}
	run.Path = path
	if about.IsDir() {
		return run, drawnFrom(path, run)
	}
	return run, nil
}

// drawnFrom refuses the report of a folder that is not that of its run.
func drawnFrom(folder string, report *compare.Run) error {
	info, err := readInfo(folder)
	if err != nil {
		return err
	}
	if !report.IsOf(info) {
		return drawFirst(folder, "%s is not the report of the run as %s has it now", filepath.Join(folder, runstore.ReportFile), runstore.InfoFile)
	}
	return nil
}

func drawFirst(folder, format string, args ...any) error {
	return &failure{code: verdict.ExitUsage, err: fmt.Errorf(format, args...), hint: "evalrun report " + folder + " draws it"}
}

// plainPath drops the path that a message names already.
func plainPath(err error) error {
	if broken, ok := errors.AsType[*fs.PathError](err); ok {
		return broken.Err
	}
	return err
}
