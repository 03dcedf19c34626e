package runner

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
)

// perRepeat answers each repeat in its own words.
type perRepeat struct{ fakeTarget }

func (perRepeat) AnswerRepeat(_ context.Context, q suites.Question, repeat int) (answers.Answer, error) {
	return answers.Answer{Text: fmt.Sprintf("%s, repeat %d", q.ID, repeat)}, nil
}

func TestATargetThatKnowsRepeatsIsAskedForEach(t *testing.T) {
	plan := planFor(t, suiteOf(t, 2), sourced, nil, func(i *results.RunInfo) { i.Repeats, i.Planned = 2, 2*i.Planned })
	plan.Target = perRepeat{}
	mustRun(t, t.Context(), plan)
	var got []string
	for e, err := range plan.Store.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range e.Records {
			got = append(got, rec.Answer.Text)
		}
	}
	want := []string{"q0, repeat 0", "q0, repeat 1", "q1, repeat 0", "q1, repeat 1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestReusedErrorsStopNothing: what an earlier run was told, a refused key
// even, says nothing of the next question.
func TestReusedErrorsStopNothing(t *testing.T) {
	for _, code := range []string{"target_auth", "target_network"} {
		target := func(context.Context, suites.Question) (answers.Answer, error) {
			return answers.Answer{}, &targets.Error{Code: code, Message: "then", Attempts: 4, Reused: true}
		}
		plan := planFor(t, suiteOf(t, 30), target, nil, one)
		out := mustRun(t, t.Context(), plan)
		if out.Stop != nil || out.Recorded != 30 {
			t.Errorf("%s: outcome %+v", code, out)
		}
		for e, err := range plan.Store.Entries() {
			if err != nil {
				t.Fatal(err)
			}
			want := &results.ErrorInfo{Code: code, Message: "then", Attempts: 4, Reused: true}
			if diff := cmp.Diff(want, e.Records[0].Error); diff != "" {
				t.Fatal(diff)
			}
		}
	}
}

func TestWhatIsLeftOutIsNeitherAskedNorMissed(t *testing.T) {
	plan := planFor(t, suiteOf(t, 4), sourced, nil, func(i *results.RunInfo) { i.Repeats, i.Planned = 2, 2*i.Planned })
	odd := func(q results.Question, repeat int) bool { return q.Seq%2 == 1 && repeat == 1 }
	left, err := Leave(plan.Store, odd)
	if err != nil {
		t.Fatal(err)
	}
	plan.Resume = left
	out := mustRun(t, t.Context(), plan)
	if out.Stop != nil || out.Recorded != 8 || out.Skipped != 0 {
		t.Errorf("outcome %+v", out)
	}
	for e, err := range plan.Store.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		if want := 2 - e.Question.Seq%2; len(e.Records) != want {
			t.Errorf("question %s has %d records, want %d", e.Question.ID, len(e.Records), want)
		}
	}
}

func TestNothingLeftOutIsAnOrdinaryRun(t *testing.T) {
	plan := planFor(t, suiteOf(t, 2), sourced, nil, nil)
	left, err := Leave(plan.Store, func(results.Question, int) bool { return false })
	if left != nil || err != nil {
		t.Errorf("plan %+v, %v", left, err)
	}
}

func TestPrepareFromHoldsToThePlan(t *testing.T) {
	from := planFor(t, suiteOf(t, 3), sourced, nil, nil).Store
	store := planFor(t, suiteOf(t, 2), sourced, nil, nil).Store
	if err := PrepareFrom(store, from); err == nil {
		t.Error("three questions pass where two were planned")
	}
	same := planFor(t, suiteOf(t, 3), sourced, nil, nil).Store
	if err := PrepareFrom(same, from); err != nil {
		t.Error(err)
	}
}
