package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
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

// begin returns the number of the call, from 1.
func (e *endpointSeen) begin() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sent++
	e.inFlight++
	e.peak = max(e.peak, e.inFlight)
	return e.sent
}

func (e *endpointSeen) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.inFlight--
}

func (e *endpointSeen) out() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.inFlight
}

// schedule is one random course of things.
type schedule struct {
	*post
	seed     uint64
	provider endpointSeen
	workers  int
	lines    int // calls at once of each worker
	calls    int // of each line

	mu      sync.Mutex
	charged map[int][]int // by number of the call, the coordinators that were charged for it
	doubt   map[int]bool  // calls that had ended, as far as their workers know unheard, when a coordinator died
	under   int           // calls that were under way when one died, at most
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
// dies. Some give up before they get leave, and each where nobody answers.
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
		if errors.Is(err, errAway) {
			time.Sleep(time.Second)
			continue
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
	number := s.provider.begin()
	defer s.provider.end()
	if err := llm.Sleep(ctx, length); err != nil {
		return err // killed
	}
	pass.Done(llm.End{Sent: true, Status: 200, PromptTokens: number, CompletionTokens: 10})
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
		if n := s.provider.sent; spent.Calls != n || spent.PromptTokens != n*(n+1)/2 || spent.Estimated != 0 {
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

// succeed opens the next coordinator, whose charges are written down.
func (s *schedule) succeed() {
	g := s.governors(llm.NewBudget(llm.BudgetOptions{}))
	s.post.mu.Lock()
	number := s.opened + 1
	s.post.mu.Unlock()
	g.charged = func(e llm.End) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.charged[e.PromptTokens] = append(s.charged[e.PromptTokens], number)
	}
	s.open(g)
}

// dies takes the coordinator away and notes what nobody can know after it: how
// much of what had ended it had heard.
func (s *schedule) dies() {
	s.die()
	s.under = max(s.under, s.provider.out())
	s.post.mu.Lock()
	defer s.post.mu.Unlock()
	for _, d := range s.desks {
		d.mu.Lock()
		for _, r := range d.open {
			if r.stage == leaving && r.end.Sent {
				s.doubt[r.end.PromptTokens] = true
			}
		}
		d.mu.Unlock()
	}
}

func TestCoordinatorsThatAreKilledPassNoBound(t *testing.T) {
	twice := 0
	scheduled(t, func(t *testing.T, s *schedule) {
		s.charged, s.doubt, s.listen = map[int][]int{}, map[int]bool{}, defaultTimes.listening()
		s.succeed()
		wait := s.start(immortal)
		for i := range 4 {
			time.Sleep(time.Duration(3+3*i) * time.Second)
			s.dies()
			time.Sleep(time.Duration(5*i) * time.Second)
			s.succeed()
		}
		wait()
		time.Sleep(time.Minute)
		l := s.coordinator()
		l.close(context.Background())
		s.close()
		if len(l.permits) != 0 {
			t.Errorf("%d permits are left", len(l.permits))
		}
		if s.provider.sent < 60 || s.provider.peak > placesAllowed+s.under {
			t.Errorf("%d calls; %d at once of %d and the %d that had leave before", s.provider.sent, s.provider.peak, placesAllowed, s.under)
		}
		for number := range s.provider.sent {
			by := s.charged[number+1]
			if distinct := slices.Compact(slices.Sorted(slices.Values(by))); len(by) == 0 || len(by) != len(distinct) || len(by) > 1 && !s.doubt[number+1] {
				t.Errorf("call %d was charged by coordinators %v; in doubt: %v", number+1, by, s.doubt[number+1])
			}
			twice += max(0, len(by)-1)
		}
		if n := len(s.charged); n != s.provider.sent {
			t.Errorf("%d calls were made, %d charged", s.provider.sent, n)
		}
	})
	t.Logf("calls in doubt that two were charged for: %d", twice)
}
