package fleet

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evalrun/evalrun/llm"
)

// rig is a coordinator and its workers whose messages all arrive.
type rig struct {
	*post
	t      *testing.T
	ctx    context.Context // ends what still waits at the end
	ledger *ledger
	budget *llm.Budget
	said   []string
}

func inRig(t *testing.T, limits llm.LimiterOptions, bounds llm.BudgetOptions, f func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		r := &rig{post: newPost(t, 1), t: t, ctx: ctx, budget: llm.NewBudget(bounds)}
		r.ledger = r.post.open(governorsOf(llm.NewLimiter(limits), r.budget))
		f(r)
		cancel()
		r.close()
		r.ledger.stop()
	})
}

// governorsOf are those of one endpoint.
func governorsOf(limiter *llm.Limiter, budget *llm.Budget) Governors {
	return governorsFunc(func(_, _, model string) (llm.Governor, error) {
		account, err := budget.For(model)
		return llm.Govern(account, limiter), err
	})
}

type governorsFunc func(role, endpoint, model string) (llm.Governor, error)

func (f governorsFunc) Governor(role, endpoint, model string) (llm.Governor, error) {
	return f(role, endpoint, model)
}

func (r *rig) worker(session string) governor {
	d := r.hire(session, func(s string) { r.said = append(r.said, s) })
	return governor{desk: d, call: call{Role: "judge", Endpoint: "e", Model: "m"}}
}

func (r *rig) enter(g governor) llm.Pass {
	r.t.Helper()
	p, err := g.Enter(r.ctx, 100)
	if err != nil {
		r.t.Fatal(err)
	}
	return p
}

// entering enters in the background; the channel gets the pass, or nil.
func (r *rig) entering(ctx context.Context, g governor) <-chan llm.Pass {
	out := make(chan llm.Pass, 1)
	go func() {
		p, err := g.Enter(ctx, 100)
		if err != nil {
			p = nil
		}
		out <- p
	}()
	synctest.Wait()
	return out
}

func (r *rig) held() map[state]int {
	r.t.Helper()
	synctest.Wait()
	r.ledger.mu.Lock()
	defer r.ledger.mu.Unlock()
	out := map[state]int{}
	for _, p := range r.ledger.permits {
		out[p.state]++
	}
	return out
}

func (r *rig) wantHeld(when string, want map[state]int) {
	r.t.Helper()
	if diff := cmp.Diff(want, r.held()); diff != "" {
		r.t.Errorf("%s (-want +got):\n%s", when, diff)
	}
}

var goodEnd = llm.End{Sent: true, Status: 200, PromptTokens: 30, CompletionTokens: 10}

func TestAKilledWorkersCallsCountAsMadeWhenTheLeaseRunsOut(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 2}, llm.BudgetOptions{MaxCalls: 10}, func(r *rig) {
		dead, alive := r.worker("dead"), r.worker("alive")
		r.enter(dead)
		r.enter(dead)
		r.kill("dead")
		died := time.Now()
		r.enter(alive).Done(goodEnd)
		if waited := time.Since(died); waited < 10*time.Second || waited > 12*time.Second {
			t.Errorf("the places were free after %v", waited)
		}
		synctest.Wait()
		if s := r.budget.Spent(); s.Calls != 3 || s.Estimated != 2 || s.PromptTokens != 230 {
			t.Errorf("spent %+v", s)
		}
	})
}

func TestLeaveThatNeverReachedItsWorkerIsNotSpent(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 1}, llm.BudgetOptions{MaxCalls: 10}, func(r *rig) {
		dead, alive := r.worker("dead"), r.worker("alive")
		first := r.enter(alive)
		r.entering(r.ctx, dead)
		r.kill("dead")
		first.Done(goodEnd) // its place is granted to the dead
		r.wantHeld("granted", map[state]int{stateGranted: 1})
		r.enter(alive).Done(goodEnd)
		synctest.Wait()
		if s := r.budget.Spent(); s.Calls != 2 {
			t.Errorf("spent %+v", s)
		}
	})
}

func TestALivingWorkerKeepsItsLease(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		p := r.enter(r.worker("slow"))
		time.Sleep(time.Hour)
		r.wantHeld("after an hour", map[state]int{stateTaken: 1})
		p.Done(goodEnd)
		r.wantHeld("after the end", map[state]int{})
		if s := r.budget.Spent(); s.Calls != 1 || s.Estimated != 0 {
			t.Errorf("spent %+v", s)
		}
	})
}

func TestTheCoordinatorsOwnAbsenceIsNoSilenceOfWorkers(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		r.enter(r.worker("cutoff"))
		r.kill("cutoff")
		time.Sleep(9 * time.Second)
		r.ledger.excuse()
		time.Sleep(9 * time.Second)
		r.wantHeld("9 s after the excuse", map[state]int{stateTaken: 1})
		time.Sleep(2 * time.Second)
		r.wantHeld("a lease after it", map[state]int{})
	})
}

func TestA429SeenByOneWorkerHoldsTheOther(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 8}, llm.BudgetOptions{}, func(r *rig) {
		one, other := r.worker("one"), r.worker("other")
		r.enter(one).Done(llm.End{Sent: true, Status: 429, Code: llm.CodeRateLimited, RetryAfter: 42 * time.Second})
		synctest.Wait()
		start := time.Now()
		r.enter(other).Done(goodEnd)
		if waited := time.Since(start); waited != 42*time.Second {
			t.Errorf("the other waited %v", waited)
		}
		r.enter(one).Done(llm.End{Sent: true, Status: 429, Code: llm.CodeRetryAfterTooLong, RetryAfter: time.Hour})
		synctest.Wait()
		_, err := other.Enter(r.ctx, 1)
		var e *llm.Error
		if !errors.As(err, &e) || e.Code != llm.CodeRetryAfterTooLong || e.RetryAfter != time.Hour || e.Status != 429 {
			t.Errorf("error %#v", err)
		}
	})
}

func TestASpentBudgetStopsAllWorkers(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{MaxCalls: 1}, func(r *rig) {
		one, other := r.worker("one"), r.worker("other")
		p := r.enter(one)
		waiting := r.entering(r.ctx, other) // the call of one may come to nothing
		p.Done(goodEnd)
		if <-waiting != nil {
			t.Error("a second call was let go")
		}
		if _, err := one.Enter(r.ctx, 1); !errors.Is(err, llm.ErrBudget) || err.Error() != "the budget of 1 calls is spent" {
			t.Errorf("error %v", err)
		}
	})
}

func TestAWorkerThatGivesUpLeavesTheLine(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 1}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		p := r.enter(g)
		ctx, giveUp := context.WithCancel(r.ctx)
		impatient, patient := r.entering(ctx, g), r.entering(r.ctx, g)
		giveUp()
		if <-impatient != nil {
			t.Error("it got leave after all")
		}
		r.wantHeld("when one has given up", map[state]int{stateTaken: 1, stateWaiting: 1})
		p.Done(llm.End{})
		(<-patient).Done(goodEnd)
		r.wantHeld("at the end", map[state]int{})
		if s := r.budget.Spent(); s.Calls != 1 {
			t.Errorf("spent %+v", s)
		}
	})
}

func TestAQuietWorkerMissesNoCoordinator(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		time.Sleep(time.Hour)
		r.enter(g).Done(goodEnd)
		time.Sleep(time.Hour)
		if r.said != nil {
			t.Errorf("said %q", r.said)
		}
	})
}

func TestClosingWaitsForWhatHasLeave(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 2}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		p, _ := r.enter(g), r.enter(g)
		waiting := r.entering(r.ctx, g)
		time.AfterFunc(time.Second, func() { p.Done(goodEnd) })
		ctx, cancel := context.WithTimeout(r.ctx, 5*time.Second)
		defer cancel()
		start := time.Now()
		r.ledger.close(ctx)
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("it took %v", took)
		}
		if s := r.budget.Spent(); s.Calls != 2 || s.Estimated != 1 {
			t.Errorf("spent %+v", s)
		}
		select {
		case <-waiting:
			t.Error("what waits was not left to the next coordinator")
		default:
		}
	})
}

func TestClosingEndsWithTheLastCall(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		p := r.enter(r.worker("w"))
		time.AfterFunc(time.Second, func() { p.Done(goodEnd) })
		start := time.Now()
		r.ledger.close(r.ctx)
		if took := time.Since(start); took != time.Second || r.budget.Spent().Estimated != 0 {
			t.Errorf("it took %v; spent %+v", took, r.budget.Spent())
		}
	})
}

func TestALeavingWorkerWaitsForTheWordOnItsCalls(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		p := r.enter(g)
		r.losing(1)
		p.Done(goodEnd)
		left := g.desk.closing()
		time.Sleep(9 * time.Second)
		select {
		case <-left:
			t.Fatal("it left before anybody heard of its call")
		default:
		}
		r.losing(0)
		<-left
		if s := r.budget.Spent(); s.Calls != 1 || s.Estimated != 0 {
			t.Errorf("spent %+v", s)
		}
		if _, err := g.Enter(r.ctx, 1); !errors.Is(err, errLeft) {
			t.Errorf("error %v", err)
		}
	})
}

func TestACallThatHasEndedDoesNotBeginAgain(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		var answers []state
		r.ledger.tell = func(_ string, a answer) { answers = append(answers, a.State) }
		enter := ask{Step: stepEnter, ID: "w-1", Call: &call{Role: "judge", Endpoint: "e"}}
		done := ask{Step: stepDone, ID: "w-1", End: &ending{Sent: true}}
		for _, a := range []ask{done, enter, {Step: stepTake, ID: "w-1"}, done, enter} {
			r.ledger.asked("reply", a)
			synctest.Wait()
		}
		if diff := cmp.Diff([]state{stateGone, stateGone, stateGone, stateGone, stateGone}, answers); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if s := r.budget.Spent(); s.Calls != 0 {
			t.Errorf("what never had leave was spent: %+v", s)
		}
	})
}

func TestAGrantThatIsLostIsGrantedAgain(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 1}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		r.ledger.asked("nobody/x", ask{Step: stepEnter, ID: "x", Call: &g.call})
		synctest.Wait()
		waiting := r.entering(r.ctx, g)
		r.losing(1)
		r.ledger.asked("nobody/x", ask{Step: stepDone, ID: "x", End: &ending{}})
		r.wantHeld("when the place is free", map[state]int{stateGranted: 1})
		r.losing(0)
		start := time.Now()
		(<-waiting).Done(goodEnd)
		if waited := time.Since(start); waited > defaultTimes.Renew {
			t.Errorf("it came after %v", waited)
		}
	})
}

func TestLeaveThatNobodyWaitsForIsGivenBackAtOnce(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		r.ledger.asked("w/w-0", ask{Step: stepEnter, ID: "w-0", Worker: "worker w", Call: &g.call}) // said long ago
		time.Sleep(time.Millisecond)
		r.wantHeld("after the word of the worker", map[state]int{})
	})
}

func TestEndedCallsAreForgottenAfterAWhile(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		for range 1000 {
			r.enter(g).Done(goodEnd)
		}
		time.Sleep(3 * time.Minute)
		r.ledger.mu.Lock()
		defer r.ledger.mu.Unlock()
		if n := len(r.ledger.ended.young) + len(r.ledger.ended.aged); n != 0 {
			t.Errorf("%d are remembered", n)
		}
	})
}
