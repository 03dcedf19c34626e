package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
)

// besides is a fleet of one process: it measures with a Measurer of its own
// what went through JSON on the way there, and so does the way back.
type besides struct {
	*Measurer
}

// sentElsewhere has a plan measured by another Measurer, with as many
// questions out at once as the run would ask itself.
func sentElsewhere(plan Plan) (Plan, *besides) {
	info := plan.Store.Info()
	measure := MeasurePlan{
		Info: info, Live: plan.Live, Checkouts: plan.Checkouts, Judge: plan.Judge, Arrange: plan.Arrange, Now: plan.Now,
		Keep: func(results.KeptAnswer) error { return nil },
	}
	if plan.Live {
		measure.Target = plan.Target
	}
	b := &besides{Measurer: NewMeasurer(measure)}
	plan.Elsewhere, plan.Window, plan.Judge = b, concurrency(info), nil
	if plan.Live {
		plan.Target = nil
	}
	return plan, b
}

func (b *besides) Measure(ctx context.Context, t Task) (m Measured, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	sent, err := overTheWire(t)
	if err != nil {
		return m, err
	}
	if m, err = b.Measurer.Measure(ctx, sent); err != nil {
		return m, err
	}
	return overTheWire(m)
}

func (b *besides) Withdraw() {}
func (b *besides) Halt()     {}

func overTheWire[T any](v T) (out T, err error) {
	data, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	return out, err
}

// below names the test under which the others measure elsewhere.
const below = "TestWhatHoldsHereHoldsElsewhere/"

// TestWhatHoldsHereHoldsElsewhere runs tests of this package again with every
// question measured elsewhere: mustRun sees it by the test's name.
func TestWhatHoldsHereHoldsElsewhere(t *testing.T) {
	for name, test := range map[string]func(*testing.T){
		"order":                TestOrderOfCompletionLeavesNoTrace,
		"failed questions":     TestFailedQuestionsStopNoOther,
		"a stalled question":   TestStalledQuestionEndsWhileTheOthersFinish,
		"a fatal reply":        TestFatalReplyStartsNoNewQuestion,
		"a hard interrupt":     TestHardInterruptRecordsNothingForQuestionsInFlight,
		"a cut target":         TestInterruptedTargetIsNoTargetError,
		"a late interrupt":     TestInterruptAfterTheLastRecordIsNone,
		"a broken target":      TestBrokenTargetStopsTheRunAndKeepsItsRecords,
		"an interrupt after":   TestInterruptOutranksAnEarlierStop,
		"streamed":             TestQuestionsAreStreamed,
		"repeats":              TestEveryRepeatHasItsRecord,
		"who is judged":        TestJudgeIsAskedOnlyWhatNeedsJudgement,
		"a failed check":       TestJudgeErrorNeverHidesAFailedCheck,
		"no judge":             TestWithoutAJudgeEveryCellSaysSo,
		"unassessable":         TestUnassessableIsSaidWhetherOrNotAJudgeIsAsked,
		"cut passages":         TestScoresOnACutPassageAreNoted,
		"unassessable named":   TestUnassessableDimensionsAreNamed,
		"latency":              TestLatencyIsTheAnswersOwnElseMeasuredOnALiveTarget,
		"recorded answers":     TestRecordedAnswersAreNotCopied,
		"several judgements":   TestScoreOfSeveralJudgementsIsTheirMean,
		"a failed judgement":   TestOneFailedJudgementLeavesNoMean,
		"each judgement":       TestEachJudgementIsAskedForAsItself,
		"errors in a row":      TestErrorsOfTheWayInARowStopTheRun,
		"a late breaker":       TestBreakerThatLeavesNothingOutIsNoStop,
		"a spent budget":       TestSpentBudgetLeavesNoRecord,
		"votes":                TestRecordKeepsEveryVoteAndCallOfAPanel,
		"below the quorum":     TestBelowTheQuorumAQuestionIsInconclusive,
		"a check beside it":    TestAFailedCheckDecidesBelowTheQuorum,
		"a member out":         TestAMemberOutOfReachStopsTheRun,
		"no quorum":            TestAPanelThatCannotReachItsQuorumEndsTheRun,
		"anchors":              TestAnAnchorTakesItsFrozenAnswer,
		"anchors judged":       TestAnAnchorIsJudgedWhateverItsChecksSay,
		"anchors resumed":      TestAResumedRunKeepsItsAnchors,
		"recorded repeats":     TestATargetThatKnowsRepeatsIsAskedForEach,
		"reused errors":        TestReusedErrorsStopNothing,
		"left out":             TestWhatIsLeftOutIsNeitherAskedNorMissed,
		"judged again":         TestAJudgeErrorIsJudgedAgainAndNotAnsweredAgain,
		"a changed question":   TestAChangedQuestionIsAskedAgainAndSaidSo,
		"a complete run":       TestACompleteRunAsksNobody,
		"resumed repeats":      TestResumeWithRepeatsAsksThoseThatAreMissing,
		"nothing after a stop": TestWhatComesAfterTheLastRecordStopsNothing,
	} {
		t.Run(name, test)
	}
}

// TestTheSameRecordsComeFromElsewhere compares the run folders of both ways.
func TestTheSameRecordsComeFromElsewhere(t *testing.T) {
	text := anchored + `- id: checked
  query: How long do customers have?
  rubric: {shouldAnswer: true, mustMention: ["30 days"], quotes: {require: true}, grounding: {minScore: 0.2}, maxLatencyMs: 100}
  context: [{id: P1, title: Refunds, text: "It is 30 days."}]
- {id: silent, query: Who founded the moon, rubric: {shouldAnswer: false}, tags: [x], group: g, critical: true}
- {id: broken, query: What is broken, rubric: {shouldAnswer: true}}
- {id: unjudged, query: What is not judged, rubric: {shouldAnswer: true}}
`
	target := fakeTarget(func(ctx context.Context, q suites.Question) (answers.Answer, error) {
		if q.ID == "broken" {
			return answers.Answer{}, &targets.Error{Code: "target_http", Message: "502", Attempts: 4}
		}
		return sourced(ctx, q)
	})
	score := repeatJudge(func(p judgeprompt.Prompt, r judge.Repeat) judge.Outcome {
		if p.Spec.QuestionID == "unjudged" {
			return judgeFails("judge_not_json")
		}
		return scoring(p, float64(5-r.Call), fmt.Sprintf("answer %d, call %d", r.Answer, r.Call))
	})
	for name, c := range map[string]struct {
		live  bool
		judge Judge
	}{
		"recorded answers": {false, score},
		"a live target":    {true, score},
		"a panel":          {true, panelOf(score, never("judge_timeout"))},
		"no judge":         {true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := suiteFrom(t, text)
			var folders [2][]results.Entry
			var kept [2][]results.KeptAnswer
			for way := range folders {
				plan := planFor(t, s, target, c.judge, func(i *results.RunInfo) {
					i.Repeats, i.JudgeRepeats, i.Planned, i.Judge.Excerpt = 2, 2, 2*i.Planned, 10
				})
				plan.Live, plan.Breaker = c.live, 100
				if way == 1 {
					plan, _ = sentElsewhere(plan)
				}
				if out := mustRun(t, t.Context(), plan); out.Stop != nil || out.Recorded != 12 {
					t.Fatalf("outcome %+v", out)
				}
				folders[way], _ = entries(t, plan)
				kept[way] = keptAnswers(t, plan)
			}
			if diff := cmp.Diff(folders[0], folders[1]); diff != "" {
				t.Error("records here and elsewhere:", diff)
			}
			if diff := cmp.Diff(kept[0], kept[1]); diff != "" {
				t.Error("kept answers here and elsewhere:", diff)
			}
			if wants := map[bool]int{true: 8}[c.live]; len(kept[1]) != wants {
				t.Errorf("%d answers are kept, want %d", len(kept[1]), wants)
			}
		})
	}
}

// keptAnswers are those of a run's folder in the order of its questions.
func keptAnswers(t *testing.T, plan Plan) (kept []results.KeptAnswer) {
	t.Helper()
	if err := plan.Store.Close(); err != nil {
		t.Fatal(err)
	}
	store, err := runstore.Reopen(plan.Store.Path(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for seq := range store.Info().Planned {
		for repeat := range 2 {
			k, found, err := store.Kept(seq, repeat)
			if err != nil {
				t.Fatal(err)
			}
			if found {
				kept = append(kept, k)
			}
		}
	}
	return kept
}
