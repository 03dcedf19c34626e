package runner

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evalrun/evalrun/answers"
	"github.com/evalrun/evalrun/judge"
	"github.com/evalrun/evalrun/judgeprompt"
	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/suites"
)

// taking has every judgement take that long, unless its context ends first.
func taking(d time.Duration) *fakeJudge {
	return judging(func(ctx context.Context, p judgeprompt.Prompt) judge.Outcome {
		select {
		case <-time.After(d):
			return fives(ctx, p)
		case <-ctx.Done():
			return judge.Outcome{Cancelled: true}
		}
	})
}

func two(i *results.RunInfo) { i.Settings.Concurrency = 2 }

// TestInterruptAsksNothingNewAndLetsTheRestFinishWithinTheGrace: the interrupt
// comes when two of 40 questions are recorded and six are answered, two of
// them with the judge. Live answers are in flight from the target on.
func TestInterruptAsksNothingNewAndLetsTheRestFinishWithinTheGrace(t *testing.T) {
	const call = 2 * time.Second
	for name, c := range map[string]struct {
		live     bool
		grace    time.Duration
		hard     bool // ctx ends too
		recorded int
		took     time.Duration
	}{
		"live answers are judged within the grace": {true, 0, false, 8, 4 * call},
		"recorded answers can wait":                {false, 0, false, 4, 2 * call},
		"calls outlast the grace":                  {true, call / 4, false, 2, 2*call - call/4},
		"the end of the context cuts short":        {true, 0, true, 2, call + call/2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				interrupt := make(chan struct{})
				plan := planFor(t, suiteOf(t, 40), sourced, taking(call), two)
				plan.Live, plan.Interrupt, plan.Grace = c.live, interrupt, c.grace
				go func() {
					time.Sleep(call + call/2)
					close(interrupt)
					if c.hard {
						cancel()
					}
				}()
				start := time.Now()
				out := mustRun(t, ctx, plan)
				if took := time.Since(start); took != c.took {
					t.Errorf("ended after %v, want %v", took, c.took)
				}
				if out.Stop == nil || out.Stop.Kind != results.StopInterrupt || out.Recorded != c.recorded || out.Skipped != 40-c.recorded {
					t.Errorf("outcome %+v, want %d recorded", out, c.recorded)
				}
			})
		})
	}
}

func TestTheEndOfTheTimeIsABudgetAndAsGentleAsAnInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plan := planFor(t, suiteOf(t, 40), sourced, taking(2*time.Second), two)
		plan.Live, plan.Deadline = true, testTime.Add(3*time.Second)
		out := mustRun(t, t.Context(), plan)
		if out.Stop == nil || out.Stop.Kind != results.StopBudget || out.Recorded != 8 {
			t.Errorf("outcome %+v", out)
		}
	})
}

func TestAnInterruptAfterTheEndOfTheTimeIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		interrupt := make(chan struct{})
		plan := planFor(t, suiteOf(t, 40), sourced, taking(2*time.Second), two)
		plan.Live, plan.Deadline, plan.Interrupt = true, testTime.Add(3*time.Second), interrupt
		time.AfterFunc(3500*time.Millisecond, func() { close(interrupt) })
		out := mustRun(t, t.Context(), plan)
		if out.Stop == nil || out.Stop.Kind != results.StopInterrupt || out.Recorded != 8 {
			t.Errorf("outcome %+v", out)
		}
	})
}

// TestNoQuestionIsBegunOnceAnInterruptHasCome, however soon the next one is
// due.
func TestNoQuestionIsBegunOnceAnInterruptHasCome(t *testing.T) {
	for range 50 {
		interrupt := make(chan struct{})
		asked := 0
		plan := planFor(t, suiteOf(t, 3), func(ctx context.Context, q suites.Question) (answers.Answer, error) {
			if asked++; asked == 1 {
				close(interrupt)
			}
			return sourced(ctx, q)
		}, nil, func(i *results.RunInfo) { i.Settings.Concurrency = 1 })
		plan.Live, plan.Interrupt = true, interrupt
		out := mustRun(t, t.Context(), plan)
		if asked != 1 || out.Recorded != 1 || out.Stop == nil || out.Stop.Kind != results.StopInterrupt {
			t.Fatalf("%d asked, outcome %+v", asked, out)
		}
	}
}

func TestWhatComesAfterTheLastRecordStopsNothing(t *testing.T) {
	interrupt := make(chan struct{})
	plan := planFor(t, suiteOf(t, 3), sourced, nil, nil)
	plan.Interrupt, plan.Deadline = interrupt, testTime.Add(-time.Second)
	plan.Progress = func(e Event) {
		if e.Done == 1 {
			close(interrupt)
		}
	}
	out := mustRun(t, t.Context(), plan)
	if (out.Stop == nil) != (out.Skipped == 0) {
		t.Errorf("outcome %+v: a stop without a missing record, or the reverse", out)
	}
}
