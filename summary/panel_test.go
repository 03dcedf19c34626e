package summary

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

func panelRun(aggregate string, models ...string) results.RunInfo {
	info := modelRun()
	info.Judge.Panel = &results.Panel{Quorum: 2, Aggregate: aggregate}
	for _, m := range models {
		info.Judge.Panel.Members = append(info.Judge.Panel.Members, results.PanelMember{Model: m})
	}
	info.Dimensions = map[results.Category][]results.Dimension{results.Positive: {results.Grounding}}
	return info
}

const grounded = results.Series("positive/grounding")

// voted is a record whose grounding was voted on; a vote of 0 was not had.
func voted(models []string, rounds ...[]float64) results.Record {
	r := record(results.Positive, results.Pass, 4)
	var votes []results.Vote
	for call, round := range rounds {
		for i, score := range round {
			v := results.Vote{Model: models[i], Call: call}
			if score > 0 {
				v.Score = new(score)
			} else {
				v.Code = "judge_timeout"
			}
			votes = append(votes, v)
		}
	}
	r.Cells = map[results.Series]results.Cell{grounded: {Status: results.CellScored, Score: new(4.0), Votes: votes}}
	return r
}

func TestPanelBiasIsAgainstTheOthers(t *testing.T) {
	models := []string{"gpt-4.1", "claude-x", "qwen-3"}
	info := panelRun("mean", models...)
	p := summarise(t, info,
		entry(0, results.Positive, voted(models, []float64{5, 4, 4})),
		entry(1, results.Positive, voted(models, []float64{5, 3, 3})),
		entry(2, results.Positive, voted(models, []float64{2, 2, 0})),
		entry(3, results.Positive, voted(models, []float64{5, 0, 0})),
	).Panel
	s := p.Series[0]
	lenient := s.Members[0]
	if lenient.Votes != 4 || lenient.N != 3 || !near(lenient.Bias, 1) || !(*lenient.Lo < 1 && 1 < *lenient.Hi) {
		t.Errorf("%+v, bias %s", lenient, value(lenient.Bias))
	}
	if other := s.Members[2]; other.N != 2 || !near(other.Bias, -0.75) || other.Failed["judge_timeout"] != 2 {
		t.Errorf("%+v, bias %s", other, value(other.Bias))
	}
	if s.Units != 3 || s.Alpha == nil {
		t.Errorf("alpha %s over %d", value(s.Alpha), s.Units)
	}
}

func TestPanelAlphaIsThatOfAllVotes(t *testing.T) {
	models := []string{"a", "b", "c"}
	r := rand.New(rand.NewPCG(4, 4))
	ratings := make([][]*float64, 3)
	var entries []results.Entry
	for i := range 40 {
		round := make([]float64, 3)
		for m := range round {
			round[m] = float64(r.IntN(6)) // 0 is a vote that was not had
			var v *float64
			if round[m] > 0 {
				v = new(round[m])
			}
			ratings[m] = append(ratings[m], v)
		}
		entries = append(entries, entry(i, results.Positive, voted(models, round)))
	}
	want, _ := stats.Krippendorff(ratings, stats.Ordinal)
	got := summarise(t, panelRun("mean", models...), entries...).Panel.Series[0]
	if !near(got.Alpha, *want.Alpha) || got.Units != want.Units {
		t.Errorf("alpha %s over %d, want %s over %d", value(got.Alpha), got.Units, value(want.Alpha), want.Units)
	}
}

func TestPanelOfOneMindHasNoAlpha(t *testing.T) {
	models := []string{"a", "b"}
	s := summarise(t, panelRun("mean", models...),
		entry(0, results.Positive, voted(models, []float64{4, 4})),
		entry(1, results.Positive, voted(models, []float64{4, 4}))).Panel.Series[0]
	if s.Alpha != nil || s.Reason == "" || s.Units != 2 {
		t.Errorf("%+v", s)
	}
	if lo, hi := s.Members[0].Lo, s.Members[0].Hi; !near(s.Members[0].Bias, 0) || !(*lo < 0 && *hi > 0) {
		t.Errorf("two equal votes prove a bias of %s to %s", value(lo), value(hi))
	}
}

func TestPanelSplitsAreEvenVotesAtTheFloor(t *testing.T) {
	models := []string{"a", "b", "c"}
	s := summarise(t, panelRun("mean", models...),
		entry(0, results.Positive, voted(models, []float64{4, 3.9, 0})),                   // even
		entry(1, results.Positive, voted(models, []float64{4, 4, 3})),                     // two to one
		entry(2, results.Positive, voted(models, []float64{5, 1, 0}, []float64{4, 2, 0})), // both judgements
		entry(3, results.Positive, voted(models, []float64{4 - Tolerance/2, 1, 0})),       // as good as 4
	).Panel
	if s.Splits != 4 || s.Series[0].Splits != 4 {
		t.Errorf("%d splits", s.Splits)
	}
}

func TestOwnFamilyMemberIsLeftOut(t *testing.T) {
	models := []string{"gpt-4.1", "claude-x", "qwen-3"}
	info := panelRun("median", models...)
	answered := func(r results.Record, model string) results.Record {
		r.Answer.Model = model
		return r
	}
	s := summarise(t, info,
		entry(0, results.Positive, answered(voted(models, []float64{5, 3, 4}), "gpt-4o-mini")),
		entry(1, results.Positive, answered(voted(models, []float64{5, 1, 2}), "gpt-4o-mini")),
		entry(2, results.Positive, answered(voted(models, []float64{5, 0, 0}), "gpt-4o-mini")),
	)
	if len(s.Panel.LeaveOut) != 1 {
		t.Fatalf("%+v", s.Panel.LeaveOut)
	}
	l := s.Panel.LeaveOut[0]
	want := results.LeaveOutSeries{Name: grounded, N: 2, With: 3, Without: 2.5}
	if l.Model != "gpt-4.1" || l.Family != "gpt" || l.Series[0] != want {
		t.Errorf("%+v, want %+v", l, want)
	}
	if !contains(s.Warnings, "own family: gpt-4.1 judges answers of gpt-4o-mini") || contains(s.Warnings, "claude-x judges") {
		t.Errorf("%q", s.Warnings)
	}
}

func TestTwoMembersOfOneModelKeepTheirPlaces(t *testing.T) {
	models := []string{"m", "m", "n"}
	s := summarise(t, panelRun("mean", models...),
		entry(0, results.Positive, voted(models, []float64{0, 5, 3}, []float64{2, 4, 3}))).Panel.Series[0]
	if s.Members[0].Votes != 1 || s.Members[0].Failed["judge_timeout"] != 1 || s.Members[1].Votes != 2 {
		t.Errorf("%+v", s.Members)
	}
	// 5 less 3, and 4 less the mean of 2 and 3.
	if !near(s.Members[1].Bias, (2+1.5)/2) || s.Members[1].N != 1 {
		t.Errorf("bias %s over %d questions", value(s.Members[1].Bias), s.Members[1].N)
	}
}

func TestOwnFamilyWarning(t *testing.T) {
	with := func(judge, target string) results.RunInfo {
		info := modelRun()
		info.Judge.Model, info.Target.Model = judge, target
		return info
	}
	answer := record(results.Positive, results.Pass, 5)
	for _, c := range []struct {
		name   string
		info   results.RunInfo
		served string
		model  string // of the answer
		want   bool
	}{
		{"by the target's model", with("gpt-4.1", "gpt-4o"), "", "", true},
		{"by the model that the answer names", with("claude-x", ""), "", "anthropic/claude-y", true},
		{"by the model that the server names", with("judge-prod", "o3-mini"), "gpt-4.1-2025-04-14", "", true},
		{"other family", with("gpt-4.1", "claude-y"), "", "", false},
		{"two names that tell nothing", with("judge-1", "bot-1"), "", "bot-2", false},
		{"a name that tells outranks the server's", with("gpt-4.1", "claude-y"), "claude-z", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := answer
			copied := *r.Answer
			copied.Model = c.model
			r.Answer, r.Judge = &copied, &results.JudgeCall{Served: c.served}
			got := summarise(t, c.info, entry(0, results.Positive, r)).Warnings
			if contains(got, "own family") != c.want {
				t.Errorf("warnings %q", got)
			}
		})
	}
}

func TestVotesOffTheScaleAreRefused(t *testing.T) {
	models := []string{"a", "b"}
	for _, score := range []float64{0.5, 5.5, -3} {
		r := voted(models, []float64{4, 4})
		r.Cells[grounded].Votes[1].Score = new(score)
		err := New(panelRun("mean", models...)).Add(entry(0, results.Positive, r))
		if err == nil || !strings.Contains(err.Error(), `vote of "b"`) {
			t.Errorf("score %g: error %v", score, err)
		}
	}
}

func TestVotesOfStrangersAndFarCallsCountNothing(t *testing.T) {
	models := []string{"a", "b"}
	r := voted(models, []float64{4, 4})
	cell := r.Cells[grounded]
	cell.Votes = append(cell.Votes, results.Vote{Model: "stranger", Score: new(1.0)},
		results.Vote{Model: "a", Call: math.MaxInt32, Score: new(1.0)}, results.Vote{Model: "a", Call: -1, Score: new(1.0)})
	r.Cells[grounded] = cell
	s := summarise(t, panelRun("mean", models...), entry(0, results.Positive, r)).Panel.Series[0]
	if s.Units != 1 || s.Members[0].Votes != 1 || s.Members[1].Votes != 1 {
		t.Errorf("%+v", s)
	}
}
