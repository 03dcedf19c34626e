package verdict

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/rubric"
)

// votes of one judgement; a score of 0 is a vote that was not had.
func votes(call int, scores ...float64) []results.Vote {
	var out []results.Vote
	for _, s := range scores {
		v := results.Vote{Model: "m", Call: call, Code: "judge_timeout"}
		if s > 0 {
			v.Score, v.Code = new(s), ""
		}
		out = append(out, v)
	}
	return out
}

func panelCells(all []results.Vote, floors results.Floors) map[results.Series]results.Cell {
	scores := map[results.Dimension]results.Score{}
	for _, d := range rubric.Dimensions(results.Positive) {
		scores[d] = results.Score{Value: 4, Reasoning: "because", Votes: all}
	}
	return Cells(CellsInput{
		Category: results.Positive, Dimensions: rubric.Dimensions(results.Positive), Floors: floors,
		Judgement: &results.Judgement{Scores: scores}, Truncated: true,
	})
}

func TestAnEvenlySplitPanelIsNoted(t *testing.T) {
	for name, c := range map[string]struct {
		votes []results.Vote
		split bool
	}{
		"two against two":                {votes(0, 5, 5, 3, 3), true},
		"one against one":                {votes(0, 5, 3), true},
		"a vote at the floor is above":   {votes(0, 4, 3.9), true},
		"rounding makes no opinion":      {votes(0, 3.9999999999, 4), false},
		"a majority":                     {votes(0, 5, 5, 3), false},
		"all below":                      {votes(0, 3, 3), false},
		"who gave none has no side":      {votes(0, 5, 3, 0), true},
		"several judgements vote as one": {append(votes(0, 5, 5), votes(1, 5, 3)...), false},
		"and split as one":               {append(votes(0, 5, 5), votes(1, 3, 3)...), true},
		"one judge":                      {nil, false},
	} {
		cells := panelCells(c.votes, results.Floors{results.Tone: 1})
		if got := cells["positive/relevance"].Note; (got == "split") != c.split {
			t.Errorf("%s: note %q, split %t", name, got, c.split)
		}
		if got := cells["positive/grounding"].Note; (got == "truncated,split") != c.split || !c.split && got != "truncated" {
			t.Errorf("%s: note %q beside a cut passage", name, got)
		}
		if got := cells["positive/tone"].Note; got != "" {
			t.Errorf("%s: note %q at a floor that all votes reach", name, got)
		}
	}
}

func TestBelowItsQuorumAPanelIsInconclusive(t *testing.T) {
	given := map[results.Dimension][]results.Vote{results.Relevance: votes(0, 5, 0, 0)}
	in := CellsInput{
		Category: results.Positive, Dimensions: rubric.Dimensions(results.Positive),
		Votes: given, Unassessable: []results.Dimension{results.Grounding},
	}
	cells := Cells(in)
	want := results.Cell{Status: results.CellInconclusive, Code: "quorum", Votes: given[results.Relevance]}
	if diff := cmp.Diff(want, cells["positive/relevance"]); diff != "" {
		t.Error(diff)
	}
	if got := cells["positive/grounding"].Status; got != results.CellUnassessable {
		t.Errorf("without passages %s", got)
	}
	got := Decide(Input{Category: in.Category, Dimensions: in.Dimensions, Cells: cells, Floors: results.DefaultFloors()})
	if got.Verdict != results.Inconclusive || got.Reasons[0] != "relevance: inconclusive (quorum)" {
		t.Errorf("decision %+v", got)
	}
}

// Two of three carry it, whatever the mean; half do not.
func TestAMajorityOfVotesPasses(t *testing.T) {
	for name, c := range map[string]struct {
		votes []results.Vote
		want  string
	}{
		"a majority passes":                         {votes(0, 4, 4, 1), ""},
		"a minority fails, high as its vote may be": {votes(0, 5, 3, 3), "relevance: 1 of 3 votes reach its floor of 4"},
		"an even split does not pass":               {votes(0, 5, 3), "relevance: 1 of 2 votes reach its floor of 4, an even split does not pass"},
		"who gave none does not count":              {votes(0, 5, 5, 0), ""},
	} {
		mean := 4.0
		cell := results.Cell{Status: results.CellScored, Score: &mean, Votes: c.votes}
		got := Decide(Input{
			Category: results.Positive, Dimensions: []results.Dimension{results.Relevance},
			Cells: map[results.Series]results.Cell{"positive/relevance": cell},
		})
		want := Decision{Verdict: results.Pass}
		if c.want != "" {
			want = Decision{Verdict: results.Fail, Reasons: []string{c.want}}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
