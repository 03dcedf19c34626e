package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
	"github.com/evalrun/evalrun/verdict"
)

// counted is a target and a judge that count their calls by question.
type counted struct {
	mu              sync.Mutex
	answers, judged map[string]int
	target          fakeTarget
	score           func(context.Context, judgeprompt.Prompt) judge.Outcome
}

func counting() *counted {
	return &counted{answers: map[string]int{}, judged: map[string]int{}, target: sourced, score: fives}
}

func (c *counted) Answer(ctx context.Context, q suites.Question) (answers.Answer, error) {
	c.mu.Lock()
	c.answers[q.ID]++
	c.mu.Unlock()
	return c.target(ctx, q)
}

func (c *counted) Close() error { return nil }

func (c *counted) ScoreRepeat(ctx context.Context, p judgeprompt.Prompt, _ judge.Repeat) judge.Outcome {
	c.mu.Lock()
	c.judged[p.Spec.QuestionID]++
	c.mu.Unlock()
	return c.score(ctx, p)
}

func (c *counted) forget() { c.answers, c.judged = map[string]int{}, map[string]int{} }

// calls writes who was called how often, as "q3: answer 1 judge 1".
func (c *counted) calls() string {
	var out []string
	for i := range 20 {
		id := fmt.Sprintf("q%d", i)
		if a, j := c.answers[id], c.judged[id]; a+j > 0 {
			out = append(out, fmt.Sprintf("%s: answer %d judge %d", id, a, j))
		}
	}
	return strings.Join(out, ", ")
}

// liveRun is a run of a live target.
func (c *counted) liveRun(t *testing.T, s *suites.Suite, set func(*results.RunInfo)) Plan {
	t.Helper()
	plan := planFor(t, s, nil, c, func(i *results.RunInfo) {
		i.SuiteHash, i.Settings.Concurrency = s.SuiteHash, 1
		if set != nil {
			set(i)
		}
		i.JudgeKey, i.ScoringKey = judge.Key(i.Judge), verdict.ScoringKey(*i)
	})
	plan.Target, plan.Live = c, true
	return plan
}

// again reopens the folder of a run for the suite as it is now.
func again(t *testing.T, old Plan, s *suites.Suite, opt ResumeOptions) (Plan, *ResumePlan, error) {
	t.Helper()
	if err := old.Store.Close(); err != nil {
		t.Fatal(err)
	}
	store, err := runstore.Reopen(old.Store.Path(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if opt.Info.Tool == "" {
		opt.Info = store.Info()
		opt.Info.Tool = "evalrun test"
	}
	resume, err := Resume(store, s, opt)
	plan := old
	plan.Store, plan.Resume, plan.Progress = store, resume, nil
	return plan, resume, err
}

func mustResume(t *testing.T, old Plan, s *suites.Suite, opt ResumeOptions) (Plan, *ResumePlan) {
	t.Helper()
	plan, resume, err := again(t, old, s, opt)
	if err != nil {
		t.Fatal(err)
	}
	return plan, resume
}

// TestResumeAsksOnlyWhatHasNoResult: q0 passed, q1 failed, q2 got no answer,
// q3 was answered and not judged, q4 was not asked.
func TestResumeAsksOnlyWhatHasNoResult(t *testing.T) {
	for _, name := range []string{"errors are asked again", "errors are kept"} {
		t.Run(name, func(t *testing.T) {
			c := counting()
			plan := interruptedAtQ3(t, c)
			keep := name == "errors are kept"
			plan, resume := mustResume(t, plan, suiteOf(t, 5), ResumeOptions{KeepErrors: keep})
			c.forget()
			if out := mustRun(t, t.Context(), plan); out.Recorded != 5 || out.Skipped != 0 || out.Stop != nil {
				t.Errorf("outcome %+v", out)
			}
			want := "q2: answer 1 judge 1, q3: answer 0 judge 1, q4: answer 1 judge 1"
			kept := map[results.Verdict]int{results.Pass: 1, results.Fail: 1}
			if keep {
				want = "q3: answer 0 judge 1, q4: answer 1 judge 1"
				kept[results.Error] = 1
			}
			if got := c.calls(); got != want {
				t.Errorf("calls %s\n want %s", got, want)
			}
			if diff := cmp.Diff(kept, resume.Kept); diff != "" {
				t.Error("kept:", diff)
			}
			checkOneRecordEach(t, plan, 5)
			_, got := entries(t, plan)
			if rec := got["q3"]; rec.Generation != 0 || rec.Target == nil || !rec.Target.Reused {
				t.Errorf("q3: generation %d, target %+v; want the answer that was there", rec.Generation, rec.Target)
			}
			if rec := got["q2"]; !keep && (rec.Generation != 1 || rec.Verdict != results.Pass) {
				t.Errorf("q2: generation %d, %s", rec.Generation, rec.Verdict)
			}
		})
	}
}

func interruptedAtQ3(t *testing.T, c *counted) Plan {
	t.Helper()
	interrupt := make(chan struct{})
	c.target = func(ctx context.Context, q suites.Question) (answers.Answer, error) {
		if q.ID == "q2" {
			return answers.Answer{}, &targets.Error{Code: "target_http", Message: "502", Attempts: 4}
		}
		return sourced(ctx, q)
	}
	c.score = func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
		switch p.Spec.QuestionID {
		case "q1":
			return scoring(p, 1, "wrong")
		case "q3":
			close(interrupt)
			return judge.Outcome{Cancelled: true}
		}
		return fives(ctx, p)
	}
	plan := c.liveRun(t, suiteOf(t, 5), nil)
	plan.Interrupt = interrupt
	// The asker is stopped at q4, so that only the interrupt decides.
	inner := c.target
	c.target = func(ctx context.Context, q suites.Question) (answers.Answer, error) {
		if q.ID == "q4" {
			<-ctx.Done()
			return answers.Answer{}, ctx.Err()
		}
		return inner(ctx, q)
	}
	plan.Grace = 1
	out := mustRun(t, t.Context(), plan)
	if out.Recorded != 3 || out.Stop == nil || out.Stop.Kind != results.StopInterrupt {
		t.Fatalf("the first part ended as %+v", out)
	}
	c.target, c.score = sourced, fives
	plan.Interrupt = nil
	return plan
}

// checkOneRecordEach reads the folder as a report does.
func checkOneRecordEach(t *testing.T, plan Plan, n int) {
	t.Helper()
	ordered, _ := entries(t, plan)
	if len(ordered) != n {
		t.Errorf("%d questions, want %d", len(ordered), n)
	}
	for _, e := range ordered {
		if len(e.Records) != 1 || !e.Records[0].Final {
			t.Errorf("%s has %d records", e.Question.ID, len(e.Records))
		}
	}
}

func TestAJudgeErrorIsJudgedAgainAndNotAnsweredAgain(t *testing.T) {
	c := counting()
	c.score = failing
	plan := c.liveRun(t, suiteOf(t, 2), nil)
	mustRun(t, t.Context(), plan)
	c.forget()
	c.score = fives
	plan, resume := mustResume(t, plan, suiteOf(t, 2), ResumeOptions{})
	mustRun(t, t.Context(), plan)
	if want := "q0: answer 0 judge 1, q1: answer 0 judge 1"; c.calls() != want {
		t.Errorf("calls %s, want %s", c.calls(), want)
	}
	if resume.Retried != 2 || resume.Reused != 2 || resume.Open != 2 {
		t.Errorf("plan %+v", resume)
	}
	checkOneRecordEach(t, plan, 2)
}

// TestARetryCutShortTwiceUsesUpNoGenerationTwice: generations of answers and
// records must never name two different lines.
func TestARetryCutShortTwiceUsesUpNoGenerationTwice(t *testing.T) {
	c := counting()
	s := suiteOf(t, 1)
	c.target = func(context.Context, suites.Question) (answers.Answer, error) {
		return answers.Answer{}, &targets.Error{Code: "target_http", Message: "502"}
	}
	plan := c.liveRun(t, s, nil)
	mustRun(t, t.Context(), plan)
	c.target = sourced
	for range 2 {
		c.score = func(context.Context, judgeprompt.Prompt) judge.Outcome { return judge.Outcome{Budget: "spent"} }
		plan, _ = mustResume(t, plan, s, ResumeOptions{})
		if out := mustRun(t, t.Context(), plan); out.Recorded != 0 {
			t.Fatalf("outcome %+v", out)
		}
	}
	c.score = fives
	plan, _ = mustResume(t, plan, s, ResumeOptions{})
	mustRun(t, t.Context(), plan)
	if c.answers["q0"] != 2 {
		t.Errorf("answered %d times, want the error and one answer", c.answers["q0"])
	}
	_, got := entries(t, plan)
	if rec := got["q0"]; rec.Generation != 1 || rec.Verdict != results.Pass {
		t.Errorf("generation %d, %s", rec.Generation, rec.Verdict)
	}
}

const before = `version: 1
questions:
- {id: q0, query: "What is rule 0?", rubric: {shouldAnswer: true}}
- {id: q1, query: "What is rule 1?", rubric: {shouldAnswer: true}}
- {id: q2, query: "What is rule 2?", rubric: {shouldAnswer: true}}
- {id: q3, query: "What is rule 3?", rubric: {shouldAnswer: true}}
`

const after = `version: 1
questions:
- {id: q9, query: "What is rule 9?", rubric: {shouldAnswer: true}}
- {id: q3, query: "What is rule 3?", rubric: {shouldAnswer: true}}
- {id: q1, query: "What is the first rule?", rubric: {shouldAnswer: false}}
- {id: q0, query: "What is rule 0?", rubric: {shouldAnswer: true}, tags: [new]}
`

// TestAChangedQuestionIsAskedAgainAndSaidSo: q1 was changed, q2 removed, q9
// added, the order turned; q3 was answered and not judged.
func TestAChangedQuestionIsAskedAgainAndSaidSo(t *testing.T) {
	c := counting()
	c.score = func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
		if p.Spec.QuestionID == "q3" {
			return judge.Outcome{Budget: "spent"}
		}
		return fives(ctx, p)
	}
	plan := c.liveRun(t, suiteFrom(t, before), nil)
	mustRun(t, t.Context(), plan)
	c.forget()
	c.score = fives
	s := suiteFrom(t, after)
	plan, resume := mustResume(t, plan, s, ResumeOptions{})
	want := []string{
		"question q1: changed since the run began and asked again",
		"question q2: no longer in the suite, kept as the run has it",
		"question q9: added to the suite since the run began, not part of it",
	}
	if diff := cmp.Diff(want, resume.Notes); diff != "" {
		t.Error("notes:", diff)
	}
	mustRun(t, t.Context(), plan)
	if want := "q1: answer 1 judge 1, q3: answer 0 judge 1"; c.calls() != want {
		t.Errorf("calls %s, want %s", c.calls(), want)
	}
	checkOneRecordEach(t, plan, 4)
	_, got := entries(t, plan)
	if rec := got["q1"]; rec.Category != results.Negative || rec.Generation != 1 || rec.Query != "What is the first rule?" {
		t.Errorf("q1 is %+v", rec)
	}
	info := plan.Store.Info()
	if info.SuiteHash != s.SuiteHash || len(info.Resumed) != 1 || len(info.Resumed[0].Notes) != 3 || info.Status != results.RunRunning {
		t.Errorf("run.json says %+v", info)
	}
}

// TestAnOldRecordOfAChangedQuestionIsNoResult holds until the question is
// asked again, however often that is cut short.
func TestAnOldRecordOfAChangedQuestionIsNoResult(t *testing.T) {
	c := counting()
	plan := c.liveRun(t, suiteFrom(t, before), nil)
	mustRun(t, t.Context(), plan)
	s := suiteFrom(t, strings.ReplaceAll(before, "rule 1?", "the first rule?"))
	for range 2 {
		c.score = func(context.Context, judgeprompt.Prompt) judge.Outcome { return judge.Outcome{Budget: "spent"} }
		plan, _ = mustResume(t, plan, s, ResumeOptions{})
		mustRun(t, t.Context(), plan)
		if _, got := entries(t, plan); len(got) != 3 || got["q1"].ID != "" {
			t.Errorf("%d records stand, q1 is %q", len(got), got["q1"].Verdict)
		}
	}
	c.forget()
	c.score = fives
	plan, _ = mustResume(t, plan, s, ResumeOptions{})
	mustRun(t, t.Context(), plan)
	if want := "q1: answer 0 judge 1"; c.calls() != want {
		t.Errorf("calls %s, want %s", c.calls(), want)
	}
	checkOneRecordEach(t, plan, 4)
}

func TestAnotherWayOfMeasuringIsRefusedUnlessForced(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*results.RunInfo)
		says   string
	}{
		"judge model": {func(i *results.RunInfo) { i.Judge.Model = "judge-2" }, `judge model "judge-1" then, "judge-2" now`},
		"excerpt":     {func(i *results.RunInfo) { i.Judge.Excerpt = 400 }, "excerpt 0 then, 400 now"},
		"prompt": {func(i *results.RunInfo) {
			i.Prompts = map[results.Category]string{results.Positive: strings.Repeat("ab", 32), results.Negative: "n"}
		}, "prompt of positive questions " + `"p" then, abababababab… now`},
		"target model":    {func(i *results.RunInfo) { i.Target.Model = "app-2" }, `target model "app-1" then, "app-2" now`},
		"answers file":    {func(i *results.RunInfo) { i.Target.Hash = "f2" }, `answers file none then, "f2" now`},
		"target settings": {func(i *results.RunInfo) { i.Target.Settings = "s2" }, `target settings "s1" then, "s2" now`},
	} {
		t.Run(name, func(t *testing.T) {
			s := suiteOf(t, 3)
			plan := counting().liveRun(t, s, func(i *results.RunInfo) {
				i.Judge.Kind, i.Judge.Model, i.Target.Model = results.JudgeModel, "judge-1", "app-1"
				i.Target.Settings = "s1"
				i.Prompts = map[results.Category]string{results.Positive: "p", results.Negative: "n"}
			})
			info := plan.Store.Info()
			info.Tool = "evalrun test"
			c.change(&info)
			_, _, err := again(t, plan, s, ResumeOptions{Info: info})
			if !errors.Is(err, ErrMixed) || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %v, want %q", err, c.says)
			}
			// The refusal changes nothing: the same settings go on.
			if opened, err := runstore.Open(plan.Store.Path()); err != nil || len(opened.Info().Resumed) > 0 {
				t.Errorf("after the refusal: %v, %+v", err, opened.Info().Resumed)
			}
		})
	}
}

func TestAForcedMixtureIsNotTakenForEitherJudge(t *testing.T) {
	s := suiteOf(t, 3)
	plan := counting().liveRun(t, s, func(i *results.RunInfo) {
		i.Judge.Model = "judge-1"
	})
	info := plan.Store.Info()
	info.Tool, info.Judge.Model = "evalrun test", "judge-2"
	info.JudgeKey = judge.Key(info.Judge)
	plan, resume := mustResume(t, plan, s, ResumeOptions{Info: info, ForceMixed: true})
	got := plan.Store.Info()
	if got.JudgeKey == info.JudgeKey || got.JudgeKey == judge.Key(results.JudgeRef{Model: "judge-1"}) || got.Judge.Model != "judge-2" {
		t.Errorf("judge %+v with the key %s", got.Judge, got.JudgeKey)
	}
	if want := []string{`mixed: judge model "judge-1" then, "judge-2" now`}; !slices.Equal(resume.Notes, want) {
		t.Errorf("notes %q, want %q", resume.Notes, want)
	}
	if cooled := OwnTemperature(got); cooled.JudgeKey == judge.Key(cooled.Judge) {
		t.Error("a refused temperature made the mixture look like one judge")
	}
}

// TestARefusedTemperatureIsTheSameJudge: run.json says how it turned out, the
// flags say what will be tried.
func TestARefusedTemperatureIsTheSameJudge(t *testing.T) {
	s := suiteOf(t, 3)
	zero := 0.0
	plan := counting().liveRun(t, s, func(i *results.RunInfo) {
		i.Judge.Model, i.Judge.Temperature = "judge-1", &zero
	})
	asked := plan.Store.Info()
	if err := plan.Store.SetInfo(OwnTemperature(asked)); err != nil {
		t.Fatal(err)
	}
	asked.Tool = "evalrun test"
	plan, resume := mustResume(t, plan, s, ResumeOptions{Info: asked})
	if got := plan.Store.Info(); got.Judge.Temperature != nil || got.JudgeKey != judge.Key(got.Judge) || len(resume.Notes) > 0 {
		t.Errorf("judge %+v, key %s, notes %q", got.Judge, got.JudgeKey, resume.Notes)
	}
}

func TestSettingsOfTheRunHoldAndAChangeIsSaid(t *testing.T) {
	s := suiteOf(t, 3)
	plan := counting().liveRun(t, s, nil)
	info := plan.Store.Info()
	info.Tool, info.Repeats, info.Gate.PassRate, info.Settings.Concurrency = "evalrun test", 3, 0.5, 7
	plan, resume := mustResume(t, plan, s, ResumeOptions{Info: info})
	got := plan.Store.Info()
	if got.Repeats != 1 || got.Gate.PassRate != 0 || got.Settings.Concurrency != 7 {
		t.Errorf("repeats %d, gate %+v, concurrency %d", got.Repeats, got.Gate, got.Settings.Concurrency)
	}
	if len(resume.Notes) != 2 || !strings.Contains(resume.Notes[1], "repeats is 3 now; the run keeps 1") {
		t.Errorf("notes %q", resume.Notes)
	}
}

func TestARunKilledBeforeItsQuestionsStartsAnew(t *testing.T) {
	c := counting()
	s := suiteOf(t, 4)
	plan := c.liveRun(t, suiteOf(t, 3), nil)
	if err := os.Remove(filepath.Join(plan.Store.Path(), runstore.QuestionsFile)); err != nil {
		t.Fatal(err)
	}
	info := plan.Store.Info()
	info.Tool, info.Planned, info.Selection.Selected, info.Selection.Total = "evalrun test", 4, 4, 4
	plan, resume := mustResume(t, plan, s, ResumeOptions{Info: info})
	if resume.Open != 4 {
		t.Errorf("plan %+v", resume)
	}
	mustRun(t, t.Context(), plan)
	checkOneRecordEach(t, plan, 4)
}

func TestACompleteRunAsksNobody(t *testing.T) {
	c := counting()
	plan := c.liveRun(t, suiteOf(t, 3), nil)
	mustRun(t, t.Context(), plan)
	c.forget()
	plan, _ = mustResume(t, plan, suiteOf(t, 3), ResumeOptions{})
	if out := mustRun(t, t.Context(), plan); out.Recorded != 3 || out.Stop != nil || c.calls() != "" {
		t.Errorf("outcome %+v, calls %s", out, c.calls())
	}
}

func TestResumeWithRepeatsAsksThoseThatAreMissing(t *testing.T) {
	c := counting()
	s := suiteOf(t, 3)
	n := 0
	c.score = func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
		if n++; n > 4 {
			return judge.Outcome{Budget: "spent"}
		}
		return fives(ctx, p)
	}
	plan := c.liveRun(t, s, func(i *results.RunInfo) { i.Repeats, i.Planned, i.Settings.JudgeConcurrency = 3, 9, 1 })
	mustRun(t, t.Context(), plan)
	c.score = fives
	plan, resume := mustResume(t, plan, s, ResumeOptions{})
	if resume.Open != 5 {
		t.Errorf("plan %+v", resume)
	}
	mustRun(t, t.Context(), plan)
	ordered, _ := entries(t, plan)
	for _, e := range ordered {
		if len(e.Records) != 3 || c.answers[e.Question.ID] != 3 {
			t.Errorf("%s: %d records, answered %d times", e.Question.ID, len(e.Records), c.answers[e.Question.ID])
		}
	}
}

// TestATornAnswerCostsOneCall: the answer was being written when the power
// went.
func TestATornAnswerCostsOneCall(t *testing.T) {
	c := counting()
	c.score = func(context.Context, judgeprompt.Prompt) judge.Outcome { return judge.Outcome{Budget: "spent"} }
	plan := c.liveRun(t, suiteOf(t, 1), nil)
	mustRun(t, t.Context(), plan)
	file := filepath.Join(plan.Store.Path(), runstore.AnswersFile)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data[:len(data)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	c.forget()
	c.score = fives
	plan, _ = mustResume(t, plan, suiteOf(t, 1), ResumeOptions{})
	if w := plan.Store.Warnings(); len(w) != 1 || !strings.Contains(w[0], "answers.jsonl:1: dropped the last line") {
		t.Errorf("warnings %q", w)
	}
	mustRun(t, t.Context(), plan)
	if want := "q0: answer 1 judge 1"; c.calls() != want {
		t.Errorf("calls %s, want %s", c.calls(), want)
	}
}
