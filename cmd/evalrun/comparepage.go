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
	// Only questions that changed are shown, however many there are.
	changed := map[string]bool{}
	for _, f := range doc.Flips.List {
		changed[f.ID] = true
	}
	base, err := openCompared(h, doc.Base.Path, changed)
	if err != nil {
		return err
	}
	defer base.close()
	head, err := openCompared(h, doc.Head.Path, changed)
	if err != nil {
		return err
	}
	defer head.close()
	sides := reports.Sides{Base: base.answered(), Head: head.answered()}
	return writePage(o.html, func(w io.Writer) error { return reports.ComparisonHTML(w, doc, sides) })
}

// comparedAnswers finds the records of one run by the ids of its questions
// that changed; nil is a run of which there is only its report.
type comparedAnswers struct {
	records   *runstore.Lookup
	questions map[string]askedQuestion
	repeats   int
}

// askedQuestion is where a question stands, and as which its records count.
type askedQuestion struct {
	seq         int
	contentHash string
}

// openCompared is nil for a report.json, which has no answers. close must
// follow.
func openCompared(h host, path string, changed map[string]bool) (*comparedAnswers, error) {
	if about, err := os.Stat(path); err != nil || !about.IsDir() {
		return nil, err
	}
	store, err := openRun(h, path)
	if err != nil {
		return nil, err
	}
	c := &comparedAnswers{questions: map[string]askedQuestion{}, repeats: max(store.Info().Repeats, 1)}
	for q, err := range store.Questions() {
		if err != nil {
			return nil, err
		}
		if changed[q.ID] {
			c.questions[q.ID] = askedQuestion{q.Seq, q.ContentHash}
		}
	}
	c.records, err = store.Lookup()
	return c, err
}

// of leaves out the records that were made before the question was changed.
func (c *comparedAnswers) of(id string) ([]results.Record, error) {
	q, known := c.questions[id]
	if !known {
		return nil, nil
	}
	var out []results.Record
	for repeat := range c.repeats {
		rec, found, err := c.records.Record(q.seq, repeat)
		if err != nil {
			return nil, err
		}
		if found && rec.ContentHash == q.contentHash {
			out = append(out, rec)
		}
	}
	return out, nil
}

func (c *comparedAnswers) answered() reports.Answered {
	if c == nil {
		return nil
	}
	return c.of
}

// close says nothing of an error: the file was only read.
func (c *comparedAnswers) close() {
	if c != nil {
		_ = c.records.Close()
	}
}
