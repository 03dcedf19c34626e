package verdict

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

func scored(score float64) results.Cell {
	return results.Cell{Status: results.CellScored, Score: new(score), Reasoning: "because"}
}

func cell(s results.CellStatus) results.Cell { return results.Cell{Status: s} }

// cellsOf gives every dimension of a category the first cell, except for
// those named.
func cellsOf(c results.Category, all results.Cell, except map[results.Dimension]results.Cell) map[results.Series]results.Cell {
	out := map[results.Series]results.Cell{}
	for _, d := range rubric.Dimensions(c) {
		out[results.SeriesOf(c, d)] = all
		if other, ok := except[d]; ok {
			out[results.SeriesOf(c, d)] = other
		}
	}
	return out
}

type except = map[results.Dimension]results.Cell

func TestDecide(t *testing.T) {
	failed := []results.Finding{{Check: "mustMention", Status: results.FindingFail, Message: "missing required detail", Phrase: "30 days"}}
	passed := []results.Finding{{Check: "answered", Status: results.FindingPass}}
	judgeError := &results.ErrorInfo{Code: "judge_timeout", Message: "no reply in 60s"}
	for _, c := range []struct {
		name     string
		findings []results.Finding
		all      results.Cell
		except   except
		err      *results.ErrorInfo
		want     results.Verdict
		reason   string
	}{
		{name: "all at their floors passes", findings: passed, all: scored(4), want: results.Pass},
		{name: "a failed check fails", findings: failed, all: scored(5), want: results.Fail,
			reason: "mustMention: missing required detail: 30 days"},
		{name: "a failed check decides even when the judge errored", findings: failed, all: cell(results.CellErrored),
			err: judgeError, want: results.Fail, reason: "mustMention"},
		{name: "a failed check decides without a judge", findings: failed, all: cell(results.CellInconclusive), want: results.Fail,
			reason: "mustMention"},
		{name: "a failed check decides what was not sent", findings: failed, all: cell(results.CellDecided), want: results.Fail,
			reason: "mustMention"},
		{name: "a warning decides nothing", findings: []results.Finding{{Check: "confidence", Status: results.FindingWarning}},
			all: scored(4), want: results.Pass},
		{name: "below a floor fails", all: scored(4), except: except{results.Relevance: scored(3.99)}, want: results.Fail,
			reason: "relevance: 3.99, below its floor of 4"},
		{name: "tone has a floor of its own", all: scored(4), except: except{results.Tone: scored(3)}, want: results.Pass},
		{name: "tone below its own floor fails", all: scored(4), except: except{results.Tone: scored(2.5)}, want: results.Fail,
			reason: "tone: 2.5, below its floor of 3"},
		{name: "rounding does not fail a floor", all: scored(3.9999999999), want: results.Pass},
		{name: "a score just below is shown below", all: scored(4), except: except{results.Grounding: scored(3.9999)},
			want: results.Fail, reason: "grounding: 3.9999, below its floor of 4"},
		{name: "an error is an error", all: cell(results.CellErrored), err: judgeError, want: results.Error,
			reason: "judge_timeout: no reply in 60s"},
		{name: "an errored cell is an error without more", all: scored(5), except: except{results.Tone: cell(results.CellErrored)},
			want: results.Error, reason: "tone: errored"},
		{name: "an error outranks an open check", findings: []results.Finding{{Check: "maxLatencyMs", Status: results.FindingInconclusive}},
			all: cell(results.CellErrored), err: judgeError, want: results.Error, reason: "judge_timeout"},
		{name: "no judge is inconclusive", findings: passed, all: results.Cell{Status: results.CellInconclusive, Code: "no_judge"},
			want: results.Inconclusive, reason: "grounding: inconclusive (no_judge)"},
		{name: "one cell of a stopped judge is inconclusive", all: scored(5), except: except{results.Tone: cell(results.CellInconclusive)},
			want: results.Inconclusive, reason: "tone: inconclusive"},
		{name: "a check with nothing to check is inconclusive", all: scored(5), want: results.Inconclusive,
			findings: []results.Finding{{Check: "maxLatencyMs", Status: results.FindingInconclusive, Message: "no latency reported"}},
			reason:   "maxLatencyMs: no latency reported"},
		{name: "unassessable does not block a pass", all: scored(5), want: results.Pass,
			except: except{results.Grounding: cell(results.CellUnassessable), results.Citations: cell(results.CellUnassessable)}},
		{name: "unassessable does not save a low score", all: scored(2), want: results.Fail,
			except: except{results.Grounding: cell(results.CellUnassessable)}, reason: "relevance: 2"},
		{name: "nothing assessable is inconclusive", findings: passed, all: cell(results.CellUnassessable),
			want: results.Inconclusive, reason: "nothing to decide on"},
		{name: "a dimension without a cell is inconclusive", all: results.Cell{}, want: results.Inconclusive,
			reason: "grounding: not measured"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Decide(Input{
				Category: results.Positive, Dimensions: rubric.Dimensions(results.Positive), Findings: c.findings,
				Cells: cellsOf(results.Positive, c.all, c.except), Floors: results.DefaultFloors(), Err: c.err,
			})
			if got.Verdict != c.want {
				t.Fatalf("got %s for %q, want %s", got.Verdict, got.Reasons, c.want)
			}
			if (c.reason == "") != (len(got.Reasons) == 0) || !strings.Contains(strings.Join(got.Reasons, "\n"), c.reason) {
				t.Errorf("reasons %q, want %q", got.Reasons, c.reason)
			}
		})
	}
}

func TestDecideUsesTheNamedFloorAndTheDefaultForTheRest(t *testing.T) {
	in := Input{
		Category: results.Negative, Dimensions: rubric.Dimensions(results.Negative),
		Cells: cellsOf(results.Negative, scored(4), nil), Floors: results.Floors{results.Grounding: 4.5},
	}
	got := Decide(in)
	want := Decision{Verdict: results.Fail, Reasons: []string{"grounding: 4, below its floor of 4.5"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDecideListsEveryReasonOfAFailureInReportOrder(t *testing.T) {
	got := Decide(Input{
		Category: results.Positive, Dimensions: rubric.Dimensions(results.Positive),
		Findings: []results.Finding{
			{Check: "mustNotMention", Status: results.FindingFail, Message: "contains forbidden claim", Phrase: "free", PossiblyNegated: true},
			{Check: "maxWords", Status: results.FindingFail},
		},
		Cells: cellsOf(results.Positive, scored(5), except{results.Tone: scored(1), results.Grounding: scored(2)}),
	})
	want := []string{
		"mustNotMention: contains forbidden claim: free (possibly negated)", "maxWords: failed",
		"grounding: 2, below its floor of 4", "tone: 1, below its floor of 3",
	}
	if diff := cmp.Diff(want, got.Reasons); diff != "" {
		t.Error(diff)
	}
}

func TestCells(t *testing.T) {
	all := map[results.Dimension]results.Score{}
	for _, d := range rubric.Dimensions(results.Positive) {
		all[d] = results.Score{Value: 4, Reasoning: "because"}
	}
	partial := map[results.Dimension]results.Score{results.Relevance: {Value: 4, Reasoning: "because"}}
	for _, c := range []struct {
		name            string
		in              CellsInput
		grounding, tone results.Cell
	}{
		{"a judgement is scored", CellsInput{Judgement: &results.Judgement{Scores: all}}, scored(4), scored(4)},
		{"a cut passage is noted where evidence counts",
			CellsInput{Judgement: &results.Judgement{Scores: all}, Truncated: true},
			results.Cell{Status: results.CellScored, Score: new(4.0), Reasoning: "because", Note: "truncated"}, scored(4)},
		{"unassessable stays so though the judge guessed", CellsInput{
			Judgement:    &results.Judgement{Scores: all, Guessed: []results.Dimension{results.Grounding}},
			Unassessable: []results.Dimension{results.Grounding},
		}, results.Cell{Status: results.CellUnassessable, Code: "no_evidence", Note: "guessed"}, scored(4)},
		{"unassessable stays so when the judge errored",
			CellsInput{ErrCode: "judge_timeout", Unassessable: []results.Dimension{results.Grounding}},
			results.Cell{Status: results.CellUnassessable, Code: "no_evidence"},
			results.Cell{Status: results.CellErrored, Code: "judge_timeout"}},
		{"a target error errs every cell", CellsInput{ErrCode: "target_empty", NotAsked: NoAnswer},
			results.Cell{Status: results.CellErrored, Code: "target_empty"},
			results.Cell{Status: results.CellErrored, Code: "target_empty"}},
		{"no answer without a code is an error too", CellsInput{NotAsked: NoAnswer},
			results.Cell{Status: results.CellErrored, Code: "no_answer"},
			results.Cell{Status: results.CellErrored, Code: "no_answer"}},
		{"without a judge nothing can be told", CellsInput{NotAsked: NoJudge},
			results.Cell{Status: results.CellInconclusive, Code: "no_judge"}, results.Cell{Status: results.CellInconclusive, Code: "no_judge"}},
		{"unassessable stays so when no judge was asked",
			CellsInput{NotAsked: NoJudge, Unassessable: []results.Dimension{results.Grounding}},
			results.Cell{Status: results.CellUnassessable, Code: "no_evidence"},
			results.Cell{Status: results.CellInconclusive, Code: "no_judge"}},
		{"a decline holds nothing to score", CellsInput{NotAsked: Declined},
			results.Cell{Status: results.CellInconclusive, Code: "declined"}, results.Cell{Status: results.CellInconclusive, Code: "declined"}},
		{"a decided question is not sent", CellsInput{NotAsked: Decided},
			results.Cell{Status: results.CellDecided, Code: "decided"}, results.Cell{Status: results.CellDecided, Code: "decided"}},
		{"a score that should be there is an error, not a gap", CellsInput{Judgement: &results.Judgement{Scores: partial}},
			results.Cell{Status: results.CellErrored, Code: "judge_missing_dimension"},
			results.Cell{Status: results.CellErrored, Code: "judge_missing_dimension"}},
		{"asked and nothing came back is an error", CellsInput{},
			results.Cell{Status: results.CellErrored, Code: "judge_missing_dimension"},
			results.Cell{Status: results.CellErrored, Code: "judge_missing_dimension"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.in.Category, c.in.Dimensions = results.Positive, rubric.Dimensions(results.Positive)
			got := Cells(c.in)
			if len(got) != 5 {
				t.Errorf("%d cells, want one for each dimension", len(got))
			}
			if diff := cmp.Diff(c.grounding, got["positive/grounding"]); diff != "" {
				t.Error("grounding", diff)
			}
			if diff := cmp.Diff(c.tone, got["positive/tone"]); diff != "" {
				t.Error("tone", diff)
			}
		})
	}
}

func TestUnassessableCellsSayWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		category  results.Category
		dimension results.Dimension
		code      string
	}{
		{results.Positive, results.Grounding, "no_evidence"},
		{results.Positive, results.Citations, "no_evidence"},
		{results.Positive, results.Calibration, "no_confidence"},
		{results.Negative, results.Calibration, "no_confidence"},
	} {
		got := Cells(CellsInput{
			Category: c.category, Dimensions: rubric.Dimensions(c.category), Unassessable: []results.Dimension{c.dimension},
		})[results.SeriesOf(c.category, c.dimension)]
		want := results.Cell{Status: results.CellUnassessable, Code: c.code}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.category, c.dimension, diff)
		}
	}
}

func TestADeclinedPositiveFailsOnItsCheckAlone(t *testing.T) {
	cells := Cells(CellsInput{
		Category: results.Positive, Dimensions: rubric.Dimensions(results.Positive), NotAsked: Declined,
	})
	got := Decide(Input{
		Category: results.Positive, Dimensions: rubric.Dimensions(results.Positive), Cells: cells,
		Findings: []results.Finding{{Check: "answered", Status: results.FindingFail, Message: "declined a question the corpus covers"}},
	})
	want := Decision{Verdict: results.Fail, Reasons: []string{"answered: declined a question the corpus covers"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
