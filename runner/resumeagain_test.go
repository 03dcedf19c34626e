package runner

import (
	"context"
	"errors"
	"testing"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/runstore"
	"github.com/evalrun/evalrun/suites"
	"github.com/evalrun/evalrun/targets"
)

// TestAMixedRunGoesOnAsItWasMeasuredLast: having been forced once is no
// difference to what it is measured with now.
func TestAMixedRunGoesOnAsItWasMeasuredLast(t *testing.T) {
	s := suiteOf(t, 3)
	plan := counting().liveRun(t, s, func(i *results.RunInfo) {
		i.Judge.Model = "judge-1"
	})
	first := plan.Store.Info()
	first.Tool = "evalrun test"
	second := first
	second.Judge.Model = "judge-2"
	second.JudgeKey = judge.Key(second.Judge)
	plan, _ = mustResume(t, plan, s, ResumeOptions{Info: second, ForceMixed: true})
	key := plan.Store.Info().JudgeKey
	plan, resume := mustResume(t, plan, s, ResumeOptions{Info: second})
	if got := plan.Store.Info().JudgeKey; got != key || len(resume.Notes) > 0 {
		t.Errorf("key %s, want %s still; notes %q", got, key, resume.Notes)
	}
	if _, _, err := again(t, plan, s, ResumeOptions{Info: first}); !errors.Is(err, ErrMixed) {
		t.Errorf("back to the first judge: got %v, want a refusal", err)
	}
}

// TestARunIsSettledWhenResumingAsksNothing: only then may nobody be probed.
func TestARunIsSettledWhenResumingAsksNothing(t *testing.T) {
	s := suiteOf(t, 3)
	c := counting()
	c.target = func(ctx context.Context, q suites.Question) (answers.Answer, error) {
		if q.ID == "q1" {
			return answers.Answer{}, &targets.Error{Code: targets.CodeMapping, Message: "no answer"}
		}
		return sourced(ctx, q)
	}
	plan := c.liveRun(t, s, nil)
	settled := func(s *suites.Suite, keepErrors bool) bool {
		opened, err := runstore.Open(plan.Store.Path())
		if err != nil {
			t.Fatal(err)
		}
		yes, err := Settled(opened, s, keepErrors)
		if err != nil {
			t.Fatal(err)
		}
		return yes
	}
	if settled(s, true) {
		t.Error("a run without records is taken for complete")
	}
	if _, err := Run(t.Context(), plan); err != nil {
		t.Fatal(err)
	}
	if settled(s, false) || !settled(s, true) {
		t.Error("an error is left to be asked again unless it is kept")
	}
	edited := *s
	edited.SuiteHash = "another"
	if settled(&edited, true) {
		t.Error("a suite that was edited may ask again")
	}
}
