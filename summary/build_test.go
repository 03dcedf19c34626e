package summary

import (
	"fmt"
	"math"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
)

func dimensions() map[results.Category][]results.Dimension {
	return map[results.Category][]results.Dimension{
		results.Positive: {
			results.Grounding, results.Relevance, results.Calibration, results.Citations, results.Tone,
		},
		results.Negative: {results.Grounding, results.Calibration},
	}
}

func modelRun() results.RunInfo {
	return results.RunInfo{
		Judge:      results.JudgeRef{Kind: results.JudgeModel, Model: "judge-1"},
		Dimensions: dimensions(), PassAt: results.DefaultFloors(), Gate: results.DefaultGate(), Repeats: 1,
	}
}

// record is a final record whose cells all have one status; with score > 0
// they are scored.
func record(c results.Category, v results.Verdict, score float64) results.Record {
	r := results.Record{
		Category: c, Verdict: v, Final: true,
		Answer:   &answers.Answer{Text: "thirty days", Confidence: answers.High},
		Findings: []results.Finding{{Check: "answered", Status: results.FindingPass}},
		Cells:    map[results.Series]results.Cell{},
	}
	for i, d := range dimensions()[c] {
		cell := results.Cell{Status: results.CellInconclusive}
		if score > 0 {
			cell = results.Cell{Status: results.CellScored, Score: new(score), Reasoning: fmt.Sprint("because ", i)}
		}
		r.Cells[results.SeriesOf(c, d)] = cell
	}
	return r
}

// failedCall is a record whose target or judge gave nothing.
func failedCall(c results.Category, code string) results.Record {
	r := record(c, results.Error, 0)
	r.Error = &results.ErrorInfo{Code: code}
	for name := range r.Cells {
		r.Cells[name] = results.Cell{Status: results.CellErrored, Code: code}
	}
	if code[:7] == "target_" {
		r.Answer, r.Findings = nil, nil
	}
	return r
}

// entry numbers the records as repeats.
func entry(seq int, c results.Category, records ...results.Record) results.Entry {
	for i := range records {
		records[i].Repeat = i
	}
	return results.Entry{
		Question: results.Question{Seq: seq, ID: fmt.Sprint("q", seq), Category: c}, Records: records,
	}
}

func summarise(t *testing.T, info results.RunInfo, entries ...results.Entry) Summary {
	t.Helper()
	acc := New(info)
	for _, e := range entries {
		if err := acc.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	return acc.Summary()
}

func dimension(t *testing.T, s Summary, c results.Category, d results.Dimension) results.DimensionSummary {
	t.Helper()
	for _, out := range s.Dimensions {
		if out.Name == results.SeriesOf(c, d) {
			return out
		}
	}
	t.Fatalf("no series %s/%s", c, d)
	return results.DimensionSummary{}
}

func value(v *float64) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprintf("%.4f", *v)
}

func near(a *float64, b float64) bool { return a != nil && math.Abs(*a-b) < 1e-9 }
