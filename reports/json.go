package reports

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/evalrun/evalrun/results"
)

// ToJSON returns a sink that writes report.json. A Draft needs a spool.
func ToJSON(w io.Writer, spool Spool) Sink {
	bw := bufio.NewWriter(w)
	return newJSONSink(bw, spool, "", "\n")
}

// ReportsJSON writes one document for several suites, schema
// evalrun.reports/1, the reports in the order given.
func ReportsJSON(w io.Writer, views []View) error {
	bw := bufio.NewWriter(w)
	bw.WriteString("{\n  \"schema\": \"" + results.ReportsSchema + "\",\n  \"reports\": [")
	for i, v := range views {
		if i > 0 {
			bw.WriteByte(',')
		}
		bw.WriteString("\n    ")
		if err := write(v, newJSONSink(bw, nil, "    ", "")); err != nil {
			return err
		}
	}
	if len(views) > 0 {
		bw.WriteString("\n  ")
	}
	bw.WriteString("]\n}\n")
	return bw.Flush()
}

type jsonSink struct {
	w            *bufio.Writer
	body         body
	prefix, last string
	question     *indentedJSON
	questions    int
}

// newJSONSink writes a document whose lines all begin with prefix but the
// first, and last after it.
func newJSONSink(w *bufio.Writer, spool Spool, prefix, last string) *jsonSink {
	return &jsonSink{w: w, body: newBody(w, spool), prefix: prefix, last: last, question: newIndentedJSON(prefix + "    ")}
}

func (s *jsonSink) begin(results.RunInfo) {}

// head writes the document up to its questions. They stand last, so what an
// empty list would end with is cut off and written by end.
func (s *jsonSink) head(doc *results.ReportDoc) error {
	head := *doc
	head.Questions = []results.QuestionReport{}
	data, err := newIndentedJSON(s.prefix).encode(head)
	if err != nil {
		return err
	}
	body, ok := bytes.CutSuffix(data, []byte("[]\n"+s.prefix+"}"))
	if !ok {
		return errors.New("write report.json: the questions are not the last key")
	}
	s.w.Write(body)
	return s.w.WriteByte('[')
}

func (s *jsonSink) entry(e *drawn) error {
	data, err := s.question.encode(e.report())
	if err != nil {
		return err
	}
	if s.questions > 0 {
		s.body.WriteByte(',')
	}
	s.questions++
	s.body.WriteString("\n" + s.question.prefix)
	_, err = s.body.Write(data)
	return err
}

func (s *jsonSink) end() error {
	if err := s.body.settle(); err != nil {
		return err
	}
	if s.questions > 0 {
		s.w.WriteString("\n" + s.prefix + "  ")
	}
	s.w.WriteString("]\n" + s.prefix + "}" + s.last)
	return s.w.Flush()
}

// complete gives empty lists and maps where the figures have none, so that a
// reader of report.json never meets null for "nothing", and drops the prompt
// texts, which belong to run.json.
func complete(doc results.ReportDoc) results.ReportDoc {
	doc.Schema = results.ReportSchema
	doc.Run.PromptTexts = nil
	doc.Gate.Reasons = orEmpty(doc.Gate.Reasons)
	doc.Gate.Rules = orEmpty(doc.Gate.Rules)
	doc.Dimensions = orEmpty(doc.Dimensions)
	doc.Confidence = orEmpty(doc.Confidence)
	doc.Warnings = orEmpty(doc.Warnings)
	doc.Judge.Errors = orNone(doc.Judge.Errors)
	doc.Judge.Served = orNone(doc.Judge.Served)
	doc.Judge.Modes = orNone(doc.Judge.Modes)
	doc.Target = withLists(doc.Target, func(t *results.TargetSummary) { t.Errors = orNone(t.Errors) })
	doc.Repeats = withLists(doc.Repeats, func(r *results.RepeatSummary) {
		r.FlakyQuestions, r.Spread = orEmpty(r.FlakyQuestions), orEmpty(r.Spread)
	})
	doc.Slices = withLists(doc.Slices, func(s *results.Slices) { s.Tags, s.Groups = orEmpty(s.Tags), orEmpty(s.Groups) })
	doc.Quarantine = withLists(doc.Quarantine, func(q *results.QuarantineSummary) { q.Questions = orEmpty(q.Questions) })
	doc.Anchors = withLists(doc.Anchors, func(a *results.AnchorSummary) { a.Dimensions = orEmpty(a.Dimensions) })
	doc.Panel = withLists(doc.Panel, func(p *results.PanelSummary) {
		p.Members, p.Series = orEmpty(p.Members), orEmpty(p.Series)
	})
	return doc
}

// withLists is a copy, filled, of a block that only some documents have: a
// writer leaves what it is given as it is.
func withLists[B any](block *B, fill func(*B)) *B {
	if block == nil {
		return nil
	}
	filled := *block
	fill(&filled)
	return &filled
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func orNone(counts map[string]int) map[string]int {
	if counts == nil {
		return map[string]int{}
	}
	return counts
}
