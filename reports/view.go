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
// ToJUnit; a sink serves one report.
//
// It is begun with what is known of a run before its first question, and
// ended after its last. Where the figures are known at once, head comes before
// the questions; otherwise it comes after them, and the questions wait in
// the sink's spool.
type Sink interface {
	begin(run results.RunInfo)
	head(doc *results.ReportDoc) error
	entry(e *drawn) error
	end() error
}

// write feeds a sink from a view. Memory stays flat: no sink keeps more than
// the stated number of questions. The first error ends it.
func write(v View, s Sink) error {
	doc := complete(v.Doc)
	s.begin(doc.Run)
	if err := s.head(&doc); err != nil {
		return err
	}
	for e, err := range v.Entries() {
		if err != nil {
			return fmt.Errorf("read the run's questions: %w", err)
		}
		if err := s.entry(draw(&doc.Run, e)); err != nil {
			return err
		}
	}
	return s.end()
}

// Markdown writes report.md, made to be read top to bottom.
func Markdown(w io.Writer, v View) error { return write(v, ToMarkdown(w)) }

// JSON writes report.json, schema evalrun.report/1.
func JSON(w io.Writer, v View) error { return write(v, ToJSON(w, nil)) }

// JUnit writes junit.xml, one test case per question and repeat.
func JUnit(w io.Writer, v View) error { return write(v, ToJUnit(w, nil)) }
