package reports

import (
	"fmt"
	"io"
	"iter"

	"github.com/evalrun/evalrun/results"
)

// View is a run ready to be written: its figures and gate, and its questions
// as a stream in suite order. Doc.Questions is not read. Entries may be
// called several times and must yield the same entries each time.
type View struct {
	Doc     results.ReportDoc
	Entries func() iter.Seq2[results.Entry, error]
}

// Sink is one report in the making. Sinks come from ToMarkdown, ToJSON and
// ToJUnit; a sink serves one Write.
type Sink interface {
	begin(doc *results.ReportDoc) error
	entry(e results.Entry) error
	end() error
}

// Write feeds every sink in one pass over the entries, which costs less than
// one pass per report when a run is large. Memory stays flat: no sink keeps
// more than the stated number of questions. The first error ends it.
func Write(v View, sinks ...Sink) error {
	doc := complete(v.Doc)
	for _, s := range sinks {
		if err := s.begin(&doc); err != nil {
			return err
		}
	}
	for e, err := range v.Entries() {
		if err != nil {
			return fmt.Errorf("read the run's questions: %w", err)
		}
		for _, s := range sinks {
			if err := s.entry(finished(e)); err != nil {
				return err
			}
		}
	}
	for _, s := range sinks {
		if err := s.end(); err != nil {
			return err
		}
	}
	return nil
}

// Markdown writes report.md, made to be read top to bottom.
func Markdown(w io.Writer, v View) error { return Write(v, ToMarkdown(w)) }

// JSON writes report.json, schema evalrun.report/1.
func JSON(w io.Writer, v View) error { return Write(v, ToJSON(w)) }

// JUnit writes junit.xml, one test case per question and repeat.
func JUnit(w io.Writer, v View) error { return Write(v, ToJUnit(w)) }
