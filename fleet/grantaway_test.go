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

// enterError enters in the background; the channel gets the error.
func (r *rig) enterError(ctx context.Context, g governor) <-chan error {
	out := make(chan error, 1)
	go func() {
		_, err := g.Enter(ctx, 100)
		out <- err
	}()
	synctest.Wait()
	return out
}

func TestNoCallWaitsForACoordinatorThatIsGone(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 1}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		under := r.enter(g)
		waiting := r.enterError(r.ctx, g)
		time.Sleep(time.Hour)
		select {
		case err := <-waiting:
			t.Fatalf("a call that waits for its turn ended with %v", err)
		default:
		}
		r.die()
		start := time.Now()
		if err := <-waiting; !errors.Is(err, errAway) {
			t.Fatalf("error %v", err)
		}
		if waited := time.Since(start); waited < defaultTimes.Lease-defaultTimes.Renew || waited > defaultTimes.Lease+defaultTimes.Renew {
			t.Errorf("it waited %v", waited)
		}
		if _, err := g.Enter(r.ctx, 100); !errors.Is(err, errAway) || !g.desk.isAway() {
			t.Errorf("error %v; away %v", err, g.desk.isAway())
		}
		under.Done(goodEnd) // what has leave may end whenever it does
		time.Sleep(time.Hour)
		r.open(governorsOf(llm.NewLimiter(llm.LimiterOptions{}), llm.NewBudget(llm.BudgetOptions{})))
		time.Sleep(defaultTimes.Renew + time.Millisecond)
		if g.desk.isAway() {
			t.Error("the next coordinator is not noticed")
		}
		r.enter(g).Done(goodEnd)
		want := []string{"the coordinator of run r does not answer; calls waiting for leave: 1", "the coordinator of run r answers again"}
		if diff := cmp.Diff(want, r.said); diff != "" {
			t.Errorf("said (-want +got):\n%s", diff)
		}
	})
}

func TestAWorkerWithoutCallsNoticesThatItsCoordinatorIsBack(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		r.die()
		if err := <-r.enterError(r.ctx, g); !errors.Is(err, errAway) {
			t.Fatalf("error %v", err)
		}
		g.desk.mu.Lock()
		open := len(g.desk.open)
		g.desk.mu.Unlock()
		if open != 0 {
			t.Errorf("%d calls are open at the worker", open)
		}
		start := time.Now()
		if err := <-r.enterError(r.ctx, g); !errors.Is(err, errAway) || time.Since(start) > defaultTimes.Renew {
			t.Errorf("a further call: error %v after %v", err, time.Since(start))
		}
		time.Sleep(time.Hour)
		r.open(governorsOf(llm.NewLimiter(llm.LimiterOptions{}), llm.NewBudget(llm.BudgetOptions{})))
		time.Sleep(defaultTimes.Renew + time.Millisecond)
		if g.desk.isAway() {
			t.Error("it is not noticed")
		}
	})
}

// TestACallThatGetsNoLeaveGivesItsTaskUp: what it is measured with ends, so
// that no record can come of it.
func TestACallThatGetsNoLeaveGivesItsTaskUp(t *testing.T) {
	for name, tc := range map[string]struct {
		stop func(r *rig)
		want error
	}{
		"the coordinator is gone": {func(r *rig) { r.die() }, errAway},
		"the run is halted":       {func(r *rig) { r.ledger.halt() }, errHalted},
	} {
		t.Run(name, func(t *testing.T) {
			inRig(t, llm.LimiterOptions{Concurrency: 1}, llm.BudgetOptions{}, func(r *rig) {
				g := r.worker("w")
				r.enter(g)
				now := func() moment { return moment{} }
				ctx, cancel := context.WithCancel(r.ctx)
				task := newClaim(nil, moment{}, time.Hour, now, cancel)
				waiting := r.enterError(claiming(ctx, task), g)
				tc.stop(r)
				if err := <-waiting; err == nil || ctx.Err() == nil || !errors.Is(task.givenUp(), tc.want) {
					t.Errorf("error %v; its context: %v; given up: %v", err, ctx.Err(), task.givenUp())
				}
			})
		})
	}
}

func TestTheWorkersOwnAbsenceIsNoSilenceOfTheCoordinator(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 1}, llm.BudgetOptions{}, func(r *rig) {
		g := r.worker("w")
		r.enter(g)
		waiting := r.enterError(r.ctx, g)
		r.die()
		time.Sleep(5 * time.Second)
		g.desk.excuse()
		time.Sleep(9 * time.Second)
		select {
		case err := <-waiting:
			t.Errorf("9 s after the excuse: %v", err)
		default:
		}
		if err := <-waiting; !errors.Is(err, errAway) {
			t.Errorf("error %v", err)
		}
	})
}
