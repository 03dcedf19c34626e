package runner

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var testTime = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// suiteOf loads a suite of n questions q0, q1, …; those with an odd number
// are negative, and every third one carries the tag third.
func suiteOf(t testing.TB, n int) *suites.Suite {
	t.Helper()
	var text strings.Builder
	text.WriteString("version: 1\nquestions:\n")
	for i := range n {
		fmt.Fprintf(&text, "- id: q%d\n  query: What is rule number %d?\n  rubric: {shouldAnswer: %v}\n", i, i, i%2 == 0)
		if i%3 == 0 {
			text.WriteString("  tags: [third]\n")
		}
	}
	return suiteFrom(t, text.String())
}

func suiteFrom(t testing.TB, text string) *suites.Suite {
	t.Helper()
	path := filepath.Join(t.TempDir(), "suite.yaml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	loaded, err := suites.Load([]string{path}, suites.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return loaded[0]
}

// planFor creates and prepares a run of all the suite's questions. Set may
// change run.json before.
func planFor(t testing.TB, s *suites.Suite, target fakeTarget, j Judge, set func(*results.RunInfo)) Plan {
	t.Helper()
	sel, _, err := Count(s, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	info := results.RunInfo{
		Suite: results.SuiteRef{Name: s.Name}, PassAt: results.DefaultFloors(), Confidence: suites.ConfidenceOptional,
		Judge: results.JudgeRef{When: suites.WhenAlways}, Selection: sel, Planned: sel.Selected, Repeats: 1,
	}
	if set != nil {
		set(&info)
	}
	store, err := runstore.Create(t.TempDir(), info, runstore.Options{Now: testTime, Rand: bytes.NewReader([]byte{0, 1})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if err := Prepare(store, s, Filter{}); err != nil {
		t.Fatal(err)
	}
	return Plan{Store: store, Target: target, Judge: j, Now: func() time.Time { return testTime }}
}

// fakeTarget answers with a function.
type fakeTarget func(ctx context.Context, q suites.Question) (answers.Answer, error)

func (f fakeTarget) Answer(ctx context.Context, q suites.Question) (answers.Answer, error) {
	return f(ctx, q)
}

func (f fakeTarget) Close() error { return nil }

// sourced answers every question rightly: a negative with confidence none,
// the others with a passage under the answer.
func sourced(_ context.Context, q suites.Question) (answers.Answer, error) {
	text := "The rule says 30 days for " + q.ID + "."
	confidence := answers.High
	if q.Category == results.Negative {
		confidence = answers.None
	}
	return answers.Answer{
		ID: q.ID, Text: text, Confidence: confidence, Retrieved: []answers.Passage{{ID: "P1", Text: text}},
	}, nil
}

// fakeJudge scores with a function and counts how often it was asked.
type fakeJudge struct {
	calls atomic.Int32
	score func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome
}

func (j *fakeJudge) ScoreRepeat(ctx context.Context, p judgeprompt.Prompt, _ judge.Repeat) judge.Outcome {
	j.calls.Add(1)
	return j.score(ctx, p)
}

func judging(score func(context.Context, judgeprompt.Prompt) judge.Outcome) *fakeJudge {
	return &fakeJudge{score: score}
}

// fives gives every required dimension a 5.
func fives(_ context.Context, p judgeprompt.Prompt) judge.Outcome {
	j := &results.Judgement{Scores: map[results.Dimension]results.Score{}}
	for _, d := range p.Spec.Required {
		j.Scores[d] = results.Score{Value: 5, Reasoning: "fits"}
	}
	return judge.Outcome{Judgement: j, Call: results.JudgeCall{Model: "fake"}}
}

func judgeFails(code string) judge.Outcome {
	return judge.Outcome{Err: &results.ErrorInfo{Code: code, Message: "no result", Attempts: 1}}
}

// entries reads the run back from its folder, by id.
func entries(t testing.TB, plan Plan) (ordered []results.Entry, byID map[string]results.Record) {
	t.Helper()
	opened, err := runstore.Open(plan.Store.Path())
	if err != nil {
		t.Fatal(err)
	}
	byID = map[string]results.Record{}
	for e, err := range opened.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		ordered = append(ordered, e)
		for _, rec := range e.Records {
			byID[rec.ID] = rec
		}
	}
	return ordered, byID
}

func mustRun(t testing.TB, ctx context.Context, plan Plan) Outcome {
	t.Helper()
	if strings.HasPrefix(t.Name(), below) {
		plan, _ = sentElsewhere(plan)
	}
	out, err := Run(ctx, plan)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
