package summary

import (
	"testing"

	"github.com/evalrun/evalrun/results"
)

// TestAPanelThatWasNotReachedIsInfrastructure, unlike one whose members answer
// badly, which is a matter of judges.
func TestAPanelThatWasNotReachedIsInfrastructure(t *testing.T) {
	vote := func(code string) results.Vote {
		if code == "" {
			return results.Vote{Score: new(5.0)}
		}
		return results.Vote{Code: code}
	}
	for name, c := range map[string]struct {
		votes   []results.Vote
		verdict results.Verdict
		errors  int
		cells   int
	}{
		"one could not be reached":     {[]results.Vote{vote(""), vote("judge_network")}, results.Inconclusive, 1, 1},
		"one answered badly":           {[]results.Vote{vote(""), vote("judge_not_json")}, results.Inconclusive, 0, 0},
		"one of each":                  {[]results.Vote{vote(""), vote("judge_not_json"), vote("judge_timeout")}, results.Inconclusive, 0, 0},
		"a failed check decided":       {[]results.Vote{vote(""), vote("judge_network")}, results.Fail, 0, 1},
		"inconclusive for other cause": {nil, results.Inconclusive, 0, 0},
	} {
		lost := Infrastructure{Cells: map[results.Series]int{}}
		lost.add(&results.Record{Verdict: c.verdict, Cells: map[results.Series]results.Cell{
			"positive/tone": {Status: results.CellInconclusive, Code: "quorum", Votes: c.votes},
		}})
		if lost.Errors != c.errors || lost.Cells["positive/tone"] != c.cells {
			t.Errorf("%s: %+v", name, lost)
		}
	}
}
