package verdict

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

func planned(n int) results.RunInfo {
	return results.RunInfo{
		ID: "run-1", Judge: results.JudgeRef{Kind: results.JudgeModel, Model: "judge-1"},
		PassAt: results.DefaultFloors(), Gate: results.DefaultGate(), Planned: n, Repeats: 1,
		Selection: results.Selection{Total: n, Selected: n},
		Dimensions: map[results.Category][]results.Dimension{
			results.Positive: rubric.Dimensions(results.Positive), results.Negative: rubric.Dimensions(results.Negative),
		},
		PromptTexts: map[results.Category]string{results.Positive: "text"},
	}
}

// decided is a positive question whose record was made by Cells and Decide.
func decided(seq int, score float64) results.Entry {
	q := results.Question{Seq: seq, ID: fmt.Sprint("q", seq), Category: results.Positive}
	in := CellsInput{Category: q.Category, Dimensions: rubric.Dimensions(q.Category), ErrCode: "judge_timeout"}
	var failure *results.ErrorInfo
	if score > 0 {
		in.ErrCode, in.Judgement = "", &results.Judgement{Scores: map[results.Dimension]results.Score{}}
		for _, d := range in.Dimensions {
			in.Judgement.Scores[d] = results.Score{Value: score, Reasoning: "because"}
		}
	} else {
		failure = &results.ErrorInfo{Code: in.ErrCode}
	}
	cells := Cells(in)
	d := Decide(Input{Category: q.Category, Dimensions: in.Dimensions, Cells: cells, Err: failure})
	return results.Entry{Question: q, Records: []results.Record{{
		Category: q.Category, Cells: cells, Verdict: d.Verdict, Reasons: d.Reasons, Error: failure, Final: true,
		Answer: &answers.Answer{Text: "thirty days"},
	}}}
}

func stream(entries ...results.Entry) iter.Seq2[results.Entry, error] {
	return func(yield func(results.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// known is a run that is over.
func known(info results.RunInfo) func() results.RunInfo {
	return func() results.RunInfo { return info }
}

func TestAssessDrawsTheHeadOfAReport(t *testing.T) {
	doc, err := Assess(known(planned(3)), stream(decided(0, 5), decided(1, 2), decided(2, 0)))
	if err != nil {
		t.Fatal(err)
	}
	if want := (results.Totals{Planned: 3, Pass: 1, Fail: 1, Error: 1}); doc.Totals != want {
		t.Errorf("totals %+v", doc.Totals)
	}
	if doc.Gate.Verdict != results.Fail || doc.Gate.ExitCode != ExitFail || doc.Questions != nil {
		t.Errorf("gate %+v", doc.Gate)
	}
	if doc.Schema != results.ReportSchema || len(doc.Dimensions) != 7 || doc.Run.PromptTexts != nil {
		t.Errorf("schema %s, %d dimensions", doc.Schema, len(doc.Dimensions))
	}
	if len(doc.Warnings) != 1 || !strings.Contains(doc.Warnings[0], "judge-1") {
		t.Errorf("warnings %q", doc.Warnings)
	}
	if _, err := json.Marshal(doc); err != nil {
		t.Error(err)
	}
}

func TestNineOfTenErroredDoesNotPassOnTheLastOne(t *testing.T) {
	info := planned(10)
	info.Gate = results.GateSpec{PassRate: 0, MinScored: 0.95, Dimensions: map[results.Series]float64{"positive/tone": 4}}
	entries := []results.Entry{decided(0, 5)}
	for i := 1; i < 10; i++ {
		entries = append(entries, decided(i, 0))
	}
	doc, err := Assess(known(info), stream(entries...))
	if err != nil {
		t.Fatal(err)
	}
	if doc.Gate.Verdict != results.Inconclusive || !strings.Contains(doc.Gate.Reasons[0], "10 % of its cells scored (1)") {
		t.Errorf("gate %+v", doc.Gate)
	}
}

func TestAssessRefusesWhatDoesNotAddUp(t *testing.T) {
	broken := errors.New("record line 3 is torn")
	incomplete := decided(1, 5)
	delete(incomplete.Records[0].Cells, "positive/tone")
	short := planned(3)
	short.Selection.Selected = 2
	for _, c := range []struct {
		name    string
		info    results.RunInfo
		entries iter.Seq2[results.Entry, error]
		want    string
	}{
		{"fewer questions than planned", planned(3), stream(decided(0, 5), decided(1, 5)), "2 questions and repeats recorded, 3 planned"},
		{"more questions than planned", planned(1), stream(decided(0, 5), decided(1, 5)), "2 questions and repeats recorded, 1 planned"},
		{"selection disagrees", short, stream(decided(0, 5), decided(1, 5), decided(2, 5)), "3 questions listed, 2 selected"},
		{"a question twice", planned(2), stream(decided(0, 5), decided(0, 5)), `question "q0"`},
		{"a cell is missing", planned(2), stream(decided(0, 5), incomplete), "no cell for positive/tone"},
		{"a record cannot be read", planned(1), func(yield func(results.Entry, error) bool) {
			yield(results.Entry{}, broken)
		}, broken.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Assess(known(c.info), c.entries); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestAReportWithoutSeriesHasAnEmptyListOfThem(t *testing.T) {
	doc, err := Assess(known(results.RunInfo{}), stream())
	if err != nil {
		t.Fatal(err)
	}
	if doc.Dimensions == nil || doc.Warnings == nil || doc.Gate.Reasons == nil {
		t.Errorf("%+v", doc)
	}
}

func TestAssessGivesTheSameBytesTwice(t *testing.T) {
	draw := func() string {
		doc, err := Assess(known(planned(3)), stream(decided(0, 5), decided(1, 2), decided(2, 0)))
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if first, second := draw(), draw(); first != second {
		t.Errorf("%s\ndiffers from\n%s", first, second)
	}
}

func TestPositivesThatAllErroredNeverPassOnTheNegatives(t *testing.T) {
	info := planned(10)
	info.Gate.PassRate = 0.5
	entries := []results.Entry{decided(0, 0), decided(1, 0)}
	for i := 2; i < 10; i++ {
		e := decided(i, 5)
		e.Question.Category, e.Records[0].Category = results.Negative, results.Negative
		e.Records[0].Cells = cellsOf(results.Negative, scored(5), nil)
		entries = append(entries, e)
	}
	doc, err := Assess(known(info), stream(entries...))
	if err != nil {
		t.Fatal(err)
	}
	const why = "positive/grounding: not measured: of 2 cells 2 errored"
	if doc.Gate.Verdict != results.Inconclusive || doc.Gate.ExitCode != ExitInfrastructure || doc.Gate.Reasons[0] != why {
		t.Errorf("gate %+v", doc.Gate)
	}
}
