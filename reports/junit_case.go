package reports

import (
	"cmp"
	"encoding/xml"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
)

type testCase struct {
	XMLName   xml.Name    `xml:"testcase"`
	ClassName string      `xml:"classname,attr"`
	Name      string      `xml:"name,attr"`
	File      string      `xml:"file,attr,omitempty"`
	Time      string      `xml:"time,attr"`
	Failure   *caseResult `xml:"failure"`
	Error     *caseResult `xml:"error"`
	Skipped   *caseResult `xml:"skipped"`
	SystemOut string      `xml:"system-out,omitempty"`
}

type caseResult struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// testCase maps one record. No record means that the question was not run.
func (s *junitSink) testCase(q results.Question, r *results.Record, repeat int) testCase {
	c := testCase{
		ClassName: xmlLine(s.run.Suite.Name) + "." + string(q.Category),
		Name:      xmlLine(caseName(q.ID, repeat, s.run.Repeats)),
		File:      xmlLine(filepath.ToSlash(cmp.Or(q.File, s.run.Suite.Path))),
		Time:      seconds(0),
	}
	switch {
	case isApart(s.run, q):
		c.Skipped = &caseResult{Message: xmlLine(cut(apartWords(q, r), maxReason))}
	case r == nil:
		c.Skipped = &caseResult{Message: "not run"}
	case r.Verdict != results.Pass:
		c.explain(r)
	}
	if r == nil {
		return c
	}
	c.Time = seconds(r.Times.Ended.Sub(r.Times.Started))
	if r.Verdict != results.Pass || s.size < maxDetail {
		c.SystemOut = clip(s.reasoning(q, r))
	}
	return c
}

// explain adds the element that makes the case something other than a pass.
func (c *testCase) explain(r *results.Record) {
	result := &caseResult{Message: xmlLine(cut(firstReason(r), maxReason)), Text: clip(caseText(r))}
	switch r.Verdict {
	case results.Fail:
		result.Type = failureType(r)
		c.Failure = result
	case results.Skipped:
		c.Skipped = &caseResult{Message: result.Message}
	case results.Error:
		result.Type = "error"
		if r.Error != nil {
			result.Type = xmlLine(r.Error.Code)
		}
		c.Error = result
	default:
		result.Type = string(r.Verdict)
		c.Error = result
	}
}

// failureType is the first failed check, or "floor" when a score decided.
func failureType(r *results.Record) string {
	if f := firstFailed(r); f != nil {
		return xmlLine(f.Check)
	}
	return "floor"
}

// caseText is the body: every reason, the failed checks among them, then how
// the answer begins.
func caseText(r *results.Record) string {
	var b strings.Builder
	for _, reason := range r.Reasons {
		b.WriteString("- " + xmlLine(reason) + "\n")
	}
	if r.Error != nil && r.Error.Attempts > 0 {
		b.WriteString("after " + plural(r.Error.Attempts, "attempt") + "\n")
	}
	if r.Answer != nil {
		b.WriteString("answer: " + cut(xmlText(r.Answer.Text), maxAnswer) + "\n")
	}
	return b.String()
}

func (s *junitSink) reasoning(q results.Question, r *results.Record) string {
	var b strings.Builder
	for _, d := range s.run.Dimensions[q.Category] {
		cell, ok := r.Cells[results.SeriesOf(q.Category, d)]
		switch {
		case !ok:
		case cell.Score == nil:
			b.WriteString(string(d) + ": " + xmlLine(cellWords(cell)) + "\n")
		default:
			b.WriteString(string(d) + " " + summary.Score(*cell.Score, s.run.PassAt.At(d)) +
				voteWords(cell, xmlLine) + noteWords(cell, xmlLine) + ": " + xmlLine(cell.Reasoning) + "\n")
		}
	}
	for _, f := range r.Findings {
		if f.Status == results.FindingWarning {
			b.WriteString("warning: " + xmlLine(findingLine(f)) + "\n")
		}
	}
	for _, note := range judgeNotes(r) {
		b.WriteString("note: " + xmlLine(cut(note, maxReason)) + "\n")
	}
	return b.String()
}

// clip keeps a text under maxCaseText bytes without cutting a character.
func clip(s string) string {
	if len(s) <= maxCaseText {
		return s
	}
	end := maxCaseText
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "\n… cut, the record holds the rest\n"
}
