package main

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

func (e *evaluation) openRecorded(spec suites.TargetSpec) (*targets.Recorded, error) {
	if known, ok := e.answers[spec.File]; ok {
		return known, nil
	}
	open := func() (*targets.Recorded, error) { return openAnswers(spec.File, formatOf(&spec)) }
	if e.ahead != nil {
		open = e.ahead
	}
	opened, err := open()
	if err != nil {
		return nil, err
	}
	if e.answers == nil {
		e.answers = map[string]*targets.Recorded{}
	}
	e.answers[spec.File] = opened
	return opened, nil
}

// openAhead opens the answers that --answers names while the suites are read:
// the two take about as long.
func (e *evaluation) openAhead() {
	f := e.opt.target
	if f.answers == "" {
		return
	}
	type result struct {
		recorded *targets.Recorded
		err      error
	}
	done := make(chan result, 1)
	go func() {
		recorded, err := openAnswers(f.answers, targets.Format{Name: f.format})
		done <- result{recorded, err}
	}()
	e.ahead = sync.OnceValues(func() (*targets.Recorded, error) {
		r := <-done
		return r.recorded, r.err
	})
}

func formatOf(spec *suites.TargetSpec) targets.Format {
	return targets.Format{Name: spec.Format, QueryVar: spec.QueryVar}
}

// openAnswers says from where a path counts when nothing is there: the usual
// mistake after changing the folder.
func openAnswers(path string, format targets.Format) (*targets.Recorded, error) {
	opened, err := targets.OpenRecordedAs(path, format)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &failure{code: verdict.ExitUsage, err: fmt.Errorf("no answers file %s", path),
			hint: "--answers counts from the current folder, target.file from the suite's"}
	}
	return opened, err
}
