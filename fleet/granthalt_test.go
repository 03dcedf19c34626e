package fleet

import (
	"errors"
	"testing"

	"github.com/evalrun/evalrun/llm"
)

func TestAHaltedRunLetsNoNewCallStart(t *testing.T) {
	inRig(t, llm.LimiterOptions{Concurrency: 1}, llm.BudgetOptions{}, func(r *rig) {
		g, other := r.worker("w"), r.worker("other")
		under := r.enter(g)
		waiting := r.enterError(r.ctx, g)
		r.ledger.halt()
		r.ledger.halt()
		if err := <-waiting; !errors.Is(err, errHalted) {
			t.Errorf("one that waited for its turn: error %v", err)
		}
		for _, from := range []governor{g, other} {
			if err := <-r.enterError(r.ctx, from); !errors.Is(err, errHalted) {
				t.Errorf("a new one: error %v", err)
			}
		}
		r.wantHeld("when all have heard of it", map[state]int{stateTaken: 1})
		under.Done(goodEnd)
		r.wantHeld("when the last has ended", map[state]int{})
		if s := r.budget.Spent(); s.Calls != 1 || s.Estimated != 0 {
			t.Errorf("spent %+v", s)
		}
	})
}

func TestAHaltedRunKnowsWhatIsUnderWay(t *testing.T) {
	inRig(t, llm.LimiterOptions{}, llm.BudgetOptions{}, func(r *rig) {
		under := r.enter(r.worker("w"))
		r.restart(0, llm.LimiterOptions{})
		r.ledger.halt()
		r.wantHeldSoon("after a renewal", map[state]int{stateTaken: 1})
		under.Done(goodEnd)
		r.wantHeld("at the end", map[state]int{})
		if s := r.budget.Spent(); s.Calls != 1 {
			t.Errorf("spent %+v", s)
		}
	})
}
