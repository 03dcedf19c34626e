package main

import (
	"bytes"
	"io"
	"os"

	"github.com/evalrun/evalrun/compare"
	"github.com/evalrun/evalrun/reports"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
)

// writePage draws first: what cannot be drawn leaves the file as it was.
func writePage(file string, draw func(io.Writer) error) error {
	var b bytes.Buffer
	if err := draw(&b); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

// drawPage writes the page of a comparison, with the answers of both runs
// where both are run folders.
func (o *compareOptions) drawPage(h host, doc compare.Doc) error {
	if o.html == "" {
		return nil
	}
	base, err := answersOf(h, doc.Base.Path, doc.Flips)
	if err != nil {
		return err
	}
	head, err := answersOf(h, doc.Head.Path, doc.Flips)
	if err != nil {
		return err
	}
	sides := reports.Sides{Base: base, Head: head}
	return writePage(o.html, func(w io.Writer) error { return reports.ComparisonHTML(w, doc, sides) })
}

// answersOf finds the answers of one run to the questions that changed. It is
// nil for a report.json, which has none.
func answersOf(h host, path string, flips compare.Flips) (reports.Answered, error) {
	if about, err := os.Stat(path); err != nil || !about.IsDir() {
		return nil, err
	}
	store, err := openRun(h, path)
	if err != nil {
		return nil, err
	}
	return answersIn(store, flips)
}

// answersIn finds records by the ids of their questions. Only questions that
// changed are shown, however many there are.
func answersIn(store *runstore.Run, flips compare.Flips) (reports.Answered, error) {
	changed := map[string]bool{}
	for _, f := range flips.List {
		changed[f.ID] = true
	}
	seqs := map[string]int{}
	for q, err := range store.Questions() {
		if err != nil {
			return nil, err
		}
		if changed[q.ID] {
			seqs[q.ID] = q.Seq
		}
	}
	return func(id string) ([]results.Record, error) {
		seq, known := seqs[id]
		if !known {
			return nil, nil
		}
		e, err := store.Entry(seq)
		return e.Records, err
	}, nil
}
