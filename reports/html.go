package reports

import (
	"bufio"
	"bytes"
	"io"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// HTML writes report.html, one file that needs no network and no script.
func HTML(w io.Writer, v View) error { return write(v, ToHTML(w, nil)) }

// ToHTML returns a sink that writes report.html: the figures, then a table of
// questions, first those that did not pass, then the passes and what was not
// run or is set apart. Each row unfolds to all that is known of the question,
// as far as there is room: a page of more than 40 MB, or of more rows than a
// browser lays out in a moment, would not be read. It says what it left out. A
// Draft needs a spool.
func ToHTML(w io.Writer, spool Spool) Sink {
	bw := bufio.NewWriterSize(w, 64<<10)
	return &htmlSink{
		w: bw, body: newBody(bw, spool),
		open:    htmlRows{rows: 10_000, details: 2000, room: 28 << 20, detailRoom: 22 << 20},
		passes:  htmlRows{rows: 2000, details: 200, room: 8 << 20, detailRoom: 3 << 20},
		apart:   htmlRows{rows: 1000, details: 200, room: 2 << 20, detailRoom: 1 << 20},
		skipped: htmlRows{rows: 2000, room: 3 << 20},
	}
}

type htmlSink struct {
	w    *bufio.Writer
	body body // rows of open
	run  results.RunInfo

	open, passes, apart, skipped htmlRows
	held                         bytes.Buffer // rows of passes
	heldApart, heldSkipped       bytes.Buffer
}

func (s *htmlSink) begin(run results.RunInfo) { s.run = run }

// head writes the page up to the first row of its questions.
func (s *htmlSink) head(doc *results.ReportDoc) error {
	return htmlPages().ExecuteTemplate(s.w, "report-head", headOf(doc))
}

// entry writes the row of a question, or keeps it for its place. Of one that
// finds no room nothing is read but its verdict.
func (s *htmlSink) entry(e *drawn) error {
	verdict := summary.Combine(e.Entry, s.run.Repeats)
	switch {
	case isApart(s.run, e.Question):
		return s.apart.add(&s.heldApart, s.run, e)
	case verdict == results.Pass:
		return s.passes.add(&s.held, s.run, e)
	case verdict == results.Skipped && len(e.Records) == 0:
		return s.skipped.add(&s.heldSkipped, s.run, e)
	}
	return s.open.add(s.body, s.run, e)
}

func (s *htmlSink) end() error {
	if err := s.body.settle(); err != nil {
		return err
	}
	for _, rows := range []*bytes.Buffer{&s.held, &s.heldSkipped, &s.heldApart} {
		if _, err := rows.WriteTo(s.w); err != nil {
			return err
		}
	}
	if err := htmlPages().ExecuteTemplate(s.w, "report-foot", s.foot()); err != nil {
		return err
	}
	return s.w.Flush()
}
