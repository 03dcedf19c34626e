package reports

import (
	"bufio"
	"io"
	"iter"

	"github.com/evalrun/evalrun/results"
)

// Draft is a set of reports whose questions come before the figures: one pass
// over a run, which may still be going on, then gives figures and reports.
type Draft struct {
	run   results.RunInfo
	sinks []Sink
}

// Spool keeps the questions of a report until its head can be written.
// WriteTo is called once, after the last Write.
type Spool interface {
	io.Writer
	io.WriterTo
}

// NewDraft begins the reports of a run; every sink with questions to keep
// needs a spool. Of the run only what was settled before its first question
// is used.
func NewDraft(run results.RunInfo, sinks ...Sink) *Draft {
	for _, s := range sinks {
		s.begin(run)
	}
	return &Draft{run: run, sinks: sinks}
}

// Through yields the entries, each after it was added to the reports.
func (d *Draft) Through(entries iter.Seq2[results.Entry, error]) iter.Seq2[results.Entry, error] {
	return func(yield func(results.Entry, error) bool) {
		for e, err := range entries {
			if err == nil {
				err = d.add(draw(&d.run, e))
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

func (d *Draft) add(e *drawn) error {
	for _, s := range d.sinks {
		if err := s.entry(e); err != nil {
			return err
		}
	}
	return nil
}

// Finish writes the reports with the run's figures.
func (d *Draft) Finish(doc results.ReportDoc) error {
	doc = complete(doc)
	for _, s := range d.sinks {
		if err := s.head(&doc); err != nil {
			return err
		}
		if err := s.end(); err != nil {
			return err
		}
	}
	return nil
}

// body is where a sink writes its questions: the report itself, or its spool.
type body struct {
	*bufio.Writer
	report *bufio.Writer
	spool  Spool
}

func newBody(report *bufio.Writer, spool Spool) body {
	if spool == nil {
		return body{Writer: report, report: report}
	}
	return body{Writer: bufio.NewWriterSize(spool, 64<<10), report: report, spool: spool}
}

// settle puts what was spooled into the report.
func (b body) settle() error {
	if b.spool == nil {
		return nil
	}
	if err := b.Flush(); err != nil {
		return err
	}
	_, err := b.spool.WriteTo(b.report)
	return err
}
