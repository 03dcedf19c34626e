package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
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
	withdrawn atomic.Int32
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

func (b *besides) Withdraw() { b.withdrawn.Add(1) }

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

// stubborn measures nothing before it is let, and withdraws what nobody began.
type stubborn struct {
	*besides
	once      sync.Once
	begun     chan string   // ids
	finish    chan struct{} // lets those begun end
	withdrawn chan struct{}
	places    chan struct{}
}

func (s *stubborn) Measure(ctx context.Context, t Task) (Measured, error) {
	select {
	case s.places <- struct{}{}:
	case <-s.withdrawn:
		return Measured{}, nil
	}
	s.begun <- t.Question.ID
	<-s.finish
	return s.besides.Measure(ctx, t)
}

func (s *stubborn) Withdraw() { close(s.withdrawn) }

// TestAnInterruptTakesBackWhatNobodyHasBegun: of ten tasks two are begun; their
// records are waited for, nothing else is.
func TestAnInterruptTakesBackWhatNobodyHasBegun(t *testing.T) {
	interrupt := make(chan struct{})
	plan := planFor(t, suiteOf(t, 50), sourced, judging(fives), nil)
	plan.Live, plan.Interrupt = true, interrupt
	plan, inner := sentElsewhere(plan)
	s := &stubborn{
		besides: inner, begun: make(chan string, 2), finish: make(chan struct{}),
		withdrawn: make(chan struct{}), places: make(chan struct{}, 2),
	}
	plan.Elsewhere, plan.Window = s, 10
	go func() {
		<-s.begun
		<-s.begun
		close(interrupt)
		<-s.withdrawn
		close(s.finish)
	}()
	out := mustRun(t, t.Context(), plan)
	want := Outcome{Planned: 50, Recorded: 2, Skipped: 48, Stop: &results.Stop{Kind: results.StopInterrupt, Message: "interrupted"}}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
}

// elsewhere answers with a function.
type elsewhere func(t Task) (Measured, error)

func (f elsewhere) Measure(_ context.Context, t Task) (Measured, error) { return f(t) }
func (f elsewhere) Withdraw()                                           {}

// TestWhatComesBackWrongBreaksTheRun and is not written down.
func TestWhatComesBackWrongBreaksTheRun(t *testing.T) {
	info := results.RunInfo{PassAt: results.DefaultFloors()}
	other := func(t Task, change func(*results.Record)) (Measured, error) {
		rec, err := Unreachable(info, t, "fleet_poison", "lost", testTime)
		change(&rec)
		return Measured{Record: &rec}, err
	}
	for says, back := range map[string]elsewhere{
		"no way there": func(Task) (Measured, error) { return Measured{}, errors.New("no way there") },
		`is of question "q9"`: func(t Task) (Measured, error) {
			return other(t, func(r *results.Record) { r.ID = "q9" })
		},
		"repeat 3": func(t Task) (Measured, error) { return other(t, func(r *results.Record) { r.Repeat = 3 }) },
		"generation 1": func(t Task) (Measured, error) {
			return other(t, func(r *results.Record) { r.Generation = 1 })
		},
		"do not add up": func(Task) (Measured, error) { return Measured{}, nil },
	} {
		plan := planFor(t, suiteOf(t, 2), nil, nil, nil)
		plan.Live, plan.Elsewhere = true, back
		out, err := Run(t.Context(), plan)
		if err == nil || !strings.Contains(err.Error(), says) || out.Recorded != 0 {
			t.Errorf("got %v and %d records, want %q", err, out.Recorded, says)
		}
	}
}

// TestALostQuestionIsAnErrorOfNobody: it is recorded as one, and neither opens
// the breaker nor counts as a reply.
func TestALostQuestionIsAnErrorOfNobody(t *testing.T) {
	plan := planFor(t, suiteOf(t, 30), nil, judging(fives), nil)
	info := plan.Store.Info()
	plan.Live = true
	plan.Elsewhere = elsewhere(func(task Task) (Measured, error) {
		rec, err := Unreachable(info, task, "fleet_poison", "three workers were lost", testTime)
		return Measured{Record: &rec}, err
	})
	if out := mustRun(t, t.Context(), plan); out.Recorded != 30 || out.Stop != nil {
		t.Errorf("outcome %+v", out)
	}
	_, got := entries(t, plan)
	rec := got["q0"]
	want := &results.ErrorInfo{Code: "fleet_poison", Message: "three workers were lost"}
	if diff := cmp.Diff(want, rec.Error); diff != "" || rec.Verdict != results.Error || rec.Answer != nil || !rec.Final {
		t.Errorf("%s %+v", diff, rec)
	}
	for series, cell := range rec.Cells {
		if cell.Status != results.CellErrored || cell.Code != "fleet_poison" {
			t.Errorf("%s is %+v", series, cell)
		}
	}
	b := breaker{limit: 2}
	network := results.Record{Error: &results.ErrorInfo{Code: "target_network"}}
	if b.add(network) != nil || b.add(rec) != nil || b.add(network) == nil {
		t.Error("a lost question counts as a reply of the target")
	}
}

// TestAnAnswerThatCannotBeKeptIsNotJudged: it would be paid for twice.
func TestAnAnswerThatCannotBeKeptIsNotJudged(t *testing.T) {
	plan := planFor(t, suiteOf(t, 1), sourced, nil, nil)
	j := judging(fives)
	m := NewMeasurer(MeasurePlan{
		Info: plan.Store.Info(), Target: plan.Target, Live: true, Judge: j, Now: plan.Now,
		Keep: func(results.KeptAnswer) error { return errors.New("no room") },
	})
	for q, err := range plan.Store.Questions() {
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Measure(t.Context(), Task{Question: q})
		if err == nil || !strings.Contains(err.Error(), `question "q0": no room`) || got.Record != nil || j.calls.Load() > 0 {
			t.Errorf("measured %+v, error %v, %d judgements", got, err, j.calls.Load())
		}
	}
}
