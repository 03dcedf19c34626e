package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evalrun/evalrun/llm"
)

// endpointSeen is the provider: it knows what really is in flight.
type endpointSeen struct {
	mu                   sync.Mutex
	inFlight, peak, sent int
}

func (e *endpointSeen) begin() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sent++
	e.inFlight++
	e.peak = max(e.peak, e.inFlight)
}

func (e *endpointSeen) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.inFlight--
}

// schedule is one random course of things.
type schedule struct {
	*post
	seed     uint64
	provider endpointSeen
	workers  int
	lines    int // calls at once of each worker
	calls    int // of each line
}

const placesAllowed = 7

func (s *schedule) governors(budget *llm.Budget) *watched {
	limiter := llm.NewLimiter(llm.LimiterOptions{Concurrency: placesAllowed})
	return &watched{t: s.t, of: func(_, _, model string) (llm.Governor, error) {
		account, err := budget.For(model)
		return llm.Govern(account, limiter), err
	}}
}

// work makes the calls of one line until the budget is spent or the worker
// dies. Some give up before they get leave.
func (s *schedule) work(ctx context.Context, g llm.Governor, chance *rand.Rand) {
	for range s.calls {
		patience, patient := time.Hour, chance.IntN(4) > 0
		if !patient {
			patience = time.Duration(chance.IntN(8000)) * time.Millisecond
		}
		err := s.call(ctx, g, patience, time.Duration(chance.IntN(15000))*time.Millisecond)
		if ctx.Err() != nil || errors.Is(err, llm.ErrBudget) {
			return
		}
		if err != nil && (patient || !errors.Is(err, context.DeadlineExceeded)) {
			s.t.Errorf("seed %d: %v", s.seed, err)
			return
		}
	}
}

func (s *schedule) call(ctx context.Context, g llm.Governor, patience, length time.Duration) error {
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	pass, err := g.Enter(waiting, 100)
	if err != nil {
		return err
	}
	s.provider.begin()
	defer s.provider.end()
	if err := llm.Sleep(ctx, length); err != nil {
		return err // killed
	}
	pass.Done(llm.End{Sent: true, Status: 200, PromptTokens: 30, CompletionTokens: 10})
	return nil
}

// start has all workers work; wait returns when none does any more. life is
// how long a worker lives, 0 for as long as it likes.
func (s *schedule) start(life func(worker int) time.Duration) (wait func()) {
	var all sync.WaitGroup
	for i := range s.workers {
		session := fmt.Sprint("w", i)
		d := s.hire(session, func(string) {})
		g := governor{desk: d, call: call{Role: "judge", Endpoint: "e", Model: "m"}}
		ctx, kill := context.WithCancel(context.Background())
		if span := life(i); span > 0 {
			time.AfterFunc(span, func() { s.kill(session); kill() })
		}
		var lines sync.WaitGroup
		for j := range s.lines {
			chance := rand.New(rand.NewPCG(s.seed, uint64(100*i+j+1)))
			lines.Go(func() { s.work(ctx, g, chance) })
		}
		all.Go(func() {
			lines.Wait()
			if ctx.Err() == nil {
				<-d.closing()
			}
			kill()
		})
	}
	return all.Wait
}

func immortal(int) time.Duration { return 0 }

func scheduled(t *testing.T, f func(t *testing.T, s *schedule)) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &schedule{post: newPost(t, seed), seed: seed, workers: 5, lines: 4, calls: 12}
				s.slowest, s.lose, s.double = 3*time.Second, 0.2, 0.3
				f(t, s)
			})
		})
	}
}

func TestWhateverHappensToMessagesEveryCallCountsOnce(t *testing.T) {
	scheduled(t, func(t *testing.T, s *schedule) {
		budget := llm.NewBudget(llm.BudgetOptions{MaxCalls: 150})
		g := s.governors(budget)
		l := s.open(g)
		s.start(immortal)()
		time.Sleep(time.Minute) // what is still on its way, and the leases of what it begins
		l.close(context.Background())
		s.close()
		spent := budget.Spent()
		if s.provider.sent > 150 || s.provider.peak > placesAllowed {
			t.Errorf("%d calls of 150, %d at once of %d", s.provider.sent, s.provider.peak, placesAllowed)
		}
		if spent.Calls != s.provider.sent || spent.PromptTokens != 30*s.provider.sent || spent.Estimated != 0 {
			t.Errorf("%d calls were made, spent is %+v", s.provider.sent, spent)
		}
		if s.provider.sent < 100 || g.open.Load() != 0 || len(l.permits) != 0 {
			t.Errorf("%d calls; %d passes and %d permits are left", s.provider.sent, g.open.Load(), len(l.permits))
		}
	})
}

func TestWorkersThatAreKilledPassNoBound(t *testing.T) {
	scheduled(t, func(t *testing.T, s *schedule) {
		budget := llm.NewBudget(llm.BudgetOptions{MaxCalls: 100})
		g := s.governors(budget)
		l := s.open(g)
		lives := []time.Duration{10 * time.Second, 20 * time.Second, 21 * time.Second, 0, 0}
		s.start(func(worker int) time.Duration { return lives[worker] })()
		time.Sleep(time.Minute)
		if len(l.permits) != 0 || g.open.Load() != 0 {
			t.Errorf("%d permits and %d passes are left of the dead", len(l.permits), g.open.Load())
		}
		l.close(context.Background())
		s.close()
		if spent := budget.Spent(); spent.Calls < s.provider.sent || spent.Calls > 100 || s.provider.peak > placesAllowed {
			t.Errorf("%d calls were made, %d at once; spent is %+v", s.provider.sent, s.provider.peak, spent)
		}
	})
}

func TestACoordinatorThatIsKilledLeavesNoCallWaiting(t *testing.T) {
	scheduled(t, func(t *testing.T, s *schedule) {
		s.calls = 6
		budgets := []*llm.Budget{}
		open := func() *ledger {
			budgets = append(budgets, llm.NewBudget(llm.BudgetOptions{}))
			return s.open(s.governors(budgets[len(budgets)-1]))
		}
		open()
		wait := s.start(immortal)
		for i := range 3 {
			time.Sleep(time.Duration(3+2*i) * time.Second)
			s.die()
			time.Sleep(time.Duration(7*i) * time.Second)
			open()
		}
		wait()
		time.Sleep(time.Minute)
		l := s.coordinator()
		l.close(context.Background())
		s.close()
		if len(l.permits) != 0 {
			t.Errorf("%d permits are left", len(l.permits))
		}
		total := 0
		for _, b := range budgets {
			total += b.Spent().Calls
		}
		// What the dead coordinators had given leave to is in no count of theirs.
		if total > s.provider.sent || total < s.provider.sent-3*placesAllowed {
			t.Errorf("%d calls were made, %d counted", s.provider.sent, total)
		}
	})
}
