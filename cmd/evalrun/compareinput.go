package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/results"
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
	f, err := openDocument(file)
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
		return run, drawnFrom(path, run.Info)
	}
	return run, nil
}

// largestDocument is far above the report of any run that could be held: one
// of 100,000 questions has some 300 MB.
const largestDocument = 1 << 30

// openDocument opens a file that evalrun wrote: an ordinary one of a known
// size, because a pipe or a device may have no end.
func openDocument(path string) (*os.File, error) {
	about, err := os.Stat(path)
	switch {
	case err != nil:
		err = plainPath(err)
	case !about.Mode().IsRegular():
		err = errors.New("not an ordinary file")
	case about.Size() > largestDocument:
		err = errors.New("larger than 1 GB")
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, plainPath(err))
	}
	return f, nil
}

// drawnFrom reports whether a report is that of the run in its folder: one
// that was resumed since has more to say than its report.
func drawnFrom(folder string, reported results.RunInfo) error {
	info, err := readInfo(folder)
	if err != nil {
		return err
	}
	// The report leaves out the texts of the prompts.
	info.PromptTexts, reported.PromptTexts = nil, nil
	if !reflect.DeepEqual(info, reported) {
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
