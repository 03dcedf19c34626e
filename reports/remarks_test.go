package reports

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func TestAPassKeepsItsWarningsAndNotes(t *testing.T) {
	record := func(repeat int, confidence, note string, judge *results.JudgeCall) results.Record {
		return results.Record{
			ID: "q", Category: results.Positive, Repeat: repeat, Verdict: results.Pass, Final: true, Judge: judge,
			Findings: []results.Finding{
				{Check: "answered", Status: results.FindingPass},
				{Check: "confidence", Status: results.FindingWarning, Message: confidence},
			},
			Cells: map[results.Series]results.Cell{
				"positive/grounding": {Status: results.CellScored, Score: new(5.0), Reasoning: "because", Note: note},
			},
		}
	}
	run := results.RunInfo{
		Repeats: 3, Dimensions: map[results.Category][]results.Dimension{results.Positive: {results.Grounding}},
	}
	entry := results.Entry{Question: results.Question{ID: "q", Category: results.Positive}, Records: []results.Record{
		record(0, "answered with confidence none", "", nil),
		record(1, `unknown confidence "sure"`, "truncated", &results.JudgeCall{
			Truncated: []string{"S1: 10 of 20 characters shown", "S2: 5 of 6 characters shown"}, Notes: []string{"no temperature"},
		}),
		record(2, "answered with confidence none", "truncated", &results.JudgeCall{Notes: []string{"no temperature"}}),
	}}

	q := QuestionOf(run, entry)
	warnings := []string{"confidence: answered with confidence none", `confidence: unknown confidence "sure"`}
	if diff := cmp.Diff(warnings, q.Warnings); diff != "" {
		t.Error("warnings", diff)
	}
	notes := []string{
		"grounding: truncated",
		"passages shown to the judge in part: S1: 10 of 20 characters shown; S2: 5 of 6 characters shown", "no temperature",
	}
	if diff := cmp.Diff(notes, q.Notes); diff != "" {
		t.Error("notes", diff)
	}
	v := viewOf(results.ReportDoc{Run: run}, []results.Entry{entry})
	for ending, want := range map[string][]string{
		".md":  {"2 warnings: confidence: answered with confidence none", "S2: 5 of 6 characters shown", "no temperature"},
		".xml": {"grounding 5 (truncated): because", "warning: confidence: unknown", "note: no temperature"},
	} {
		text := string(render(t, writers[ending], v))
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s does not hold %q:\n%s", ending, part, text)
			}
		}
	}
}

func TestACellWithoutAScoreSaysWhy(t *testing.T) {
	for want, cell := range map[string]results.Cell{
		"unassessable, no passage text recorded, guessed": {Status: results.CellUnassessable, Code: "no_evidence", Note: "guessed"},
		"unassessable, no confidence stated":              {Status: results.CellUnassessable, Code: "no_confidence"},
		"inconclusive, no_judge":                          {Status: results.CellInconclusive, Code: "no_judge"},
		"not asked, a check had decided":                  {Status: results.CellDecided, Code: "decided"},
		"not recorded":                                    {},
	} {
		if got := cellWords(cell); got != want {
			t.Errorf("%+v: %q, want %q", cell, got, want)
		}
	}
}
