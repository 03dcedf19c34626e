package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// checkSaved finds out before the run what would lose the file after it. A
// file of answers has one for each question.
func (o *runOptions) checkSaved() error {
	if o.saveAnswers == "" {
		return nil
	}
	if o.repeats > 1 {
		return fmt.Errorf("--save-answers keeps one answer to each question, --repeat is %d", o.repeats)
	}
	stat, err := os.Stat(o.saveAnswers)
	if errors.Is(err, fs.ErrNotExist) {
		stat, err = os.Stat(filepath.Dir(o.saveAnswers))
		if err == nil && stat.IsDir() {
			return nil
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("--save-answers: %w", err)
	case !stat.Mode().IsRegular():
		return fmt.Errorf("--save-answers: %s is not a file", o.saveAnswers)
	}
	return nil
}

// saveAnswers writes the answers of the command's runs, those that a resumed
// one had before too, in the order of the suites. It goes by what is on record,
// where no secret is; the file is whole or as it was. Those of anchors stand in
// the suite, and nobody would ask for them here.
func (e *evaluation) saveAnswers(views []reports.View) error {
	path := e.opt.saveAnswers
	if path == "" || len(views) == 0 {
		return nil
	}
	saved, err := writeWhole(path, func(w io.Writer) (n int, err error) {
		for _, view := range views {
			store, err := runstore.Open(e.folderOf(view))
			if err != nil {
				return n, err
			}
			more, err := writeAnswers(w, store)
			if n += more; err != nil {
				return n, err
			}
		}
		return n, nil
	})
	if err != nil {
		return fmt.Errorf("save answers: %w", err)
	}
	if !e.opt.quiet {
		e.host.say("%s saved in %s", count(saved, "answer"), path)
	}
	return nil
}

// folderOf is where the run of a view lies.
func (e *evaluation) folderOf(view reports.View) string {
	return cmp.Or(e.opt.resume.run, filepath.Join(e.opt.out, view.Doc.Run.ID))
}

func writeAnswers(w io.Writer, store *runstore.Run) (n int, err error) {
	for e, err := range store.Entries() {
		if err != nil {
			return n, err
		}
		for _, rec := range e.Records {
			if rec.Answer == nil || e.Question.Frozen != nil {
				continue
			}
			line, err := answers.Encode(envelopeOf(rec))
			if err != nil {
				return n, err
			}
			if _, err := w.Write(line); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// envelopeOf is the answer as it may be recorded: under the id and the query
// of its question, whatever the target called it.
func envelopeOf(rec results.Record) answers.Answer {
	a := timed(rec)
	a.ID, a.Query = rec.ID, rec.Query
	return a
}

// writeWhole puts a file in its place when all of it is written.
func writeWhole(path string, write func(io.Writer) (int, error)) (n int, err error) {
	draft, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(draft.Name()) // nothing, once it has its name
	out := bufio.NewWriter(draft)
	n, err = write(out)
	err = errors.Join(err, out.Flush(), draft.Chmod(0o644), draft.Close())
	if err != nil {
		return n, err
	}
	return n, os.Rename(draft.Name(), path)
}
