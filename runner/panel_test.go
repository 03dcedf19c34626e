package runner

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
)

// panelOf is a panel of two whose quorum is both.
func panelOf(a, b repeatJudge) *judge.Panel {
	return judge.NewPanel([]judge.Member{{Model: "a", Asker: a}, {Model: "b", Asker: b}}, results.Panel{Quorum: 2, Aggregate: "mean"})
}

func always(score float64, line string) repeatJudge {
	return func(p judgeprompt.Prompt, _ judge.Repeat) judge.Outcome { return scoring(p, score, line) }
}

func never(code string) repeatJudge {
	return func(judgeprompt.Prompt, judge.Repeat) judge.Outcome { return judgeFails(code) }
}

func TestRecordKeepsEveryVoteAndCallOfAPanel(t *testing.T) {
	rising := func(p judgeprompt.Prompt, r judge.Repeat) judge.Outcome {
		return scoring(p, float64(3+r.Call), "b")
	}
	plan := planFor(t, suiteOf(t, 1), sourced, panelOf(always(5, "a"), rising), func(i *results.RunInfo) { i.JudgeRepeats = 2 })
	mustRun(t, t.Context(), plan)
	_, got := entries(t, plan)
	rec := got["q0"]
	want := results.Cell{Status: results.CellScored, Score: new(4.25), Scores: []float64{4, 4.5}, Reasoning: "a", Votes: []results.Vote{
		{Model: "a", Score: new(5.0), Reasoning: "a"}, {Model: "b", Score: new(3.0), Reasoning: "b"},
		{Model: "a", Call: 1, Score: new(5.0), Reasoning: "a"}, {Model: "b", Call: 1, Score: new(4.0), Reasoning: "b"},
	}}
	if diff := cmp.Diff(want, rec.Cells["positive/relevance"]); diff != "" {
		t.Error(diff)
	}
	served := rec.Judge.Served
	for _, call := range rec.JudgeAgain {
		served += call.Served
		if call.Prompt != nil {
			t.Error("the message stands with the first call, once")
		}
	}
	if served != "abab" || rec.Verdict != results.Pass {
		t.Errorf("calls of %s, verdict %s for %q", served, rec.Verdict, rec.Reasons)
	}
}

// TestBelowTheQuorumAQuestionIsInconclusive and is judged again when the run
// is resumed, as after an error.
func TestBelowTheQuorumAQuestionIsInconclusive(t *testing.T) {
	s := suiteOf(t, 2)
	c := counting()
	plan := c.liveRun(t, s, nil)
	plan.Judge = panelOf(always(5, "a"), never("judge_not_json"))
	mustRun(t, t.Context(), plan)
	_, got := entries(t, plan)
	rec := got["q1"]
	const why = "the panel has 1 of 2 votes, its quorum is 2: no usable reply from b (judge_not_json)"
	if rec.Verdict != results.Inconclusive || rec.Error != nil || rec.Reasons[0] != why || len(rec.JudgeAgain) != 1 {
		t.Fatalf("verdict %s, error %v, %d further calls, reasons %q", rec.Verdict, rec.Error, len(rec.JudgeAgain), rec.Reasons)
	}

	kept, _ := mustResume(t, plan, s, ResumeOptions{KeepErrors: true})
	if kept.Resume.Open != 0 {
		t.Errorf("with errors kept %d are open", kept.Resume.Open)
	}
	resumed, resume := mustResume(t, kept, s, ResumeOptions{})
	if resume.Retried != 2 || resume.Reused != 2 {
		t.Errorf("to do: %+v", resume)
	}
	c.forget()
	resumed.Judge = panelOf(always(5, "a"), always(4, "b"))
	mustRun(t, t.Context(), resumed)
	_, got = entries(t, resumed)
	if rec := got["q1"]; rec.Verdict != results.Pass || c.calls() != "" {
		t.Errorf("judged again: %s for %q; target asked: %s", rec.Verdict, rec.Reasons, c.calls())
	}
}

// TestAFailedCheckDecidesBelowTheQuorum as it does after an error.
func TestAFailedCheckDecidesBelowTheQuorum(t *testing.T) {
	s := suiteFrom(t, "questions:\n- {id: q0, query: What is it, rubric: {shouldAnswer: true, mustMention: [nowhere]}}\n")
	plan := planFor(t, s, sourced, panelOf(always(5, "a"), never("judge_not_json")), nil)
	mustRun(t, t.Context(), plan)
	_, got := entries(t, plan)
	if rec := got["q0"]; rec.Verdict != results.Fail || strings.Contains(strings.Join(rec.Reasons, ""), "quorum") {
		t.Errorf("verdict %s for %q", rec.Verdict, rec.Reasons)
	}
}

// TestAMemberOutOfReachStopsTheRun once its votes are what every score lacks:
// the others would be paid for nothing.
func TestAMemberOutOfReachStopsTheRun(t *testing.T) {
	for name, c := range map[string]struct {
		b     repeatJudge
		stops bool
	}{
		"no way to it":    {never("judge_timeout"), true},
		"it answers ill":  {never("judge_not_json"), false},
		"it answers well": {always(5, "b"), false},
	} {
		out := mustRun(t, t.Context(), planFor(t, suiteOf(t, 10), sourced, panelOf(always(5, "a"), c.b), one))
		if (out.Stop != nil) != c.stops {
			t.Errorf("%s: outcome %+v", name, out)
		}
		if c.stops && out.Stop.Message != "3 questions in a row got no reply from the judge, the last with too few votes of the panel: none of b (judge_timeout)" {
			t.Errorf("%s: %q", name, out.Stop.Message)
		}
	}
}

func TestAPanelThatCannotReachItsQuorumEndsTheRun(t *testing.T) {
	over := func(judgeprompt.Prompt, judge.Repeat) judge.Outcome {
		out := judgeFails("judge_auth")
		out.Fatal, out.FatalMessage = true, "HTTP 401"
		return out
	}
	out := mustRun(t, t.Context(), planFor(t, suiteOf(t, 10), sourced, panelOf(always(5, "a"), over), one))
	if out.Stop == nil || out.Stop.Kind != results.StopFatal || out.Recorded != 1 ||
		out.Stop.Message != "the panel cannot reach its quorum of 2: b (HTTP 401)" {
		t.Errorf("outcome %+v", out)
	}
}

// TestResumingWithAnotherPanelIsRefused: the votes would not be of the same
// judges.
func TestResumingWithAnotherPanelIsRefused(t *testing.T) {
	s := suiteOf(t, 2)
	plan := counting().liveRun(t, s, func(i *results.RunInfo) {
		i.Judge.Panel = &results.Panel{Quorum: 2, Aggregate: "mean", Members: []results.PanelMember{{Model: "a", Endpoint: "http://a"}, {Model: "b"}}}
	})
	for name, c := range map[string]struct {
		change func(*results.Panel)
		mixed  bool
	}{
		"another address": {func(p *results.Panel) { p.Members[0].Endpoint = "http://b" }, false},
		"another member":  {func(p *results.Panel) { p.Members[0].Model = "c" }, true},
		"another quorum":  {func(p *results.Panel) { p.Quorum = 3 }, true},
	} {
		now := plan.Store.Info()
		p := *now.Judge.Panel
		p.Members = append([]results.PanelMember(nil), p.Members...)
		c.change(&p)
		now.Judge.Panel, now.Tool = &p, "evalrun test"
		got := differences(plan.Store.Info(), now)
		if mixed := len(got) > 0; mixed != c.mixed || mixed && !strings.HasPrefix(got[0], "judge panel ") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

var _ Judge = (*judge.Panel)(nil)

func TestPanelOfAnInterruptedRunLeavesNoRecord(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	cut := func(p judgeprompt.Prompt, r judge.Repeat) judge.Outcome {
		stop()
		return judge.Outcome{Cancelled: true}
	}
	out, err := Run(ctx, planFor(t, suiteOf(t, 2), sourced, panelOf(always(5, "a"), cut), one))
	if err != nil || out.Recorded != 0 || out.Skipped != 2 {
		t.Errorf("outcome %+v, %v", out, err)
	}
}
