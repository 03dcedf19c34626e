package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// readLabels reads the files that were named, else the labels in the run's
// folder. All that is wrong with the files is told at once.
func (o calibrateOptions) readLabels(h host, run string) (runstore.Labels, error) {
	var labels runstore.Labels
	var err error
	if len(o.labels) > 0 {
		labels, err = o.readFiles()
	} else {
		labels, err = labelsInRun(run)
	}
	if problems, ok := errors.AsType[runstore.LabelProblems](err); ok {
		for _, line := range problems.Lines() {
			h.say("%s", line)
		}
		return labels, &failure{code: verdict.ExitUsage}
	}
	for _, warning := range labels.Warnings {
		h.say("%s", warning)
	}
	return labels, err
}

func (o calibrateOptions) readFiles() (runstore.Labels, error) {
	var reader runstore.LabelReader
	if o.scale != "" {
		scale, err := scaleFrom(o.scale)
		if err != nil {
			return runstore.Labels{}, err
		}
		reader.Scale = scale
	}
	for _, path := range o.labels {
		if err := readLabelFile(&reader, path); err != nil {
			return runstore.Labels{}, err
		}
	}
	return reader.Labels()
}

// readLabelFile takes the file's name for that of the person where its lines
// name nobody: often each person fills in a file of their own.
func readLabelFile(reader *runstore.LabelReader, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("read labels: %s: %w", path, plainPath(err))
	}
	defer f.Close()
	name := filepath.Base(path)
	return reader.Read(path, f, strings.TrimSuffix(name, filepath.Ext(name)))
}

// labelsInRun reads the labels that lie in a run's folder.
func labelsInRun(run string) (runstore.Labels, error) {
	store, err := runstore.Open(run)
	if err != nil {
		return runstore.Labels{}, noLabels(run)
	}
	labels, err := store.Labels()
	if errors.Is(err, fs.ErrNotExist) {
		return labels, noLabels(run)
	}
	return labels, err
}

func noLabels(run string) error {
	return &failure{code: verdict.ExitUsage, err: fmt.Errorf("%s has no %s", run, runstore.LabelsFile),
		hint: "name the people's scores with --labels FILE"}
}
