package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/evalrun/evalrun/results"
)

// reportOf is a complete report of a model-judged run of one answer each.
func reportOf(id string, questions ...results.QuestionReport) results.ReportDoc {
	doc := results.ReportDoc{
		Schema: results.ReportSchema,
		Run: results.RunInfo{
			Schema: results.RunSchema, ID: id, Tool: "evalrun v1.0.0",
			Suite: results.SuiteRef{Name: "refunds", Path: "refunds.yaml", Hash: "s1"}, SuiteHash: "h1",
			Target:   results.TargetRef{Type: "recorded", File: id + ".jsonl", Hash: id},
			Judge:    results.JudgeRef{Kind: results.JudgeModel, Model: "m-1", When: "always", Temperature: new(0.0)},
			Prompts:  map[results.Category]string{results.Positive: "aaa", results.Negative: "aab"},
			JudgeKey: "jk", ScoringKey: "sk", PassAt: results.DefaultFloors(), Gate: results.DefaultGate(), Confidence: "required",
			Dimensions: map[results.Category][]results.Dimension{
				results.Positive: {results.Grounding, results.Relevance}, results.Negative: {results.Grounding},
			},
			Selection: results.Selection{Total: len(questions), Selected: len(questions)},
			Planned:   len(questions), Repeats: 1, Started: time.Date(2026, 3, 1, 2, 0, 0, 0, time.UTC), Status: results.RunComplete,
		},
		Gate:      results.GateResult{Verdict: results.Pass},
		Judge:     results.JudgeSummary{Served: map[string]int{"m-1-0301": len(questions)}},
		Questions: append([]results.QuestionReport{}, questions...),
	}
	for i := range doc.Questions {
		doc.Questions[i].Seq = i
	}
	return doc
}

// question is a positive question with equal scores on both dimensions; it
// passes from 4 on.
func question(id string, scores ...float64) results.QuestionReport {
	return questionIn(results.Positive, id, scores...)
}

func negative(id string, scores ...float64) results.QuestionReport {
	return questionIn(results.Negative, id, scores...)
}

// questionIn has one answer for each score.
func questionIn(c results.Category, id string, scores ...float64) results.QuestionReport {
	q := results.QuestionReport{
		ID: id, Category: c, ContentHash: "c-" + id, InputHash: "i-" + id, Query: "What about " + id + "?",
		Verdict: results.Pass, Reasons: []string{}, Scores: map[results.Dimension]float64{},
		Reasoning: map[results.Dimension]string{}, Cells: map[results.Series]results.CellStatus{}, AnswerChars: new(100),
	}
	sum := 0.0
	for i, s := range scores {
		sum += s
		try := results.RepeatReport{Repeat: i, Verdict: results.Pass, State: results.StateAnswered}
		if c == results.Negative {
			try.State = results.StateDeclined
		}
		if s < 4 {
			try.Verdict, q.Verdict = results.Fail, results.Fail
			if c == results.Negative {
				try.State = results.StateAnswered
			}
		}
		q.Repeats = append(q.Repeats, try)
	}
	dimensions := []results.Dimension{results.Grounding, results.Relevance}
	if c == results.Negative {
		dimensions = dimensions[:1]
	}
	for _, d := range dimensions {
		q.Scores[d] = sum / float64(len(scores))
		q.Reasoning[d] = fmt.Sprintf("%s of %s", d, id)
		q.Cells[results.SeriesOf(c, d)] = results.CellScored
	}
	return q
}

// many is n positive questions q000, q001, … with the score that each gets.
func many(n int, score func(i int) float64) []results.QuestionReport {
	out := make([]results.QuestionReport, n)
	for i := range out {
		out[i] = question(fmt.Sprintf("q%03d", i), score(i))
	}
	return out
}

func always(score float64) func(int) float64 { return func(int) float64 { return score } }

// drops gives the first k answers a score, the others a 5.
func drops(k int, score float64) func(int) float64 {
	return func(i int) float64 {
		if i < k {
			return score
		}
		return 5
	}
}

// errored takes a question's figures away, as a judge that failed does.
func errored(q results.QuestionReport) results.QuestionReport {
	q.Verdict, q.Scores = results.Error, nil
	for i := range q.Repeats {
		q.Repeats[i].Verdict = results.Error
	}
	for s := range q.Cells {
		q.Cells[s] = results.CellErrored
	}
	return q
}

func encoded(t testing.TB, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// load takes a report through its file form.
func load(t testing.TB, doc results.ReportDoc) *Run {
	t.Helper()
	run, err := Read("runs/"+doc.Run.ID+"/report.json", bytes.NewReader(encoded(t, settled(doc))))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// loadEdited changes keys of the run block in its file form; nil deletes one.
func loadEdited(t testing.TB, doc results.ReportDoc, edit func(run map[string]any)) *Run {
	t.Helper()
	var whole map[string]any
	if err := json.Unmarshal(encoded(t, settled(doc)), &whole); err != nil {
		t.Fatal(err)
	}
	edit(whole["run"].(map[string]any))
	run, err := Read("runs/"+doc.Run.ID+"/report.json", bytes.NewReader(encoded(t, whole)))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func compared(t testing.TB, base, head results.ReportDoc, opt Options) Doc {
	t.Helper()
	doc, err := Compare(load(t, base), load(t, head), opt)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// get returns a series by name.
func get(t testing.TB, doc Doc, name string) Series {
	t.Helper()
	for _, s := range doc.Series {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no series %s", name)
	return Series{}
}
