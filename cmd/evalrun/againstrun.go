package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/verdict"
)

// What a run that was compared with a baseline keeps of it in its folder.
const (
	comparisonMarkdown = "compare.md"
	comparisonJSON     = "compare.json"
	comparisonPage     = "compare.html"
)

// compareWithBaseline sets a run that has its reports against its baseline.
// It says what came of it and keeps the exit code; the run's own report stays
// what it is without a baseline.
func (e *evaluation) compareWithBaseline(store *runstore.Run, p preparedSuite, stop *results.Stop) {
	a := e.against
	if a == nil {
		return
	}
	if stop != nil {
		e.host.say("%s: not compared with %s: the run ended early", p.suite.Path, a.name)
		return
	}
	code, err := e.compareStored(store, a.bases[p.suite.Path])
	if err != nil {
		code = e.host.sayBroken(p.suite.Path, infrastructure(fmt.Errorf("compare with %s: %w", a.name, err)))
	}
	a.codes = append(a.codes, code)
}

func (e *evaluation) compareStored(store *runstore.Run, base *compare.Run) (exit int, err error) {
	head, err := readReport(store.Path())
	if err != nil {
		return 0, err
	}
	doc, err := compare.Compare(base, head, compare.Options{Inconclusive: e.opt.inconclusive})
	if err != nil {
		return 0, err
	}
	page, err := e.comparisonPage(store, doc)
	if err != nil {
		return 0, err
	}
	if err := keepComparison(store, doc, page); err != nil {
		return 0, err
	}
	return doc.Gate.ExitCode, e.tellComparison(doc, head.Gate.ExitCode, store.Path())
}

func keepComparison(store *runstore.Run, doc compare.Doc, page []byte) error {
	return store.WriteFiles([]string{comparisonMarkdown, comparisonJSON, comparisonPage}, func(files []*runstore.Artefact) error {
		_, err := files[2].Write(page)
		return errors.Join(reports.ComparisonMarkdown(files[0], doc), reports.ComparisonJSON(files[1], doc), err)
	})
}

// comparisonPage draws the page with both answers. A baseline whose report is
// there may have lost its records: then it has no answers to show, and the
// comparison holds without them.
func (e *evaluation) comparisonPage(store *runstore.Run, doc compare.Doc) ([]byte, error) {
	head, err := answersIn(store, doc.Flips)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	base, err := answersOf(e.host, doc.Base.Path, doc.Flips)
	if err == nil {
		err = reports.ComparisonHTML(&page, doc, reports.Sides{Base: base, Head: head})
	}
	if err != nil {
		e.host.say("%s: %s is drawn without answers: %s", doc.Head.Path, comparisonPage, err)
		page.Reset()
		err = reports.ComparisonHTML(&page, doc, reports.Sides{Head: head})
	}
	return page.Bytes(), err
}

// tellComparison prints the one sentence below the run's table. Where stdout
// is for machines, only what is wrong goes to stderr.
func (e *evaluation) tellComparison(doc compare.Doc, own int, folder string) error {
	path, page := filepath.Join(folder, comparisonMarkdown), filepath.Join(folder, comparisonPage)
	if e.printsTables() {
		opt := e.host.terminal()
		opt.Report, opt.Page = path, page
		return reports.ComparisonSentence(e.host.stdout, doc, own, verdict.Worst(doc.Gate.ExitCode, own), opt)
	}
	if doc.Gate.ExitCode != verdict.ExitPass {
		e.host.say("compared with %s: %s", doc.Base.Run, doc.Headline)
		e.host.hint("%s", doc.Next)
		e.host.hint("%s holds the comparison, %s the answers too", path, comparisonPage)
	}
	return nil
}

// printsTables reports whether stdout is for a person.
func (e *evaluation) printsTables() bool {
	return !e.opt.json && !e.opt.quiet && e.opt.events != eventsOnStdout
}

// worst is the exit code of a command whose runs ended in err, with those of
// the comparisons.
func (a *against) worst(err error) error {
	if a == nil {
		return err
	}
	f := &failure{code: verdict.ExitPass}
	if err != nil && !errors.As(err, &f) {
		return err
	}
	if worst := verdict.Worst(append(a.codes, f.code)...); worst != f.code {
		return &failure{code: worst, err: f.err, hint: f.hint}
	}
	return err
}
