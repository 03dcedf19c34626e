package fleet

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/llm"
)

// restart puts another coordinator, with a budget of its own, in the place of
// one that was killed.
func (r *rig) restart(listen time.Duration, limits llm.LimiterOptions) {
	r.post.die()
	r.succeed(listen, limits)
}

func (r *rig) succeed(listen time.Duration, limits llm.LimiterOptions) {
	r.budget, r.listen = llm.NewBudget(llm.BudgetOptions{}), listen
	r.ledger = r.post.open(governorsOf(llm.NewLimiter(limits), r.budget))
}

// wantHeldSoon gives all workers the time to renew.
func (r *rig) wantHeldSoon(when string, want map[state]int) {
	r.t.Helper()
	time.Sleep(defaultTimes.Renew + time.Millisecond)
	r.wantHeld(when, want)
}

func TestWhatIsUnderWayKeepsItsPlaceAtTheNextCoordinator(t *testing.T) {
	two := llm.LimiterOptions{Concurrency: 2}
	inRig(t, two, llm.BudgetOptions{}, func(r *rig) {
		waits, calls := r.worker("waits"), r.worker("calls")
		first, second := r.enter(calls), r.enter(calls)
		third, fourth := r.entering(r.ctx, waits), r.entering(r.ctx, calls)
		r.restart(defaultTimes.listening(), two)
		r.wantHeldSoon("when all have renewed", map[state]int{stateTaken: 2, stateWaiting: 2})
		time.Sleep(time.Minute)
		r.wantHeld("a minute later", map[state]int{stateTaken: 2, stateWaiting: 2})
		first.Done(goodEnd)
		second.Done(llm.End{Sent: true, Code: llm.CodeTimeout})
		(<-third).Done(goodEnd)
		(<-fourth).Done(goodEnd)
		r.wantHeld("at the end", map[state]int{})
		if s := r.budget.Spent(); s.Calls != 4 || s.Estimated != 1 || s.PromptTokens != 3*30+100 {
			t.Errorf("spent %+v", s)
		}
	})
}

func TestANewRunGivesLeaveAtOnce(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		start := time.Now()
		r.enter(r.worker("w")).Done(goodEnd)
		if waited := time.Since(start); waited != 0 {
			t.Errorf("it waited %v", waited)
		}
		r.restart(defaultTimes.listening(), llm.LimiterOptions{})
		start = time.Now()
		r.enter(r.worker("late")).Done(goodEnd)
		if waited := time.Since(start); waited < defaultTimes.Renew {
			t.Errorf("a coordinator after another one listened for %v, less than a renewal takes to come", waited)
		}
	})
}

func TestWhatEndsBetweenTwoCoordinatorsIsCharged(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		under, unsent := r.enter(g), r.enter(g)
		r.die()
		under.Done(goodEnd)
		unsent.Done(llm.End{})
		time.Sleep(time.Hour)
		r.succeed(0, llm.LimiterOptions{})
		r.wantHeldSoon("at the end", map[state]int{})
		if s := r.budget.Spent(); s.Calls != 1 || s.PromptTokens != 30 {
			t.Errorf("spent %+v", s)
		}
		g.desk.mu.Lock()
		defer g.desk.mu.Unlock()
		if n := len(g.desk.open); n != 0 {
			t.Errorf("%d calls are open at the worker", n)
		}
	})
}

func TestACallThatWasGivenUpTooEarlyIsChargedOnce(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 1}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		under := r.enter(g)
		r.losing(1)
		for r.held()[stateTaken] == 1 { // renewals are not lost two in a row
			r.post.mu.Lock()
			clear(r.lost)
			r.post.mu.Unlock()
			time.Sleep(time.Second)
		}
		r.losing(0)
		r.wantHeldSoon("when it is heard of again", map[state]int{stateTaken: 1})
		time.Sleep(3 * defaultTimes.Remember)
		under.Done(llm.End{Sent: true, Status: 429, Code: llm.CodeRateLimited, RetryAfter: 42 * time.Second})
		start := time.Now()
		r.enter(g).Done(goodEnd)
		if waited := time.Since(start); waited != 42*time.Second {
			t.Errorf("after its 429 the next call waited %v", waited)
		}
		synctest.Wait()
		if s := r.budget.Spent(); s.Calls != 2 || s.Estimated != 1 || s.PromptTokens != 130 {
			t.Errorf("spent %+v", s)
		}
	})
}

// TestWhatACoordinatorCountedAsItClosedIsNotChargedByTheNext, but has its
// place there.
func TestWhatACoordinatorCountedAsItClosedIsNotChargedByTheNext(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 1}, llm.BudgetOptions{}, func(r *rig) {
		under := r.enter(r.worker("w"))
		closing, cancel := context.WithTimeout(r.ctx, time.Second)
		defer cancel()
		r.ledger.close(closing)
		if s := r.budget.Spent(); s.Calls != 1 || s.Estimated != 1 {
			t.Errorf("the first has spent %+v", s)
		}
		time.Sleep(time.Millisecond) // its last word is on its way
		r.restart(0, llm.LimiterOptions{Concurrency: 1})
		r.wantHeldSoon("at the next", map[state]int{stateTaken: 1})
		under.Done(goodEnd)
		r.wantHeld("at the end", map[state]int{})
		if s := r.budget.Spent(); s.Calls != 0 {
			t.Errorf("the next has spent %+v", s)
		}
	})
}

func TestWhatTheNextCoordinatorTookUpCountsWhenItsWorkerIsLost(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		r.enter(r.worker("w"))
		r.restart(0, llm.LimiterOptions{})
		r.wantHeldSoon("at the next", map[state]int{stateTaken: 1})
		r.kill("w")
		time.Sleep(defaultTimes.Lease + defaultTimes.Renew)
		r.wantHeld("after a lease", map[state]int{})
		if s := r.budget.Spent(); s.Calls != 1 || s.Estimated != 1 {
			t.Errorf("spent %+v", s)
		}
	})
}

func TestWhatTheNextCoordinatorGaveUpIsItsOwnToCount(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		under := r.enter(g)
		r.restart(0, llm.LimiterOptions{})
		r.wantHeldSoon("at the next", map[state]int{stateTaken: 1})
		r.kill("w") // cut off, for longer than anything is remembered
		time.Sleep(3 * defaultTimes.Remember)
		r.wantHeld("while it is cut off", map[state]int{})
		r.post.mu.Lock()
		r.desks["w"] = g.desk
		r.post.mu.Unlock()
		g.desk.tick()
		under.Done(goodEnd)
		r.wantHeldSoon("at the end", map[state]int{})
		if s := r.budget.Spent(); s.Calls != 1 || s.Estimated != 1 {
			t.Errorf("spent %+v", s)
		}
	})
}

// TestHoldsInAnyOrder gives a ledger the words of one call, sent by leave of
// another coordinator, as they may come.
func TestHoldsInAnyOrder(t *testing.T) {
	c := call{Role: "judge", Endpoint: "e", Model: "m", Tokens: 100}
	used := endingOf(goodEnd)
	enter := ask{Step: stepEnter, ID: "w-1", Call: &c}
	take := ask{Step: stepTake, ID: "w-1"}
	hold := ask{Step: stepHold, ID: "w-1", Call: &c, By: "before"}
	counted := ask{Step: stepHold, ID: "w-1", Call: &c}
	done := ask{Step: stepDone, ID: "w-1", Call: &c, End: used, By: "before"}
	doneHere := ask{Step: stepDone, ID: "w-1", Call: &c, End: used, By: "c1"}
	for name, tc := range map[string]struct {
		words   []ask
		answers []state
		calls   int
	}{
		"held twice, done twice":     {[]ask{hold, hold, done, done}, []state{stateTaken, stateTaken, stateGone, stateGone}, 1},
		"done alone":                 {[]ask{done, done}, []state{stateGone, stateGone}, 1},
		"a hold after the end":       {[]ask{done, hold, done}, []state{stateGone, stateGone, stateGone}, 1},
		"an old enter after it":      {[]ask{hold, enter, done, enter}, []state{stateTaken, stateTaken, stateGone, stateGone}, 1},
		"an old enter before it":     {[]ask{enter, hold, take, done}, []state{stateGranted, stateTaken, stateTaken, stateGone}, 1},
		"an old enter and the end":   {[]ask{enter, done}, []state{stateGranted, stateGone}, 1},
		"an old take":                {[]ask{take, hold, done}, []state{stateGone, stateTaken, stateGone}, 1},
		"counted before":             {[]ask{counted, done}, []state{stateTaken, stateGone}, 0},
		"counted here and forgotten": {[]ask{doneHere}, []state{stateGone}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
				var answers []state
				r.ledger.tell = func(_ string, a answer) { answers = append(answers, a.State) }
				for _, a := range tc.words {
					r.ledger.asked("reply", a)
					synctest.Wait()
				}
				if diff := cmp.Diff(tc.answers, answers); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if s := r.budget.Spent(); s.Calls != tc.calls || s.PromptTokens != 30*tc.calls {
					t.Errorf("spent %+v", s)
				}
			})
		})
	}
}

// TestAnEnterThatCameLateDoesNotHideACallUnderWay: it waits here while the
// call is sent.
func TestAnEnterThatCameLateDoesNotHideACallUnderWay(t *testing.T) {
	for name, step := range map[string]ask{
		"held": {Step: stepHold, By: "before"},
		"done": {Step: stepDone, By: "before", End: endingOf(goodEnd)},
	} {
		t.Run(name, func(t *testing.T) {
			inRig(t, llm.LimiterOptions{Concurrency: 1}, llm.BudgetOptions{}, func(r *rig) {
				r.enter(r.worker("other"))
				c := call{Role: "judge", Endpoint: "e", Model: "m", Tokens: 100}
				r.ledger.asked("w/late", ask{Step: stepEnter, ID: "late", Call: &c})
				r.wantHeld("before", map[state]int{stateTaken: 1, stateWaiting: 1})
				step.ID, step.Call = "late", &c
				r.ledger.asked("w/late", step)
				want := map[state]int{stateTaken: 2}
				if step.Step == stepDone {
					want = map[state]int{stateTaken: 1}
				}
				r.wantHeld("after", want)
				if s := r.budget.Spent(); s.Calls != 2-want[stateTaken] {
					t.Errorf("spent %+v", s)
				}
			})
		})
	}
}
