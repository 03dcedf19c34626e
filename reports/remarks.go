package reports

import (
	"slices"
	"strings"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/summary"
	"github.com/evalrun/evalrun/verdict"
)

// warningsOf are the findings of all repeats that decide nothing and that a
// reader of a pass would otherwise miss.
func warningsOf(e results.Entry) []string {
	var out []string
	for i := range e.Records {
		for _, f := range e.Records[i].Findings {
			if f.Status == results.FindingWarning {
				out = appendNew(out, findingLine(f))
			}
		}
	}
	return out
}

// notesOf are the remarks without which the scores of a question read better
// than they are: what stands at its cells, what of the evidence the judge did
// not see, and what was unusual about its reply.
func notesOf(dims []results.Dimension, e results.Entry) []string {
	var out []string
	for i := range e.Records {
		r := &e.Records[i]
		for _, d := range dims {
			if note := r.Cells[results.SeriesOf(r.Category, d)].Note; note != "" {
				out = appendNew(out, string(d)+": "+note)
			}
		}
		for _, note := range judgeNotes(r) {
			out = appendNew(out, note)
		}
	}
	return out
}

// judgeNotes are those of every judgement of one answer.
func judgeNotes(r *results.Record) []string {
	var out []string
	for call := range summary.JudgeCalls(r) {
		if len(call.Truncated) > 0 {
			out = appendNew(out, "passages shown to the judge in part: "+strings.Join(call.Truncated, "; "))
		}
		for _, note := range call.Notes {
			out = appendNew(out, note)
		}
	}
	return out
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// cellWords says why a dimension has no score.
func cellWords(c results.Cell) string {
	text := string(c.Status)
	switch {
	case c.Code == verdict.CodeNoConfidence:
		text += ", no confidence stated"
	case c.Status == results.CellUnassessable:
		text += ", no passage text recorded"
	case c.Status == results.CellDecided:
		text = "not asked, a check had decided"
	case c.Status == "":
		return "not recorded"
	case c.Code != "":
		text += ", " + c.Code
	}
	if c.Note != "" {
		text += ", " + c.Note
	}
	return cut(text, maxReason)
}

// noteWords is what must be known beside a score, such as " (truncated)",
// escaped for the surface it stands on.
func noteWords(c results.Cell, escape func(string) string) string {
	if c.Note == "" {
		return ""
	}
	return " (" + escape(cut(c.Note, maxReason)) + ")"
}
