package reports

import (
	"io"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

// What report.md shows at most. A person reads some dozens of failures and
// no more; the numbers keep the file below a few megabytes for any run.
const (
	maxDetailed = 200  // questions of one verdict shown in full
	maxListed   = 1000 // questions of one verdict shown in one line
)

// ToMarkdown returns a sink that writes report.md. It holds the text of the
// questions shown and nothing of the others.
func ToMarkdown(w io.Writer) Sink {
	return &markdownSink{
		w:            w,
		failures:     section{limit: maxDetailed},
		errors:       section{limit: maxDetailed},
		inconclusive: section{limit: maxDetailed},
		skipped:      section{limit: maxListed},
		passes:       section{limit: maxListed},
		quarantined:  section{limit: maxListed},
		anchors:      section{limit: maxListed},
	}
}

type markdownSink struct {
	w   io.Writer
	run results.RunInfo
	doc *results.ReportDoc

	failures, errors, inconclusive, skipped, passes section
	quarantined, anchors                            section
}

func (s *markdownSink) begin(run results.RunInfo) { s.run = run }

// head is written by end: what stands first is short, and the sections after
// it are in memory.
func (s *markdownSink) head(doc *results.ReportDoc) error {
	s.doc = doc
	return nil
}

// entry sorts the question into its section; the order within one is that of
// the suite. A question for which there is no room is only counted.
func (s *markdownSink) entry(e *drawn) error {
	verdict := summary.Combine(e.Entry, s.run.Repeats)
	part := s.sectionOf(e.Question, verdict)
	if !part.take() {
		return nil
	}
	q := *e.report()
	if part == &s.anchors || part == &s.quarantined {
		writeApart(&part.page, s.run, q)
		return nil
	}
	switch verdict {
	case results.Fail, results.Error:
		writeDetailed(&part.page, s.run, q, e.Entry)
	case results.Inconclusive, results.Skipped:
		writeBrief(&part.page, q)
	default:
		writePass(&part.page, s.run, q)
	}
	return nil
}

func (s *markdownSink) sectionOf(q results.Question, v results.Verdict) *section {
	switch {
	case q.Anchor:
		return &s.anchors
	case summary.Held(s.run, q):
		return &s.quarantined
	}
	switch v {
	case results.Fail:
		return &s.failures
	case results.Error:
		return &s.errors
	case results.Inconclusive:
		return &s.inconclusive
	case results.Skipped:
		return &s.skipped
	}
	return &s.passes
}

// end writes the report in the order a person needs it in the morning: what
// came out and why, how sure it is, who judged, then failures before passes.
func (s *markdownSink) end() error {
	var p page
	writeVerdict(&p, s.doc)
	writeTotals(&p, s.doc)
	writeQuarantine(&p, s.doc.Quarantine)
	writeJudge(&p, s.doc)
	writePanel(&p, s.doc.Panel)
	writeTarget(&p, s.doc)
	writeDimensions(&p, s.doc)
	writeTries(&p, s.doc.Repeats, s.doc.Run.CopiedRepeats)
	writeAnswering(&p, s.doc)
	writeParts(&p, s.doc)
	writeAnchors(&p, s.doc)
	if _, err := s.w.Write(p.Bytes()); err != nil {
		return err
	}
	for _, part := range []struct {
		title   string
		section *section
	}{
		{"Failures", &s.failures},
		{"Errors", &s.errors},
		{"Inconclusive", &s.inconclusive},
		{"Skipped", &s.skipped},
		{"Passes", &s.passes},
		{"In quarantine", &s.quarantined},
		{"Frozen answers", &s.anchors},
	} {
		if err := writeSection(s.w, part.title, part.section); err != nil {
			return err
		}
	}
	var about page
	writeRun(&about, s.doc)
	_, err := s.w.Write(about.Bytes())
	return err
}
