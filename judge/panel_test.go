package judge

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// voter is a member of a panel with one thing to say.
type voter func(p judgeprompt.Prompt, r Repeat) Outcome

func (v voter) ScoreRepeat(_ context.Context, p judgeprompt.Prompt, r Repeat) Outcome { return v(p, r) }

func gives(score float64) voter {
	return func(p judgeprompt.Prompt, _ Repeat) Outcome {
		j := &results.Judgement{Scores: map[results.Dimension]results.Score{}}
		for _, d := range p.Spec.Required {
			j.Scores[d] = results.Score{Value: score, Reasoning: fmt.Sprintf("worth %v", score)}
		}
		return Outcome{Judgement: j, Call: results.JudgeCall{Served: fmt.Sprint(score)}}
	}
}

func giveUp(code string) voter {
	return func(judgeprompt.Prompt, Repeat) Outcome {
		return Outcome{Err: &results.ErrorInfo{Code: code, Message: "says " + code, Attempts: 2}, Call: results.JudgeCall{Served: code}}
	}
}

func isOver(code string) voter {
	return func(p judgeprompt.Prompt, r Repeat) Outcome {
		out := giveUp(code)(p, r)
		out.Fatal, out.FatalMessage = true, "no more "+code
		return out
	}
}

// panelOf names its members a, b, c, …
func panelOf(quorum int, aggregate string, voters ...voter) *Panel {
	var members []Member
	for i, v := range voters {
		members = append(members, Member{Model: string(rune('a' + i)), Asker: v})
	}
	return NewPanel(members, results.Panel{Quorum: quorum, Aggregate: aggregate})
}

func TestScoreOfAPanel(t *testing.T) {
	for name, c := range map[string]struct {
		panel  *Panel
		score  float64
		reason string
	}{
		"the mean":                        {panelOf(2, "mean", gives(5), gives(4), gives(2)), 11.0 / 3, "worth 4"},
		"the median":                      {panelOf(2, "median", gives(5), gives(1), gives(2)), 2, "worth 2"},
		"the median of an even number":    {panelOf(3, "median", gives(5), gives(1), gives(2), gives(4)), 3, "worth 2"},
		"of two the first reason holds":   {panelOf(2, "mean", gives(5), gives(3)), 4, "worth 5"},
		"of the replies that can be used": {panelOf(2, "mean", gives(5), giveUp("judge_timeout"), gives(2)), 3.5, "worth 5"},
		"fractions stay":                  {panelOf(2, "mean", gives(4.5), gives(4)), 4.25, "worth 4.5"},
	} {
		t.Run(name, func(t *testing.T) {
			out := c.panel.ScoreRepeat(t.Context(), declinedPrompt(), Repeat{})
			if out.Judgement == nil || out.Err != nil || out.Short != "" || out.Fatal {
				t.Fatalf("outcome %+v", out)
			}
			got := out.Judgement.Scores[results.Grounding]
			if got.Value != c.score || got.Reasoning != c.reason || len(got.Votes) != len(c.panel.members) {
				t.Errorf("got %+v, want %v because %q", got, c.score, c.reason)
			}
			if len(out.Judgement.Scores) != 2 || len(out.Others) != len(c.panel.members)-1 {
				t.Errorf("%d dimensions, %d further calls", len(out.Judgement.Scores), len(out.Others))
			}
		})
	}
}

// TestVotesStandInTheOrderOfTheMembers whichever of them is quick.
func TestVotesStandInTheOrderOfTheMembers(t *testing.T) {
	slow := func(p judgeprompt.Prompt, r Repeat) Outcome {
		time.Sleep(20 * time.Millisecond)
		return gives(3)(p, r)
	}
	out := panelOf(2, "mean", slow, giveUp("judge_not_json"), gives(4)).ScoreRepeat(t.Context(), declinedPrompt(), Repeat{Answer: 1, Call: 2})
	want := []results.Vote{
		{Model: "a", Call: 2, Score: new(3.0), Reasoning: "worth 3"},
		{Model: "b", Call: 2, Code: "judge_not_json"},
		{Model: "c", Call: 2, Score: new(4.0), Reasoning: "worth 4"},
	}
	if diff := cmp.Diff(want, out.Judgement.Scores[results.Calibration].Votes); diff != "" {
		t.Error(diff)
	}
	if out.Call.Served != "3" || out.Others[0].Served != "judge_not_json" || out.Others[1].Served != "4" {
		t.Errorf("calls %v and %v", out.Call, out.Others)
	}
}

func TestBelowItsQuorumAPanelGivesNoScore(t *testing.T) {
	out := panelOf(2, "mean", giveUp("judge_timeout"), gives(5), giveUp("judge_not_json")).ScoreRepeat(t.Context(), declinedPrompt(), Repeat{})
	if out.Judgement != nil || out.Err != nil || out.Fatal {
		t.Fatalf("outcome %+v", out)
	}
	const want = "the panel has 1 of 3 votes, its quorum is 2: no usable reply from a (judge_timeout), c (judge_not_json)"
	if out.Short != want {
		t.Errorf("got %q, want %q", out.Short, want)
	}
	if votes := out.Votes[results.Grounding]; len(votes) != 3 || votes[1].Score == nil || votes[2].Code != "judge_not_json" {
		t.Errorf("votes %+v", votes)
	}
}

// TestNoReplyAtAllIsAnError: there is no vote that a quorum could lack others
// beside.
func TestNoReplyAtAllIsAnError(t *testing.T) {
	out := panelOf(2, "mean", giveUp("judge_timeout"), giveUp("judge_network")).ScoreRepeat(t.Context(), declinedPrompt(), Repeat{})
	want := &results.ErrorInfo{Code: "judge_timeout", Attempts: 4,
		Message: "no usable reply from the panel: a (says judge_timeout); b (says judge_network)"}
	if diff := cmp.Diff(want, out.Err); diff != "" || out.Short != "" || out.Judgement != nil {
		t.Errorf("outcome %+v: %s", out, diff)
	}
}

func TestOneMemberThatIsOverDoesNotStopTheRun(t *testing.T) {
	for name, c := range map[string]struct {
		panel *Panel
		fatal string
	}{
		"the quorum holds":           {panelOf(2, "mean", gives(5), isOver("judge_auth"), gives(4)), ""},
		"too few are left":           {panelOf(2, "mean", gives(5), isOver("judge_auth"), isOver("judge_quota")), "the panel cannot reach its quorum of 2: b (no more judge_auth); c (no more judge_quota)"},
		"an error is not the end":    {panelOf(2, "mean", gives(5), isOver("judge_auth"), giveUp("judge_timeout")), ""},
		"all must reply, and cannot": {panelOf(2, "mean", gives(5), isOver("judge_auth")), "the panel cannot reach its quorum of 2: b (no more judge_auth)"},
	} {
		out := c.panel.ScoreRepeat(t.Context(), declinedPrompt(), Repeat{})
		if out.Fatal != (c.fatal != "") || out.FatalMessage != c.fatal {
			t.Errorf("%s: fatal %t, %q", name, out.Fatal, out.FatalMessage)
		}
	}
}

func TestAPanelThatWasStoppedHasNoResult(t *testing.T) {
	cancelled := func(judgeprompt.Prompt, Repeat) Outcome { return Outcome{Cancelled: true} }
	spent := func(judgeprompt.Prompt, Repeat) Outcome { return Outcome{Budget: "2 of 2 calls"} }
	for name, v := range map[string]voter{"interrupted": cancelled, "out of budget": spent} {
		out := panelOf(2, "mean", gives(5), gives(5), v).ScoreRepeat(t.Context(), declinedPrompt(), Repeat{})
		if out.Judgement != nil || out.Err != nil || out.Short != "" || out.Cancelled != (name == "interrupted") || (out.Budget != "") == out.Cancelled {
			t.Errorf("%s: outcome %+v", name, out)
		}
	}
}

// TestAFreshCallLeavesTheCacheAlone: it is there to measure the judge.
func TestAFreshCallLeavesTheCacheAlone(t *testing.T) {
	cache, chat := newShelf(), &script{turns: []turn{says(good)}}
	j := New(chat, Options{Model: "judge-1", Cache: cache})
	fresh := Repeat{Fresh: true}
	if out := j.ScoreRepeat(t.Context(), declinedPrompt(), fresh); out.Judgement == nil || out.Call.Cached || len(cache.kept) != 0 {
		t.Errorf("%d stored, call %+v", len(cache.kept), out.Call)
	}
	j.Score(t.Context(), declinedPrompt())
	if out := j.ScoreRepeat(t.Context(), declinedPrompt(), fresh); out.Call.Cached || len(chat.asked) != 3 {
		t.Errorf("%d asks, call %+v", len(chat.asked), out.Call)
	}
}
