package reports

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
)

func TestQuestionOfRepeats(t *testing.T) {
	run := results.RunInfo{
		Repeats:    3,
		Dimensions: map[results.Category][]results.Dimension{results.Positive: {results.Grounding, results.Tone}},
	}
	question := results.Question{ID: "q", Category: results.Positive}
	record := func(repeat int, verdict results.Verdict, grounding, tone results.Cell) results.Record {
		return results.Record{
			ID: "q", Category: results.Positive, Repeat: repeat, Verdict: verdict, Final: true,
			Reasons: []string{"reason of " + string(verdict)},
			Cells:   map[results.Series]results.Cell{"positive/grounding": grounding, "positive/tone": tone},
		}
	}
	scored := func(v float64, why string) results.Cell {
		return results.Cell{Status: results.CellScored, Score: &v, Reasoning: why}
	}
	errored := results.Cell{Status: results.CellErrored}
	unassessable := results.Cell{Status: results.CellUnassessable}
	open := record(2, results.Fail, scored(1, "torn"), scored(1, "torn"))
	open.Final = false

	type brief struct {
		Verdict      results.Verdict
		Reasons      []string
		Scores       map[results.Dimension]float64
		Reasoning    map[results.Dimension]string
		Unassessable []results.Dimension
		Cells        map[results.Series]results.CellStatus
		Repeats      []results.Verdict
	}
	for _, tc := range []struct {
		rule    string
		records []results.Record
		want    brief
	}{
		{"scores are means, the rest is the repeat that decided", []results.Record{
			record(0, results.Pass, scored(5, "first"), scored(4, "first")),
			record(1, results.Fail, scored(2, "second"), scored(5, "second")),
			record(2, results.Pass, scored(5, "third"), scored(3, "third")),
		}, brief{
			results.Fail, []string{"reason of fail"},
			map[results.Dimension]float64{"grounding": 4, "tone": 4},
			map[results.Dimension]string{"grounding": "second", "tone": "second"}, []results.Dimension{},
			map[results.Series]results.CellStatus{"positive/grounding": "scored", "positive/tone": "scored"},
			[]results.Verdict{results.Pass, results.Fail, results.Pass},
		}},
		{"a repeat without a score is not a zero", []results.Record{
			record(0, results.Pass, scored(5, "first"), unassessable),
			record(1, results.Error, errored, unassessable),
			record(2, results.Pass, scored(4, "third"), unassessable),
		}, brief{
			results.Error, []string{"reason of error"},
			map[results.Dimension]float64{"grounding": 4.5}, map[results.Dimension]string{"grounding": "first"},
			[]results.Dimension{"tone"},
			map[results.Series]results.CellStatus{"positive/grounding": "scored", "positive/tone": "unassessable"},
			[]results.Verdict{results.Pass, results.Error, results.Pass},
		}},
		{"a repeat without a final record was not run", []results.Record{
			record(0, results.Pass, scored(5, "first"), scored(4, "first")), open,
		}, brief{
			results.Skipped, []string{"reason of pass"},
			map[results.Dimension]float64{"grounding": 5, "tone": 4},
			map[results.Dimension]string{"grounding": "first", "tone": "first"}, []results.Dimension{},
			map[results.Series]results.CellStatus{"positive/grounding": "scored", "positive/tone": "scored"},
			[]results.Verdict{results.Pass, results.Skipped, results.Skipped},
		}},
		{"a question that was not run has skipped cells", nil, brief{
			results.Skipped, []string{"not run"}, map[results.Dimension]float64{}, map[results.Dimension]string{},
			[]results.Dimension{},
			map[results.Series]results.CellStatus{"positive/grounding": "skipped", "positive/tone": "skipped"},
			[]results.Verdict{results.Skipped, results.Skipped, results.Skipped},
		}},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			q := QuestionOf(run, results.Entry{Question: question, Records: tc.records})
			got := brief{q.Verdict, q.Reasons, q.Scores, q.Reasoning, q.Unassessable, q.Cells, nil}
			for _, r := range q.Repeats {
				got.Repeats = append(got.Repeats, r.Verdict)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("question (-want +got):\n%s", diff)
			}
		})
	}
}
